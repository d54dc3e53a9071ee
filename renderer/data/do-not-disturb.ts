/** Turns do not disturb on and off, for settings and commands. */
import { type NotificationSettings, untilTurnedOff } from '../../shared/domain/notification-schedule.ts';

/** "Until tomorrow" ends at this hour. */
const morningHour = 8;

/** The setting for a choice: an ISO time, `always`, or null for off. */
export function disturbedUntil(
  choice: 'off' | 'hour' | 'tomorrow' | 'always',
  now = new Date(),
): NotificationSettings['doNotDisturb'] {
  if (choice === 'off') return null;
  if (choice === 'always') return untilTurnedOff;
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000).toISOString();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour).toISOString();
}
