/** Joins class names with spaces and leaves out falsy values. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
