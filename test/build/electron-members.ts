/** Finds the members of Electron that the app's sources use. build/standin/ELECTRON.md must describe all of them. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Names of variables in the main process, and the Electron class of the objects that they contain. */
const instances: Readonly<Record<string, string>> = {
  window: 'BrowserWindow',
  webContents: 'WebContents',
  contents: 'WebContents',
  session: 'Session',
  networkSession: 'Session',
  tray: 'Tray',
  notification: 'Notification',
};

const importsOfElectron = /import (type )?\{([^}]*)\} from 'electron'/g;

/**
 * Returns the names that a file imports from Electron, without types. Returns null if the file does not import
 * Electron.
 */
function importedFrom(text: string): string[] | null {
  const imports = [...text.matchAll(importsOfElectron)];
  if (imports.length === 0) return null;
  return imports
    .filter(([, isType]) => !isType)
    .flatMap(([, , names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

/**
 * Returns the members of Electron that the app uses, sorted. Examples: "app.quit", "app.on('activate')", "new Tray".
 */
export function usedElectronMembers(): string[] {
  const used = new Set<string>();
  for (const file of globSync('electron/**/*.ts', { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8');
    // Remove comments and paths of imported files, because they may contain names of members that are not used.
    const text = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|'\.[^']*\.ts'/gm, '');
    const imported = importedFrom(text);
    if (!imported) continue;
    // A name in `instances`, such as `webContents`, can follow a dot, as in `window.webContents.send`. An imported
    // name, such as `app`, counts only without a dot before it: after a dot it is a property of another object.
    const receivers = new Map(Object.entries(instances).map(([name, type]) => [name, { type, before: '\\w' }]));
    for (const name of imported) receivers.set(name, { type: name, before: '\\w.' });
    for (const [name, { type, before }] of receivers) {
      for (const [, member = '', , event] of text.matchAll(
        new RegExp(`(?<![${before}'])${name}\\??\\.(\\w+)(\\(\\s*'([\\w-]+)')?`, 'g'),
      ))
        used.add(event && /^(on|once)$/.test(member) ? `${type}.on('${event}')` : `${type}.${member}`);
      if (new RegExp(`\\bnew ${name}\\(`).test(text)) used.add(`new ${type}`);
    }
  }
  return [...used].sort();
}
