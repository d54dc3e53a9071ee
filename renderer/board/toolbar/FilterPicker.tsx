/** Chooses what a board is filtered by: first the field, then its values; typing finds values of all fields at once. */
import { ChevronLeft } from 'lucide-react';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { nameOf, useLookups, usePeople, usePersons } from '../../data/lookups.ts';
import type { CardRow } from '../../model/card-row.ts';
import { fieldLabels, senseWords, valueName } from '../../model/filter-labels.ts';
import {
  conditionsOf,
  type FilterField,
  type Filters,
  filterFields,
  hasSense,
  noFilters,
  properties,
  type Sense,
  spans,
  toggleValue,
  valuesOf,
  withCondition,
} from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { type Choice, ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { StatusDot } from '../../ui/icons/StatusDot.tsx';
import { type StatusGroup, statusGroups, statusLook } from '../../ui/icons/status.ts';
import type { BoardModel } from '../use-board-model.ts';
import styles from './FilterPicker.module.css';

export interface FilterPickerProps {
  model: BoardModel;
  /** Absent: any field, chosen first. */
  field?: FilterField;
  sense?: Sense;
}

interface Option {
  readonly value: string | null;
  readonly icon?: ReactNode;
}

/** Lists longer than this begin with what is chosen already. */
const shortLength = 15;

export function FilterPicker({ model, field: given, sense: first = 'in' }: FilterPickerProps): ReactElement {
  const { view, setView } = model;
  const filters = view.filters ?? noFilters;
  const names = { lookups: useLookups(), people: usePeople() };
  const options = useOptions(model);
  const [field, setField] = useState<FilterField | null>(given ?? null);
  const [sense, setSense] = useState<Sense>(first);
  // As of when the field was chosen: what is ticked does not move under the pointer.
  const [before, setBefore] = useState(filters);
  const set = (next: Filters) => setView({ ...view, filters: next });
  const choicesOf = (of: FilterField): Choice[] => {
    const chosen = valuesOf(filters, of, sense);
    const listed = options[of] ?? [];
    // What was chosen earlier can be taken back though no card has it any more.
    const known = new Set(listed.map(({ value }) => value));
    const stale = conditionsOf(before)
      .flatMap((condition) => (condition.field === of ? condition.values : []))
      .filter((value) => !known.has(value));
    const all = [...listed, ...[...new Set(stale)].map((value): Option => ({ value }))];
    const wasChosen = new Set(valuesOf(before, of, sense));
    const ordered =
      all.length > shortLength
        ? all.toSorted((a, b) => Number(wasChosen.has(b.value)) - Number(wasChosen.has(a.value)))
        : all;
    return ordered.map(({ value, icon }) => ({
      key: JSON.stringify([of, value]),
      label: valueName(of, value, names),
      icon,
      chosen: chosen.includes(value),
    }));
  };
  const toggle = (key: string) => {
    const [of, value] = JSON.parse(key) as [FilterField, string | null];
    const next = toggleValue(filters, of, sense, value);
    set(next);
    return next;
  };

  if (field === null) {
    const fields = filterFields.filter(
      (name) => name === 'notDone' || name === 'due' || (options[name]?.length ?? 0) > 0,
    );
    return (
      <div className={styles.picker}>
        <ChoiceList
          key="fields"
          label="Filter by"
          choices={[
            ...fields.map((name) => ({
              key: name,
              label: fieldLabels[name],
              chosen: valuesOf(filters, name, 'in').length > 0 || valuesOf(filters, name, 'out').length > 0,
            })),
            ...fields.flatMap((name) =>
              choicesOf(name).map((choice) => ({ ...choice, hint: fieldLabels[name], typedOnly: true })),
            ),
          ]}
          meant={(text) =>
            text.trim() ? { key: `text ${text.trim()}`, label: `Text contains “${text.trim()}”` } : null
          }
          onChoose={(key) => {
            if (key.startsWith('text ')) return model.setText(key.slice('text '.length));
            if (key === 'notDone') return set({ ...filters, hideDone: !filters.hideDone });
            if (!key.startsWith('[')) {
              setBefore(filters);
              return setField(key as FilterField);
            }
            setBefore(toggle(key));
            setField((JSON.parse(key) as [FilterField])[0]);
          }}
        />
      </div>
    );
  }
  const back = given ? undefined : () => setField(null);
  const other: Sense = sense === 'in' ? 'out' : 'in';
  return (
    <div className={styles.picker}>
      {field === 'due' ? (
        <DueBetween
          due={filters.due}
          change={(values) => set(withCondition(filters, { field: 'due', sense: 'in', values }))}
        />
      ) : (
        <ChoiceList
          key={field}
          label={fieldLabels[field]}
          choices={choicesOf(field)}
          multiple
          onChoose={toggle}
          {...(back ? { onBack: back } : {})}
        />
      )}
      {back || (hasSense(field) && !given) ? (
        <div className={styles.foot}>
          {back ? (
            <Button small look="quiet" onClick={back}>
              <ChevronLeft size={14} aria-hidden />
              All fields
            </Button>
          ) : null}
          {hasSense(field) ? (
            <Button small look="quiet" onClick={() => setSense(other)} tip={`Change to “${senseWords(field, other)}”`}>
              {senseWords(field, sense)}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Cards due from one day to another, both included; either may be left out. */
function DueBetween(props: { due: Filters['due']; change: (days: readonly (string | null)[]) => void }): ReactElement {
  const [from = null, until = null] = props.due ?? [];
  return (
    <fieldset className={styles.due}>
      <legend>Due between</legend>
      <DateField
        label="Due from"
        hideLabel
        clearable
        value={from}
        placeholder="From"
        onChange={(day) => props.change([day, until])}
      />
      <DateField
        label="Due until"
        hideLabel
        clearable
        value={until}
        placeholder="Until"
        {...(from === null ? {} : { min: from })}
        onChange={(day) => props.change([from, day])}
      />
    </fieldset>
  );
}

/** The values of each field that can be chosen: those of the workspace, and what the board's cards had when it was opened. */
function useOptions({ source, setNow }: BoardModel): Partial<Record<FilterField, readonly Option[]>> {
  const { account, decks, sprints, milestones } = useLookups();
  const persons = usePersons();
  const found = useMemo(() => {
    const { ids, rows } = setNow();
    const valuesIn = <T extends string | number | null>(read: (card: CardRow) => readonly T[]) => [
      ...new Set(ids.flatMap((id) => (rows[id] ? read(rows[id]) : []))),
    ];
    return {
      tags: valuesIn(({ tags }) => tags),
      efforts: valuesIn<number | null>(({ effort }) => [effort]),
      decks: valuesIn<string | null>(({ deckId }) => [deckId]),
      runs: valuesIn<string | null>(({ sprintId }) => [sprintId]),
      milestones: valuesIn<string | null>(({ milestoneId }) => [milestoneId]),
      priorities: valuesIn<string | null>(({ priority }) => [priority]),
      groups: valuesIn<string>(({ derivedStatus }) => [statusLook(derivedStatus).group]),
    };
  }, [setNow]);
  return useMemo(() => {
    const given = <T,>(values: readonly (T | null)[]) => values.filter((value): value is T & {} => value !== null);
    const plain = (values: Iterable<string | null>): Option[] => [...values].map((value) => ({ value }));
    // Where all cards have one there is nothing to choose, and where none has, neither.
    const noneOf = (values: readonly (string | null)[]): Option[] =>
      values.includes(null) && values.length > 1 ? [{ value: null }] : [];
    const efforts = new Set([...(account?.effortScale ?? []), ...given(found.efforts)]);
    const runs = given(found.runs).filter((id) => sprints[id]);
    const dated = given(found.milestones).filter((id) => milestones[id]);
    return {
      owners: [
        { value: null },
        ...persons.map((person) => ({
          value: person.id as string,
          icon: <Avatar id={person.id} name={nameOf(person)} size={16} />,
        })),
      ],
      statuses: statusGroups
        .filter((group) => group !== 'unknown' || found.groups.includes(group))
        .map((value: StatusGroup) => ({ value, icon: <StatusDot group={value} named={false} /> })),
      priorities: plain([
        // What the service added later is there to be chosen once a card has it.
        ...new Set([...Object.keys(account?.priorityLabels ?? {}), ...given(found.priorities)]),
        null,
      ]),
      efforts: plain([...[...efforts].sort((a, b) => a - b).map(String), null]),
      dates: plain(spans),
      has: plain(properties),
      decks: source.namesDeck ? plain(given(found.decks).filter((id) => decks[id])) : [],
      runs:
        source.gives.sprintId || source.runs || account?.sprintsEnabled === false
          ? []
          : [
              ...plain(
                runs.toSorted((a, b) => (sprints[a]?.startDate ?? '').localeCompare(sprints[b]?.startDate ?? '')),
              ),
              ...noneOf(found.runs),
            ],
      milestones:
        source.gives.milestoneId || account?.milestonesEnabled === false
          ? []
          : [
              ...plain(dated.toSorted((a, b) => (milestones[a]?.date ?? '').localeCompare(milestones[b]?.date ?? ''))),
              ...noneOf(found.milestones),
            ],
      tags: plain(found.tags.toSorted((a, b) => a.localeCompare(b))),
    };
  }, [found, account, decks, sprints, milestones, persons, source]);
}
