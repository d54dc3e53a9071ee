/** Settings of notifications, and when they keep the desktop quiet. */
import { minuteOfDayIn } from './calendar.ts';
import { type NotificationKind, notificationKinds } from './notification-rules.ts';

export interface QuietHours {
  readonly isOn: boolean;
  /** `HH:MM`; over midnight where `to` is the earlier one. */
  readonly from: string;
  readonly to: string;
  /** IANA name; null for the computer's own. */
  readonly timezone: string | null;
}

export interface NotificationSettings {
  /** Which kinds the desktop shows. The inbox has all of them. */
  readonly kinds: Readonly<Record<NotificationKind, boolean>>;
  /** Shows nothing until then (ISO time), or until the person turns it off. */
  readonly doNotDisturb: string | null;
  readonly quietHours: QuietHours;
  /** Whether the app's icon shows how many are unread. */
  readonly badge: boolean;
}

/** The value of `doNotDisturb` that ends by hand only. */
export const untilTurnedOff = 'always';

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

/** When the quiet hours around `now` end; null outside of them. All in milliseconds. */
export function quietHoursEnd(
  { isOn, from, to, timezone }: QuietHours,
  now: number,
  systemZone: string,
): number | null {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (!isOn || start === end) return null;
  const zone = timezone ?? systemZone;
  const minute = minuteOfDayIn(zone, now);
  const isQuiet = start < end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return null;
  const ends = Math.floor(now / 60_000) * 60_000 + ((end - minute + 1440) % 1440) * 60_000;
  // Clocks may turn in between.
  const shift = ((minuteOfDayIn(zone, ends) - end + 2160) % 1440) - 720;
  return ends - shift * 60_000;
}

/** Whether the person has turned on do not disturb and it has not ended. */
export const isQuietByChoice = ({ doNotDisturb }: NotificationSettings, now: number): boolean =>
  doNotDisturb === untilTurnedOff || (doNotDisturb !== null && Date.parse(doNotDisturb) > now);

/** When notifications may be shown again; null where they may be now, Infinity where only the person can end it. */
export function quietUntil(
  { doNotDisturb, quietHours }: NotificationSettings,
  now: number,
  systemZone: string,
): number | null {
  if (doNotDisturb === untilTurnedOff) return Number.POSITIVE_INFINITY;
  const disturbed = doNotDisturb === null ? Number.NEGATIVE_INFINITY : Date.parse(doNotDisturb);
  const hoursEnd = quietHoursEnd(quietHours, Math.max(now, disturbed), systemZone);
  return hoursEnd ?? (disturbed > now ? disturbed : null);
}
