/** What a board can be filtered by, and what it is. */
import { Fragment, type ReactElement, useMemo } from 'react';
import { runLabel } from '../../shared/domain/run-label.ts';
import { type Lookups, nameOf, useLookups, usePersons } from '../data/lookups.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Check } from '../ui/Check.tsx';
import { DateField } from '../ui/DateField.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { groupLabels, statusGroups, statusLook } from '../ui/status.ts';
import styles from './BoardTools.module.css';
import type { BoardModel } from './board-model.ts';
import type { CardRow } from './cards.ts';
import { FilterGroup, type FilterOption } from './FilterGroup.tsx';
import { countFilters, type Filters, properties, propertyLabels, spanLabels, spans, toggled } from './filters.ts';

export function FilterPanel({ model }: { model: BoardModel }): ReactElement {
  const { view, setView } = model;
  const filters: Filters = view.filters ?? {};
  return (
    <>
      <div className={styles.panel}>
        <Panel model={model} filters={filters} />
      </div>
      <div className={styles.foot}>
        <Button
          small
          look="quiet"
          disabled={countFilters(filters) === 0}
          onClick={() => setView({ ...view, filters: {} })}
        >
          Clear filters
        </Button>
      </div>
    </>
  );
}

type ListName = Exclude<keyof Filters, 'text' | 'hideDone' | 'due'>;

function Panel({ model, filters }: { model: BoardModel; filters: Filters }): ReactElement {
  const { source, view, setView, setNow } = model;
  const lookups = useLookups();
  const { account, decks } = lookups;
  const persons = usePersons();
  // What the board's cards have, as of when the filters were opened.
  const found = useMemo(() => {
    const { ids, rows } = setNow();
    const valuesOf = (read: (card: CardRow) => readonly (string | number | null)[]) => [
      ...new Set(ids.flatMap((id) => (rows[id] ? read(rows[id]) : []))),
    ];
    return {
      tags: valuesOf(({ tags }) => tags) as string[],
      efforts: valuesOf(({ effort }) => [effort]) as (number | null)[],
      decks: valuesOf(({ deckId }) => [deckId]) as (string | null)[],
      runs: valuesOf(({ sprintId }) => [sprintId]) as (string | null)[],
      milestones: valuesOf(({ milestoneId }) => [milestoneId]) as (string | null)[],
      priorities: valuesOf(({ priority }) => [priority]) as (string | null)[],
      groups: valuesOf(({ derivedStatus }) => [statusLook(derivedStatus).group]) as string[],
    };
  }, [setNow]);
  const labels = (account?.priorityLabels ?? {}) as Record<string, string>;
  // What the service added later is there to be chosen once a card has it.
  const priorities = new Set([...Object.keys(labels), ...found.priorities.filter((priority) => priority !== null)]);
  const groups = statusGroups.filter((group) => group !== 'unknown' || found.groups.includes(group));
  const efforts = new Set([...(account?.effortScale ?? []), ...found.efforts.filter((effort) => effort !== null)]);
  const change = (next: Partial<Filters>) => setView({ ...view, filters: { ...filters, ...next } });
  const group = (name: ListName, legend: string, options: readonly FilterOption[]) => {
    const chosen = (filters[name] ?? []) as readonly (string | null)[];
    return (
      <FilterGroup
        legend={legend}
        options={options}
        chosen={chosen}
        onToggle={(value) => change({ [name]: toggled(chosen, value) })}
      />
    );
  };
  return (
    <div className={styles.groupsOfPanel}>
      {group('owners', 'Owner', [
        { value: null, name: 'Nobody' },
        ...persons.map((person) => ({
          value: person.id as string,
          name: nameOf(person),
          label: (
            <span className={styles.option}>
              <Avatar id={person.id} name={nameOf(person)} size={16} />
              {nameOf(person)}
            </span>
          ),
        })),
      ])}
      <div className={styles.groups}>
        {group(
          'statuses',
          'Status',
          groups.map((value) => ({
            value,
            name: groupLabels[value],
            label: (
              <span className={styles.option}>
                <StatusDot group={value} named={false} />
                {groupLabels[value]}
              </span>
            ),
          })),
        )}
        <Check checked={!!filters.hideDone} onChange={(hideDone) => change({ hideDone })}>
          Only what is not done
        </Check>
      </div>
      <div className={styles.groups}>
        {group('priorities', 'Priority', [
          ...[...priorities].map((value) => ({ value, name: labels[value] ?? value })),
          { value: null, name: 'None' },
        ])}
        {group('efforts', 'Effort', [
          ...[...efforts].sort((a, b) => a - b).map((effort) => ({ value: String(effort), name: String(effort) })),
          { value: null, name: 'None' },
        ])}
      </div>
      <DueBetween due={filters.due} change={(due) => change({ due })} />
      {group(
        'dates',
        'Dates',
        spans.map((value) => ({ value, name: spanLabels[value] })),
      )}
      <Having filters={filters} change={change} />
      {source.namesDeck
        ? group(
            'decks',
            'Deck',
            found.decks.flatMap((id) => (id && decks[id] ? [{ value: id, name: decks[id].title }] : [])),
          )
        : null}
      {source.gives.sprintId || source.runs || account?.sprintsEnabled === false
        ? null
        : group('runs', 'Run', [...runOptions(found.runs, lookups), noneOf(found.runs)].flat())}
      {source.gives.milestoneId || account?.milestonesEnabled === false
        ? null
        : group(
            'milestones',
            'Milestone',
            [...milestoneOptions(found.milestones, lookups), noneOf(found.milestones)].flat(),
          )}
      {group(
        'tags',
        'Tag',
        // Those chosen earlier can be taken back though no card has them any more.
        [...new Set([...found.tags, ...(filters.tags ?? [])])]
          .sort((x, y) => x.localeCompare(y))
          .map((value) => ({ value, name: value })),
      )}
    </div>
  );
}

/** Cards due from one day to another, both included; either may be left out. */
function DueBetween(props: { due: Filters['due']; change: (due: Filters['due']) => void }): ReactElement {
  const [from = null, until = null] = props.due ?? [];
  const set = (days: readonly (string | null)[]) => props.change(days.some((day) => day !== null) ? days : undefined);
  return (
    <fieldset className={styles.group}>
      <legend>Due between</legend>
      <DateField
        label="Due from"
        hideLabel
        clearable
        value={from}
        placeholder="From"
        onChange={(day) => set([day, until])}
      />
      <DateField
        label="Due until"
        hideLabel
        clearable
        value={until}
        placeholder="Until"
        {...(from === null ? {} : { min: from })}
        onChange={(day) => set([from, day])}
      />
    </fieldset>
  );
}

/** What cards are to have, and what they are not to have: at most one of the two of each. */
function Having({ filters, change }: { filters: Filters; change: (next: Partial<Filters>) => void }): ReactElement {
  const sides = [
    { name: 'with', other: 'without', word: 'With' },
    { name: 'without', other: 'with', word: 'Without' },
  ] as const;
  return (
    <fieldset className={styles.having}>
      <legend className="visually-hidden">With and without</legend>
      <span />
      {sides.map(({ word }) => (
        <span key={word} className={styles.side} aria-hidden>
          {word}
        </span>
      ))}
      {properties.map((property) => (
        <Fragment key={property}>
          <span aria-hidden>{propertyLabels[property]}</span>
          {sides.map(({ name, other, word }) => (
            <Check
              key={word}
              label={`${word} ${propertyLabels[property].toLowerCase()}`}
              checked={filters[name]?.includes(property) ?? false}
              onChange={() =>
                change({
                  [name]: toggled(filters[name], property),
                  [other]: filters[other]?.filter((one) => one !== property),
                })
              }
            />
          ))}
        </Fragment>
      ))}
    </fieldset>
  );
}

/** Where all cards have one there is nothing to choose, and where none has, neither. */
const noneOf = (ids: readonly (string | null)[]): FilterOption[] =>
  ids.includes(null) && ids.length > 1 ? [{ value: null, name: 'None' }] : [];

const runOptions = (ids: readonly (string | null)[], { sprints, sprintConfigs }: Lookups): FilterOption[] =>
  ids
    .flatMap((id) => (id && sprints[id] ? [sprints[id]] : []))
    .sort((a, b) => a.startDate.localeCompare(b.startDate))
    .map((sprint) => ({ value: sprint.id, name: runLabel(sprint, sprintConfigs[sprint.sprintConfigId]) }));

const milestoneOptions = (ids: readonly (string | null)[], { milestones }: Lookups): FilterOption[] =>
  ids
    .flatMap((id) => (id && milestones[id] ? [milestones[id]] : []))
    .sort((a, b) => a.date.localeCompare(b.date))
    .map(({ id, name }) => ({ value: id, name }));
