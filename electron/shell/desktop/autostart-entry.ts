export const startHiddenArgument = '--hidden';

/** Quotes an argument of a desktop file's `Exec` (Desktop Entry Specification, "The Exec key"). */
const quoted = (text: string): string =>
  `"${text
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

/** Desktop Application Autostart Specification. */
export function autostartEntry(program: string, isHidden: boolean): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Decktop',
    `Exec=${quoted(program)}${isHidden ? ` ${startHiddenArgument}` : ''}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
