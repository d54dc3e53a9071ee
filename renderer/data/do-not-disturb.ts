/** Computes the value of the setting "Do not disturb" from the person's choice, for the settings view and commands. */
import { doNotDisturbUntilTurnedOff, type NotificationSettings } from '../../shared/domain/notification-schedule.ts';

/** The choice "Until tomorrow" ends at this hour, local time. */
const morningHour = 8;

/**
 * Returns the setting for a choice: the ISO time at which "Do not disturb" ends, `doNotDisturbUntilTurnedOff`, or null
 * for off.
 */
export function doNotDisturbSettingForChoice(
  choice: 'off' | 'hour' | 'tomorrow' | 'always',
  now = new Date(),
): NotificationSettings['doNotDisturb'] {
  if (choice === 'off') return null;
  if (choice === 'always') return doNotDisturbUntilTurnedOff;
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000).toISOString();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour).toISOString();
}
