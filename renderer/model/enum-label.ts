/** Makes a label from the name of an enumeration value that has no label: `not_started` becomes `Not started`. */
export function enumLabel(value: string): string {
  const spaced = value
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return `${spaced[0]?.toUpperCase() ?? ''}${spaced.slice(1)}`;
}
