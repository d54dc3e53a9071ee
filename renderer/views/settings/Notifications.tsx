/** Desktop notifications on this computer. */
import type { ReactElement } from 'react';
import { type NotificationKind, notificationKinds } from '../../../shared/domain/notification-rules.ts';
import {
  doNotDisturbUntilTurnedOff,
  isDoNotDisturbOn,
  type NotificationSettings,
} from '../../../shared/domain/notification-schedule.ts';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import { doNotDisturbSettingForChoice } from '../../data/notifications.ts';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { ChoiceRow, SettingsGroup, SettingsRow, SwitchRow, TimeZoneRow } from './parts/rows.tsx';
import styles from './parts/settings.module.css';

const kindLabels: Readonly<Record<NotificationKind, readonly [label: string, about: string]>> = {
  mention: ['Mentions', 'Somebody mentions you in a comment or on a card.'],
  block: ['Blocks', 'Somebody blocks a card of yours.'],
  review: ['Reviews', 'Somebody asks for a review of a card of yours.'],
  reply: ['Comments', 'On your cards, and in threads that you take part in.'],
  assigned: ['Cards that become yours', 'Somebody else makes you the owner of a card.'],
  hand: ['Cards in your Hand', 'A card is added to your Hand elsewhere.'],
  due: ['Due cards', 'On the morning of the due date of your cards.'],
  runEnds: ['Runs that end', 'On the morning before a run ends in which your cards are open.'],
  refused: ['Refused changes', 'A change of yours was not accepted.'],
};

const change = (notifications: NotificationSettings) => void changeSettings({ notifications });

const quietChoices = {
  off: 'Off',
  hour: 'For an hour',
  tomorrow: 'Until tomorrow',
  always: 'Until I turn it off',
} as const;

const systemZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export function NotificationsSection(): ReactElement {
  const { notifications } = useSettings();
  const { kinds, quietHours, badge, doNotDisturb } = notifications;
  const set = (part: Partial<NotificationSettings>) => change({ ...notifications, ...part });
  const setHours = (part: Partial<NotificationSettings['quietHours']>) =>
    set({ quietHours: { ...quietHours, ...part } });
  const isQuiet = isDoNotDisturbOn(notifications, Date.now());
  const until = isQuiet && doNotDisturb !== null && doNotDisturb !== doNotDisturbUntilTurnedOff ? doNotDisturb : null;
  const choices = until ? { until: `Until ${dateAndTimeText(until)}`, ...quietChoices } : quietChoices;
  return (
    <>
      <SettingsGroup
        title="Notifications"
        about="On this computer, for all workspaces. The inbox lists everything, whatever is set here."
      >
        <ChoiceRow
          label="Do not disturb"
          about="What arrives meanwhile is shown afterwards, as one notification."
          value={until ? 'until' : isQuiet ? 'always' : 'off'}
          choices={choices as Readonly<Record<'until' | keyof typeof quietChoices, string>>}
          onChange={(choice) => choice !== 'until' && set({ doNotDisturb: doNotDisturbSettingForChoice(choice) })}
        />
        <SwitchRow
          label="Quiet hours"
          about="Every day at these times, as with do not disturb."
          checked={quietHours.isOn}
          onChange={(isOn) => setHours({ isOn })}
        />
        {quietHours.isOn ? (
          <>
            <SettingsRow label="From and to" about="Over midnight where the second time is the earlier one.">
              <span className="row gap-2">
                <TimeField label="Quiet from" value={quietHours.from} onChange={(from) => setHours({ from })} />
                <span aria-hidden>–</span>
                <TimeField label="Quiet to" value={quietHours.to} onChange={(to) => setHours({ to })} />
              </span>
            </SettingsRow>
            <TimeZoneRow
              label="Time zone of the quiet hours"
              about={
                quietHours.timezone === null ? 'That of this computer, also when it changes.' : 'Stays on journeys.'
              }
              value={quietHours.timezone ?? systemZone()}
              onPick={(timezone) => setHours({ timezone: timezone === systemZone() ? null : timezone })}
            />
          </>
        ) : null}
        <SwitchRow
          label="Number on the app’s icon"
          about="How many notifications are unread, where the desktop shows it."
          checked={badge}
          onChange={(shown) => set({ badge: shown })}
        />
      </SettingsGroup>
      <SettingsGroup title="Show a notification for">
        {notificationKinds.map((kind) => (
          <SwitchRow
            key={kind}
            label={kindLabels[kind][0]}
            about={kindLabels[kind][1]}
            checked={kinds[kind]}
            onChange={(shown) => set({ kinds: { ...kinds, [kind]: shown } })}
          />
        ))}
      </SettingsGroup>
    </>
  );
}

/** Calls `onChange` only with complete times. */
function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  return (
    <input
      type="time"
      className={styles.time}
      aria-label={label}
      defaultValue={value}
      onChange={(event) => /^\d\d:\d\d$/.test(event.target.value) && onChange(event.target.value)}
    />
  );
}
