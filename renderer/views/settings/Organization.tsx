/** For a local workspace, also has the features of the subscription plan. */
import type { ReactElement } from 'react';
import {
  type Params,
  type SubscriptionPlanFeature,
  serviceLimits,
  subscriptionPlanFeatures,
} from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { useLookups } from '../../data/lookups.ts';
import { WorkdaysChoice } from '../../progress/WorkdaysChoice.tsx';
import { useServiceAdminData } from './administration/administration.ts';
import { subscriptionPlanFeatureLabels } from './administration/settings-labels.ts';
import { AutoSaveField } from './parts/AutoSaveField.tsx';
import { ChoiceRow, SettingsGroup, SettingsRow, SwitchRow } from './parts/rows.tsx';

const set = (label: ActionLabel, change: Params<'account/update'>) =>
  void act(label, [actStep('account/update', change)]);

const features = [
  ['dependenciesEnabled', 'Dependencies'],
  ['dueDateEnabled', 'Due dates'],
  ['milestonesEnabled', 'Milestones'],
  ['sprintsEnabled', 'Runs'],
  ['hideCompletedCardCountForDecks', 'Hide the count of done cards on decks'],
  ['allowInheritHeroCover', 'Sub cards show their hero card’s cover'],
] as const;
const secondsPerDay = 86_400;

/** Whole days; null becomes an empty text. */
const daysText = (seconds: number | null) => (seconds === null ? '' : String(Math.round(seconds / secondsPerDay)));

export function OrganizationSection(): ReactElement | null {
  const { account } = useLookups();
  const isLocal = useWorkspace()?.kind === 'local';
  if (!account) return null;
  const { statusChangeDurations: durations } = account;
  const { min, max } = serviceLimits.handSlots;
  return (
    <>
      <SettingsGroup title="Organization">
        <AutoSaveField label="Name" value={account.name} onSave={(name) => set('Rename the organization', { name })} />
        <AutoSaveField
          label="Slots of a Hand"
          about={`The most cards not yet done that a person can hold: ${min} to ${max}.`}
          value={String(account.maxHandSlotCount)}
          check={(text) =>
            /^\d+$/.test(text) && +text >= min && +text <= max ? null : `A number from ${min} to ${max}.`
          }
          onSave={(text) => set('Change the slots of a Hand', { maxHandSlotCount: Number(text) })}
        />
        <AutoSaveField
          label="Effort scale"
          about="Suggested values. Any other number is allowed too."
          value={account.effortScale.join(', ')}
          check={(text) => (/^\s*\d+(\s*,\s*\d+)*\s*$/.test(text) ? null : 'Whole numbers with commas between them.')}
          onSave={(text) =>
            set('Change the effort scale', { effortScale: text.split(',').map((value) => Number(value.trim())) })
          }
        />
        <DefaultEffortRow value={account.fallbackEffort} />
        {(['a', 'b', 'c'] as const).map((priority, index) => (
          <AutoSaveField
            key={priority}
            label={`${['Highest', 'Middle', 'Lowest'][index]} priority`}
            value={account.priorityLabels[priority]}
            onSave={(label) =>
              set('Rename a priority', { priorityLabels: { ...account.priorityLabels, [priority]: label } })
            }
          />
        ))}
      </SettingsGroup>
      <SettingsGroup title="Features">
        {features.map(([field, label]) => (
          <SwitchRow
            key={field}
            label={label}
            checked={account[field]}
            onChange={(on) => set(`Switch ${label}`, { [field]: on })}
          />
        ))}
        <ChoiceRow
          label="Journeys"
          value={account.workflowMode}
          choices={{ none: 'Not used', only_parent_cards: 'Hero cards only', journeys: 'Journeys' }}
          onChange={(workflowMode) => set('Change journeys', { workflowMode })}
        />
        <ChoiceRow
          label="Cover of a card"
          about="Which attached picture is used as the cover."
          value={account.attachmentCoverMode}
          choices={{ none: 'None', first: 'The first', last: 'The newest' }}
          onChange={(attachmentCoverMode) => set('Change covers', { attachmentCoverMode })}
        />
      </SettingsGroup>
      <SettingsGroup title="Time">
        <ChoiceRow
          label="First day of the week"
          value={account.startWeekday}
          choices={{ monday: 'Monday', saturday: 'Saturday', sunday: 'Sunday' }}
          onChange={(startWeekday) => set('Change the first weekday', { startWeekday })}
        />
        <SettingsRow label="Workdays">
          <WorkdaysChoice workdays={account.workdays} />
        </SettingsRow>
        <AutoSaveField
          label="Started cards snooze after"
          about="Days without a change."
          value={daysText(durations.snooze)}
          check={(text) => (/^[1-9]\d{0,3}$/.test(text) ? null : 'A number of days.')}
          onSave={(text) =>
            set('Change snoozing', { statusChangeDurations: { ...durations, snooze: Number(text) * secondsPerDay } })
          }
        />
        <AutoSaveField
          label="Done cards are archived after"
          about="Days without a change and without open threads; empty means never."
          value={daysText(durations.archive)}
          check={(text) => (text === '' || /^[1-9]\d{0,3}$/.test(text) ? null : 'A number of days, or nothing.')}
          onSave={(text) =>
            set('Change archiving', {
              statusChangeDurations: { ...durations, archive: text === '' ? null : Number(text) * secondsPerDay },
            })
          }
        />
      </SettingsGroup>
      {isLocal ? <PlanFeatures /> : null}
    </>
  );
}

/** With a feature off, the embedded service refuses the same changes as a hosted service whose plan lacks it. */
function PlanFeatures(): ReactElement {
  const { value, update } = useServiceAdminData('service/settings');
  const has = value?.planFeatures ?? subscriptionPlanFeatures;
  const toggle = async (feature: SubscriptionPlanFeature, on: boolean) => {
    const next = subscriptionPlanFeatures.filter((name) => (name === feature ? on : has.includes(name)));
    // Shown before the service confirms it: a change of another switch at once then includes this one.
    update(value && { ...value, planFeatures: next });
    if (!(await act('Change the plan features', [actStep('account/update', { planFeatures: next })]))) update();
  };
  return (
    <SettingsGroup
      title="Plan"
      about="A hosted organization has these by its plan. Switch them off to see what a service without them refuses."
    >
      {subscriptionPlanFeatures.map((feature) => (
        <SwitchRow
          key={feature}
          {...subscriptionPlanFeatureLabels[feature]}
          checked={has.includes(feature)}
          disabled={value === null}
          onChange={(on) => void toggle(feature, on)}
        />
      ))}
    </SettingsGroup>
  );
}

/** Charts and capacities use this effort for cards that have none. */
export function DefaultEffortRow({ value }: { value: number }): ReactElement {
  return (
    <AutoSaveField
      label="Default effort"
      about="Used in charts and capacity for cards without an effort."
      value={String(value)}
      check={(text) => (/^\d+$/.test(text) ? null : 'A whole number.')}
      onSave={(text) => set('Change the default effort', { fallbackEffort: Number(text) })}
    />
  );
}
