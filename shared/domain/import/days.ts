/** Reads dates as other programs write them. */

import { isDay } from '../../contract/check.ts';
import { dayInTimeZone } from '../calendar.ts';

export type DateOrder = 'day' | 'month';

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const isoDay =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;
const numbers = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[ ,T]+\d{1,2}:\d{2}.{0,20})?$/;
const dayMonthName = /^(\d{1,2})[ ./-]{1,2}([a-z]{3,9})\.?[ ./,-]{1,2}(\d{2}|\d{4})(?:[ ,]+\d{1,2}:\d{2}.{0,20})?$/i;
const monthNameDay =
  /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[ ,]+\d{1,2}:\d{2}.{0,20})?$/i;

const yearOf = (year: string) => (year.length === 2 ? `20${year}` : year.padStart(4, '0'));
const dayOf = (year: string, month: string | number, day: string): string | null => {
  const text = `${yearOf(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};
const monthOfName = (name: string) => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/**
 * The day of a date, in `timezone` if the date has a time with an offset. Null if it is no date, if there is no such
 * day, or if it depends on an order that is null.
 */
export function readDay(written: string, order: DateOrder | null, timezone: string): string | null {
  const text = written.trim();
  if (text.length > 60) return null;
  const iso = isoDay.exec(text);
  if (iso) {
    const [, year = '', month = '', day = '', hour, minute = '00', second = '00', offset] = iso;
    const local = dayOf(year, month, day);
    if (!local || hour === undefined || offset === undefined) return local;
    const zone = offset === 'Z' || offset === 'UTC' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
    const at = Date.parse(`${local}T${hour.padStart(2, '0')}:${minute}:${second}${zone}`);
    return Number.isNaN(at) ? null : dayInTimeZone(timezone, new Date(at).toISOString());
  }
  const parts = numbers.exec(text);
  if (parts) {
    const [, first = '', , second = '', third = ''] = parts;
    if (first.length > 2) return third.length <= 2 ? dayOf(first, second, third) : null;
    if (third.length !== 2 && third.length !== 4) return null;
    if (order === null && Number(first) !== Number(second)) return null;
    return order === 'day' ? dayOf(third, second, first) : dayOf(third, first, second);
  }
  const named = dayMonthName.exec(text);
  if (named && monthOfName(named[2] ?? '') > 0)
    return dayOf(named[3] ?? '', monthOfName(named[2] ?? ''), named[1] ?? '');
  const american = monthNameDay.exec(text);
  if (american && monthOfName(american[1] ?? '') > 0)
    return dayOf(american[3] ?? '', monthOfName(american[1] ?? ''), american[2] ?? '');
  return null;
}

/**
 * Null if the order changes no date. The order is null if the dates fit both or contradict each other, so that the
 * person must say; the example shows why.
 */
export function dateOrderOf(
  dates: Iterable<string>,
): { readonly order: DateOrder | null; readonly example: string } | null {
  const examples: { day?: string; month?: string; both?: string } = {};
  for (const date of dates) {
    const [, first = '', separator, second = ''] = numbers.exec(date.trim()) ?? [];
    if (first === '' || first.length > 2 || Number(first) === Number(second)) continue;
    // Dates with points are written in countries that put the day first.
    const isDay = Number(first) > 12 || (separator === '.' && Number(second) <= 12);
    examples[isDay ? 'day' : Number(second) > 12 ? 'month' : 'both'] ??= date.trim();
  }
  const { day, month, both } = examples;
  if (day !== undefined && month === undefined) return { order: 'day', example: day };
  if (month !== undefined && day === undefined) return { order: 'month', example: month };
  const example = both ?? day;
  return example === undefined ? null : { order: null, example };
}
