/** Notifications as they cross the bridge, and their settings. */
import { z } from 'zod';
import { isTimezone } from '../domain/calendar.ts';
import { type NotificationKind, notificationKinds } from '../domain/notification-rules.ts';
import {
  defaultNotificationSettings,
  type NotificationSettings,
  untilTurnedOff,
} from '../domain/notification-schedule.ts';

/** Something that happened, in the words in which it is shown. */
export interface AppNotification {
  readonly key: string;
  readonly kind: NotificationKind;
  /** Plain text. */
  readonly title: string;
  /** Plain text; may be empty. */
  readonly body: string;
  /** ISO time at which it happened. */
  readonly at: string;
  readonly isRead: boolean;
  /** Who did it; null where it is unknown. */
  readonly actorId: string | null;
  /** Name of the project; null where it belongs to none. */
  readonly project: string | null;
  /** What opens with it. Null for a refused change: then the outbox opens. */
  readonly target:
    | {
        readonly model: 'card';
        readonly id: string;
        readonly code: string | null;
        readonly title: string;
        /** It is the person's own and not started, blocked, in review or a document. */
        readonly canStart: boolean;
      }
    | { readonly model: 'sprint'; readonly id: string }
    | null;
  /** The comment thread that it is about, or null. */
  readonly threadId: string | null;
}

export interface NotificationsChanged {
  /** Newest first: unread ones, and read ones of the last days. */
  readonly all: readonly AppNotification[];
  /** Keys of those to announce. */
  readonly arrived: readonly string[];
}

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const defaults = defaultNotificationSettings;
const kinds = Object.fromEntries(
  notificationKinds.map((kind) => [kind, z.boolean().default(defaults.kinds[kind])]),
) as Record<NotificationKind, z.ZodDefault<z.ZodBoolean>>;

/** Shared by the settings file and by the command that changes it. */
export const notificationSettings = z.object({
  kinds: z.object(kinds).prefault({}),
  doNotDisturb: z
    .union([z.iso.datetime(), z.literal(untilTurnedOff)])
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
