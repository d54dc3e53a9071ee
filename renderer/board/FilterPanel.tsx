/** What a board can be filtered by, and what it is. */
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { nameOf, useLookups, usePersons } from '../data/lookups.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Check } from '../ui/Check.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { groupLabels, statusGroups } from '../ui/status.ts';
import styles from './BoardTools.module.css';
import type { BoardModel } from './board-model.ts';
import type { CardRow } from './cards.ts';
import { countFilters, type Filters, properties, propertyLabels, spanLabels, spans, toggled } from './filters.ts';

/** Statuses that cards of a board can have: it shows neither archived nor deleted ones. */
const shownGroups = statusGroups.filter((group) => !['archived', 'deleted', 'unknown'].includes(group));

export function FilterPanel({ model }: { model: BoardModel }): ReactElement {
  const { view, setView } = model;
  const filters: Filters = view.filters ?? {};
  return (
    <>
      <Panel model={model} filters={filters} />
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

type ListName = 'owners' | 'statuses' | 'tags' | 'priorities' | 'efforts' | 'decks' | 'dates' | 'with' | 'without';

interface Option {
  readonly value: string | null;
  readonly label: ReactNode;
}

function Panel({ model, filters }: { model: BoardModel; filters: Filters }): ReactElement {
  const { source, view, setView, setNow } = model;
  const { account, decks } = useLookups();
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
    };
  }, [setNow]);
  const labels = (account?.priorityLabels ?? {}) as Record<string, string>;
  const efforts = new Set([...(account?.effortScale ?? []), ...found.efforts.filter((effort) => effort !== null)]);
  const change = (next: Partial<Filters>) => setView({ ...view, filters: { ...filters, ...next } });
  const group = (name: ListName, legend: string, options: readonly Option[]) =>
    options.length > 0 ? (
      <fieldset className={styles.group}>
        <legend>{legend}</legend>
        {options.map(({ value, label }) => (
          <Check
            key={String(value)}
            checked={!!(filters[name] as readonly (string | null)[] | undefined)?.includes(value)}
            onChange={() => change({ [name]: toggled(filters[name] as readonly (string | null)[] | undefined, value) })}
          >
            {label}
          </Check>
        ))}
      </fieldset>
    ) : null;
  const named = properties.map((value) => ({ value, label: propertyLabels[value] }));
  return (
    <div className={styles.panel}>
      {group('owners', 'Owner', [
        { value: null, label: 'Nobody' },
        ...persons.map((person) => ({
          value: person.id as string,
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
          shownGroups.map((value) => ({
            value,
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
          ...Object.entries(labels).map(([value, label]) => ({ value, label })),
          { value: null, label: 'None' },
        ])}
        {group('efforts', 'Effort', [
          ...[...efforts].sort((a, b) => a - b).map((effort) => ({ value: String(effort), label: String(effort) })),
          { value: null, label: 'None' },
        ])}
      </div>
      {group(
        'dates',
        'Dates',
        spans.map((value) => ({ value, label: spanLabels[value] })),
      )}
      {group('with', 'With', named)}
      {group('without', 'Without', named)}
      {source.namesDeck
        ? group(
            'decks',
            'Deck',
            found.decks.flatMap((id) => (id && decks[id] ? [{ value: id, label: decks[id].title }] : [])),
          )
        : null}
      {group(
        'tags',
        'Tag',
        found.tags
          .sort((a, b) => a.localeCompare(b))
          .slice(0, 60)
          .map((value) => ({ value, label: value })),
      )}
    </div>
  );
}
