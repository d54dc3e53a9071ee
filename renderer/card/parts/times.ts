/** Instants and days as people read them. Local time; words for what is near. */

/** How long ago: `just now`, `5 min ago`, `3 h ago`, `yesterday`, then the day. */
export function since(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 60) return 'just now';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  if (days === 1) return 'yesterday';
  return days < 7 ? `${days} days ago` : `on ${dayWords(iso.slice(0, 10), now)}`;
}

const thisYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const otherYear = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A calendar day: `12 Mar`, with its year when it is not this one. */
export function dayWords(day: string, now: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return (date.getUTCFullYear() === new Date(now).getFullYear() ? thisYear : otherYear).format(date);
}

/** The full local date and time, for tooltips. */
export const exactTime = (iso: string): string => exact.format(new Date(iso));
