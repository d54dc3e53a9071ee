import { doNotDisturbUntilTurnedOff, type NotificationSettings } from '../../shared/domain/notification-schedule.ts';

/** "Until tomorrow" ends then, local time. */
const morningHour = 8;

/** The ISO time at which "Do not disturb" ends, `doNotDisturbUntilTurnedOff`, or null for off. */
export function doNotDisturbSettingForChoice(
  choice: 'off' | 'hour' | 'tomorrow' | 'always',
  now = new Date(),
): NotificationSettings['doNotDisturb'] {
  if (choice === 'off') return null;
  if (choice === 'always') return doNotDisturbUntilTurnedOff;
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000).toISOString();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour).toISOString();
}
