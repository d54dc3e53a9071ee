import { minuteOfDayInTimeZone } from './calendar.ts';
import { type NotificationKind, notificationKinds } from './notification-rules.ts';

export interface QuietHours {
  readonly isOn: boolean;
  /** Start and end as `HH:MM`. If `to` is earlier than `from`, the quiet hours end on the next day. */
  readonly from: string;
  readonly to: string;
  /** IANA name of the time zone; null for the computer's time zone. */
  readonly timezone: string | null;
}

export interface NotificationSettings {
  /** The inbox shows all kinds. */
  readonly kinds: Readonly<Record<NotificationKind, boolean>>;
  /**
   * The ISO time at which "Do not disturb" ends; `doNotDisturbUntilTurnedOff` if there is no end, null if it is off.
   */
  readonly doNotDisturb: string | null;
  readonly quietHours: QuietHours;
  readonly badge: boolean;
}

export const doNotDisturbUntilTurnedOff = 'always';

export const defaultNotificationSettings: NotificationSettings = {
  kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, true])) as Record<NotificationKind, boolean>,
  doNotDisturb: null,
  quietHours: { isOn: false, from: '20:00', to: '08:00', timezone: null },
  badge: true,
};

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Null if `now` is not in quiet hours. Times are epoch milliseconds. */
export function quietHoursEndEpochMs(
  { isOn, from, to, timezone }: QuietHours,
  now: number,
  systemZone: string,
): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (!isOn || start === end) return null;
  const zone = timezone ?? systemZone;
  const minute = minuteOfDayInTimeZone(zone, now);
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return null;
  const ends = Math.floor(now / 60_000) * 60_000 + ((end - minute + 1440) % 1440) * 60_000;
  // If the zone's clocks change before the end of the quiet hours, `ends` is wrong by `shift`.
  const shift = ((minuteOfDayInTimeZone(zone, ends) - end + 2160) % 1440) - 720;
  const corrected = ends - shift * 60_000;
  // If the clocks skip the end of the quiet hours, `corrected` is still in them, and `ends` is right.
  return minuteOfDayInTimeZone(zone, corrected) === end ? corrected : ends;
}

/** `now` is in epoch milliseconds. */
export const isDoNotDisturbOn = ({ doNotDisturb }: NotificationSettings, now: number): boolean =>
  doNotDisturb === doNotDisturbUntilTurnedOff || (doNotDisturb !== null && Date.parse(doNotDisturb) > now);

/** Epoch milliseconds. Null if none; Infinity if "Do not disturb" is on until it is turned off. */
export function quietUntilEpochMs(
  { doNotDisturb, quietHours }: NotificationSettings,
  now: number,
  systemZone: string,
): number | null {
  if (doNotDisturb === doNotDisturbUntilTurnedOff) return Number.POSITIVE_INFINITY;
  const doNotDisturbEnd = doNotDisturb === null ? Number.NEGATIVE_INFINITY : Date.parse(doNotDisturb);
  const currentHoursEnd = quietHoursEndEpochMs(quietHours, Math.max(now, doNotDisturbEnd), systemZone);
  return currentHoursEnd ?? (doNotDisturbEnd > now ? doNotDisturbEnd : null);
}
