/** The day on this machine's calendar, `YYYY-MM-DD`. */
export function localDay(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

/** "3 min ago": for the age of data and comments. */
export function ago(iso: string, now: number = Date.now()): string {
  const past = Date.parse(iso) - now;
  for (const [unit, size] of units) if (Math.abs(past) >= size) return relative.format(Math.round(past / size), unit);
  return 'just now';
}

const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
/** A day of the interface as people write it: "20 Nov". */
export const dayInWords = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));
