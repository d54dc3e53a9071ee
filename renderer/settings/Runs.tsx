/** Run Configs and journeys of a local workspace. */
import { type FormEvent, type ReactElement, useState } from 'react';
import type { ServiceSettings } from '../../shared/bridge/index.ts';
import { query, under } from '../../shared/contract/index.ts';
import { isRunLabelTemplate } from '../../shared/domain/run-label.ts';
import { act, step } from '../data/act.ts';
import { useWorkspace } from '../data/app-state.ts';
import { useLive } from '../data/live.ts';
import { type SprintConfigRow, useDecks, useLookups } from '../data/lookups.ts';
import { localDay } from '../data/today.ts';
import { Button } from '../ui/Button.tsx';
import { Switch } from '../ui/Check.tsx';
import { Picker } from '../ui/Picker.tsx';
import { Select } from '../ui/Select.tsx';
import { AddForm } from './AddForm.tsx';
import { type Administered, administer, useAdministration } from './administration.ts';
import { Group, Row } from './parts.tsx';
import { SavedField } from './SavedField.tsx';
import styles from './settings.module.css';
import { counted } from './words.ts';

type Times = Administered<ServiceSettings> | null;

export function Runs(): ReactElement {
  const isLocal = useWorkspace()?.kind === 'local';
  return isLocal ? <LocalRuns /> : <AllRuns times={null} />;
}

/** The local service tells by whose midnights runs begin and end; the interface does not. */
function LocalRuns(): ReactElement {
  return <AllRuns times={useAdministration('service/settings')} />;
}

function AllRuns({ times }: { times: Times }): ReactElement {
  const { sprintConfigs } = useLookups();
  return (
    <>
      {Object.values(sprintConfigs).map((config) => (
        <RunConfig key={config.id} config={config} times={times} />
      ))}
      <Group title="New Run Config" about="Creates runs of equal length, one after another, for all projects.">
        <NewRunConfig />
        {times?.value ? (
          <TimeZoneRow
            label="Time zone of new Run Configs"
            about="Their runs begin and end at its midnights."
            value={times.value.timezone}
            onPick={(timezone) => void administer('service/change', { timezone }).then(times.update)}
          />
        ) : null}
      </Group>
      <Journeys />
    </>
  );
}

function RunConfig({ config, times }: { config: SprintConfigRow; times: Times }): ReactElement {
  const own = times?.value?.runs.find(({ sprintConfigId }) => sprintConfigId === config.id);
  return (
    <Group title={`Runs of ${config.name}`}>
      <SavedField
        label="Name"
        value={config.name}
        onSave={(name) => void act('Rename a Run Config', [step('sprints/updateConfig', { id: config.id, name })])}
      />
      <SavedField
        label="Names of its runs"
        about="%RUN_NR% is the run’s number, %CALENDAR_WEEK% its week; empty means “Run %RUN_NR%”."
        value={config.runLabelTemplate ?? ''}
        check={(text) => (text === '' || isRunLabelTemplate(text) ? null : 'It needs %RUN_NR% or %CALENDAR_WEEK%.')}
        onSave={(text) =>
          void act('Change the names of runs', [
            step('sprints/updateConfig', { id: config.id, runLabelTemplate: text || null }),
          ])
        }
      />
      <Row label="New cards go into the current run">
        <Switch
          label="New cards go into the current run"
          checked={config.autoAssignNewCard}
          onChange={(autoAssignNewCard) =>
            void act('Change a Run Config', [step('sprints/updateConfig', { id: config.id, autoAssignNewCard })])
          }
        />
      </Row>
      {own ? (
        <TimeZoneRow
          label="Time zone"
          about={`Its runs of ${counted(own.days, 'day')} begin and end at midnight there; Beast Mode counts from it.`}
          value={own.timezone}
          onPick={(timezone) =>
            void administer('service/change', { runTimezone: { sprintConfigId: config.id, timezone } }).then(
              times?.update,
            )
          }
        />
      ) : null}
    </Group>
  );
}

/** Names that this system knows, and the one that is set. */
const timeZones = Intl.supportedValuesOf('timeZone');

function TimeZoneRow({
  label,
  about,
  value,
  onPick,
}: {
  label: string;
  about: string;
  value: string;
  onPick: (timezone: string) => void;
}): ReactElement {
  const names = timeZones.includes(value) ? timeZones : [value, ...timeZones];
  return (
    <Row label={label} about={about}>
      <Picker
        label={label}
        placeholder="Find a city…"
        align="end"
        value={[value]}
        options={names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
        onPick={onPick}
        trigger={<Button>{value.replaceAll('_', ' ')}</Button>}
      />
    </Row>
  );
}

function NewRunConfig(): ReactElement {
  const [name, setName] = useState('');
  const [days, setDays] = useState('14');
  const [startDate, setStartDate] = useState(localDay());
  const fits = name.trim() !== '' && /^[1-9]\d{0,2}$/.test(days) && startDate !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!fits) return;
    const params = { name: name.trim(), startDate, days: Number(days), isGlobal: true };
    if (await act('Create a Run Config', [step('sprints/createConfig', params)])) setName('');
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <input
        className={styles.input}
        aria-label="Name of the Run Config"
        placeholder="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <input
        className={styles.number}
        aria-label="Days of a run"
        inputMode="numeric"
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <span className={styles.about}>days from</span>
      <input
        className={styles.input}
        type="date"
        aria-label="First day of the first run"
        value={startDate}
        onChange={(event) => setStartDate(event.target.value)}
      />
      <Button type="submit" disabled={!fits}>
        Create
      </Button>
    </form>
  );
}

const journeyQuery = query({
  _root: [
    {
      account: [
        under('workflowItems', { visibility: 'default', $order: [{ field: 'sortValue', dir: 'asc' }] }, [
          'deckId',
          'title',
          'content',
          'label',
          'effort',
        ]),
      ],
    },
  ],
});

function Journeys(): ReactElement {
  const { data } = useLive(journeyQuery);
  const decks = useDecks();
  const steps = Object.values(data?.workflowItem ?? {});
  const withJourney = decks.filter((deck) => steps.some(({ deckId }) => deckId === deck.id));
  const [deckId, setDeckId] = useState<string | null>(null);
  const chosen = deckId ?? withJourney[0]?.id ?? decks[0]?.id ?? null;
  return (
    <Group
      title="Journeys"
      about="The steps of a deck’s journey become sub cards when the journey is started on a card."
    >
      <Row label="Deck">
        <Select
          label="Deck"
          value={chosen as string | null}
          options={decks.map(({ id, title }) => ({ value: id as string | null, label: title }))}
          onChange={setDeckId}
        />
      </Row>
      {steps
        .filter((item) => item.deckId === chosen)
        .map((item) => (
          <SavedField
            key={item.itemId}
            label={item.label ?? 'Step'}
            value={item.content}
            onSave={(content) =>
              void act('Change a journey step', [step('workflowItems/update', { id: item.itemId, content })])
            }
          />
        ))}
      {chosen ? (
        <AddForm
          label="What a new step says"
          add="Add step"
          onAdd={(content) => act('Add a journey step', [step('workflowItems/create', { deckId: chosen, content })])}
        />
      ) : null}
    </Group>
  );
}
