/** `Not started` for `not_started`. */
export function enumLabel(value: string): string {
  const spaced = value
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return `${spaced[0]?.toUpperCase() ?? ''}${spaced.slice(1)}`;
}
