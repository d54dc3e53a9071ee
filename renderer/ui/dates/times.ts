/** The full local date and time, for tooltips. */
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const exactTime = (iso: string): string => exact.format(new Date(iso));
