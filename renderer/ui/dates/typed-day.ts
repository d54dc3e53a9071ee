import { isDay } from '../../../shared/contract/index.ts';
import { addDays, addMonths, weekdayOf } from '../../../shared/domain/calendar.ts';
import { foldText } from '../../../shared/domain/search-text.ts';

/** For each day, the folded names of its weekday or month (see `options`) in English and in the system's language. */
function localizedNames(options: Intl.DateTimeFormatOptions, days: readonly string[]): readonly (readonly string[])[] {
  const formats = ['en', undefined].map((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
  return days.map((day) => formats.map((named) => foldText(named.format(new Date(day)))));
}
/** Sunday first. */
const weekdayNames = localizedNames(
  { weekday: 'long' },
  [...Array(7).keys()].map((at) => addDays('2023-01-01', at)),
);
const monthNames = localizedNames(
  { month: 'long' },
  [...Array(12).keys()].map((at) => addMonths('2023-01-01', at)),
);

/** Returns -1 if several entries or none have a name that begins with `text`, or if it has fewer than three letters. */
function indexByPrefix(text: string, all: readonly (readonly string[])[]): number {
  if (text.length < 3) return -1;
  const found = all.flatMap((some, index) => (some.some((name) => name.startsWith(text)) ? [index] : []));
  return found.length === 1 ? (found[0] ?? -1) : -1;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
const validDay = (year: number, ofMonth: number, day: number): string | null => {
  const text = `${year}-${twoDigits(ofMonth)}-${twoDigits(day)}`;
  return isDay(text) ? text : null;
};

/** In the system's language. */
const isDayBeforeMonth = (() => {
  const order = new Intl.DateTimeFormat().formatToParts(new Date('2023-01-02')).map(({ type }) => type);
  return order.indexOf('day') < order.indexOf('month');
})();

const addByUnit: Readonly<Record<string, (day: string, count: number) => string>> = {
  d: addDays,
  w: (day, count) => addDays(day, 7 * count),
  m: addMonths,
  y: (day, count) => addMonths(day, 12 * count),
};

/**
 * Null if the text is not a date. Without a year, the first such date that is not before `today`; for a weekday, the
 * first one after it. Whatever stands between two numbers, they have the order of the system's language, or the only
 * order that gives a day. Examples: `today`, `fri`, `+3d`, `in 2 weeks`, `next month`, `1 Dec`, `Dec 1, 2027`, `1.12.`,
 * `13/12/2026`, `2026-12-01`.
 */
export function parseTypedDay(typed: string, today: string, isDayFirst = isDayBeforeMonth): string | null {
  const text = foldText(typed.trim()).replaceAll(/\s+/g, ' ');
  const relativeIndex = ['today', 'tomorrow', 'yesterday'].findIndex(
    (word) => text.length > 2 && word.startsWith(text),
  );
  if (relativeIndex >= 0) return addDays(today, [0, 1, -1][relativeIndex] ?? 0);
  const [, sign = '', count, unit = ''] =
    /^(in |\+ ?|- ?)?(\d{1,4}) ?([a-z]*)$/.exec(text) ?? /^(next )()(week|month|year)$/.exec(text) ?? [];
  const span = /^(d|days?|w|weeks?|m|months?|y|years?)$/.test(unit || (sign && 'd'))
    ? addByUnit[unit[0] ?? 'd']
    : undefined;
  if (span) return span(today, (sign.startsWith('-') ? -1 : 1) * Number(count || 1));
  const weekday = indexByPrefix(text, weekdayNames);
  if (weekday >= 0) return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
  return parseDate(text, today, isDayFirst);
}

function parseDate(text: string, today: string, isDayFirst: boolean): string | null {
  const whole = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (whole) return validDay(Number(whole[1]), Number(whole[2]), Number(whole[3]));
  const [, one = '', mark, other = '', year] = /^(\d{1,2})([./-])(\d{1,2})(?:\.|\2(\d{4}|\d{2}))?$/.exec(text) ?? [];
  // "1-2" and "1-2-26" are more likely ranges and numbers.
  if (mark && (mark !== '-' || year?.length === 4)) {
    const found = (day: string, ofMonth: string) => dayInYear(year, Number(ofMonth), Number(day), today);
    return isDayFirst ? (found(one, other) ?? found(other, one)) : (found(other, one) ?? found(one, other));
  }
  const [, before, name, after, named] =
    /^(?:(\d{1,2})\.? )?(\p{L}+)\.?(?: (\d{1,2}))?,?(?: (\d{4}))?$/u.exec(text) ?? [];
  const ofMonth = name ? indexByPrefix(name, monthNames) + 1 : 0;
  const day = before ?? after;
  return ofMonth > 0 && day && !(before && after) ? dayInYear(named, ofMonth, Number(day), today) : null;
}

function dayInYear(year: string | undefined, ofMonth: number, day: number, today: string): string | null {
  if (year) return validDay(Number(year.length === 2 ? `20${year}` : year), ofMonth, day);
  // The next 29 February can be eight years away, for example across 2100, which is not a leap year.
  for (let next = Number(today.slice(0, 4)), last = next + 8; next <= last; next++) {
    const found = validDay(next, ofMonth, day);
    if (found && found >= today) return found;
  }
  return null;
}
