import { z } from 'zod';
import { isTimezone } from '../domain/calendar.ts';
import { type NotificationKind, notificationKinds } from '../domain/notification-rules.ts';
import {
  defaultNotificationSettings,
  doNotDisturbUntilTurnedOff,
  type NotificationSettings,
} from '../domain/notification-schedule.ts';

export interface AppNotification {
  readonly key: string;
  readonly kind: NotificationKind;
  readonly title: string;
  /** The text below the title, as plain text; it can be empty. */
  readonly body: string;
  /** ISO time of the event. */
  readonly at: string;
  readonly isRead: boolean;
  /** User id of the person who caused the event; null if unknown. */
  readonly actorId: string | null;
  /** Name of the card's project. Null for a run or a refused change, and if the card has no project. */
  readonly project: string | null;
  /** The row that a click opens. Null for a refused change: a click then opens the outbox. */
  readonly target:
    | {
        readonly model: 'card';
        readonly id: string;
        readonly code: string | null;
        readonly title: string;
        /** True if the person owns the card and can start it now. Only some kinds then have the button "Start". */
        readonly canStart: boolean;
      }
    | { readonly model: 'sprint'; readonly id: string }
    | null;
  readonly threadId: string | null;
}

export interface NotificationListUpdate {
  /** Unread notifications, and the read notifications of the last week, newest first, at most 200. */
  readonly all: readonly AppNotification[];
  /** Keys of the new notifications, which the app also announces as desktop notifications. */
  readonly arrived: readonly string[];
}

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const defaults = defaultNotificationSettings;
const kinds = Object.fromEntries(
  notificationKinds.map((kind) => [kind, z.boolean().default(defaults.kinds[kind])]),
) as Record<NotificationKind, z.ZodDefault<z.ZodBoolean>>;

export const notificationSettingsSchema = z.object({
  kinds: z.object(kinds).prefault({}),
  doNotDisturb: z
    .union([z.iso.datetime(), z.literal(doNotDisturbUntilTurnedOff)])
    .nullable()
    .default(defaults.doNotDisturb),
  quietHours: z
    .object({
      isOn: z.boolean().default(defaults.quietHours.isOn),
      from: timeOfDay.default(defaults.quietHours.from),
      to: timeOfDay.default(defaults.quietHours.to),
      timezone: z.string().max(100).refine(isTimezone).nullable().default(defaults.quietHours.timezone),
    })
    .prefault({}),
  badge: z.boolean().default(defaults.badge),
}) satisfies z.ZodType<NotificationSettings>;
