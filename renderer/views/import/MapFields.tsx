/** Where the cards go, and what the columns, lists, people and values of the file mean here. */
import type { ReactElement, ReactNode } from 'react';
import type { ImportReading } from '../../../shared/bridge/index.ts';
import { derivedStatusLabels } from '../../../shared/domain/derived-status.ts';
import {
  type ImportChoices,
  type ListStatus,
  type LossChoice,
  listStatuses,
} from '../../../shared/domain/import/choices.ts';
import { type ColumnRole, columnRoles } from '../../../shared/domain/import/column-roles.ts';
import { readDay } from '../../../shared/domain/import/days.ts';
import { activeDecksOfProject, nameOf, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { dayMonthYearText } from '../../ui/dates/day-text.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import styles from './import.module.css';

interface MapFieldsProps {
  reading: ImportReading;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
  onColumns: (roles: readonly ColumnRole[], dateOrder: 'day' | 'month' | null) => void;
}

/** Longer lists keep what is suggested. */
const maxShownRows = 100;

const roleLabels: Readonly<Record<ColumnRole, string>> = {
  title: 'Title',
  text: 'Text',
  list: 'Zone or deck',
  status: 'Status',
  done: 'Done',
  owner: 'Owner',
  tags: 'Tags',
  priority: 'Priority',
  effort: 'Effort',
  due: 'Due date',
  milestone: 'Milestone',
  run: 'Run',
  parent: 'Hero card',
  checklist: 'Checklist',
  comment: 'Comment',
  link: 'Link',
  id: 'Id',
  archived: 'Archived',
  field: 'Other field',
  leave: 'Leave out',
};
const lossOptions = [
  { value: 'text', label: 'Into the text' },
  { value: 'leave', label: 'Leave out' },
] as const;
const newDeck = ' new';
const listStatusLabels: Readonly<Record<ListStatus, string>> = {
  not_started: derivedStatusLabels.unassigned,
  started: derivedStatusLabels.started,
  done: derivedStatusLabels.done,
};

export function MapFields({ reading, choices, onChange, onColumns }: MapFieldsProps): ReactElement {
  const { summary, table } = reading;
  const lookups = useLookups();
  const people = useAssignablePeople();
  const set = (next: Partial<ImportChoices>) => onChange({ ...choices, ...next });
  const decks = activeDecksOfProject(lookups, choices.projectId);
  const zoneOrDeck = choices.layout === 'zones' ? 'Zone' : 'Deck';
  const lists = summary.lists;
  const isWorkspace = summary.projects.length > 0;
  const priorityLabels = lookups.account?.priorityLabels;
  return (
    <>
      {isWorkspace ? (
        <Part title="Projects" hint="An import makes no projects. Create those that are missing first.">
          <Rows
            label="Projects"
            items={summary.projects.map((project) => ({ ...project, key: project.name }))}
            render={({ name, count }) => (
              <>
                <Named name={name} count={count} />
                <Select
                  small
                  label={`Project for ${name}`}
                  value={choices.projects?.[name] ?? ''}
                  options={[
                    ...lookups.projects.map((project) => ({ value: project.id as string, label: project.name })),
                    { value: '', label: 'Leave out' },
                  ]}
                  onChange={(id) => set({ projects: { ...choices.projects, [name]: id || null } })}
                />
              </>
            )}
          />
        </Part>
      ) : null}
      {isWorkspace ? null : (
        <Part title="Where the cards go">
          <div className="row wrap gap-2">
            <Select
              label="Project"
              prefix="Project"
              value={choices.projectId}
              options={lookups.projects.map(({ id, name }) => ({ value: id as string, label: name }))}
              onChange={(projectId) => set({ projectId, deckId: null })}
            />
            <Select
              label="Lists become"
              prefix="Lists become"
              value={choices.layout}
              options={[
                { value: 'zones', label: 'zones of one deck' },
                { value: 'decks', label: 'decks' },
              ]}
              onChange={(layout) => set({ layout })}
            />
            {choices.layout === 'zones' ? (
              <Select
                label="Deck"
                prefix="Deck"
                value={choices.deckId ?? newDeck}
                options={[
                  { value: newDeck, label: 'a new deck' },
                  ...decks.map(({ id, title }) => ({ value: id as string, label: title })),
                ]}
                onChange={(deckId) => set({ deckId: deckId === newDeck ? null : deckId })}
              />
            ) : null}
          </div>
          {choices.layout === 'zones' && choices.deckId === null ? (
            <FormField
              label="Title of the new deck"
              value={choices.deckTitle}
              onChange={({ target }) => set({ deckTitle: target.value })}
            />
          ) : null}
        </Part>
      )}
      {table ? (
        <Part title="What the columns mean">
          {table.dates ? (
            <DateOrder dates={table.dates} onChange={(order) => onColumns(rolesOf(table), order)} />
          ) : null}
          <Rows
            label="Columns"
            items={table.columns.map((column, index) => ({ ...column, key: `${index} ${column.name}`, index }))}
            render={(column) => (
              <>
                <span className="stack min-w-0 grow">
                  <span className="truncate medium" dir="auto">
                    {column.name}
                  </span>
                  <span className="truncate note" dir="auto">
                    {column.examples.join(' · ') || 'empty'}
                  </span>
                </span>
                <Select
                  small
                  label={`Column ${column.name}`}
                  value={column.role}
                  options={columnRoles.map((value) => ({ value, label: roleLabels[value] }))}
                  onChange={(role) =>
                    onColumns(
                      table.columns.map((other, at) => (at === column.index ? role : other.role)),
                      table.dates?.isAsked ? table.dates.order : null,
                    )
                  }
                />
              </>
            )}
          />
        </Part>
      ) : null}
      {lists.length > 1 || lists.some(({ name }) => name !== '') ? (
        <Part
          title={choices.layout === 'zones' ? 'Zones' : 'Decks'}
          {...(isWorkspace ? {} : { hint: 'The status is for cards that have none of their own.' })}
        >
          <Rows
            label="Lists"
            items={lists.map((list) => ({ ...list, key: list.id }))}
            render={({ id, name, count }) => {
              const list = choices.lists[id] ?? { title: name, isIncluded: true, status: 'not_started' as ListStatus };
              const change = (next: Partial<typeof list>) =>
                set({ lists: { ...choices.lists, [id]: { ...list, ...next } } });
              const shown = name || 'No list';
              return (
                <>
                  <CheckboxField
                    label={`Import ${shown}`}
                    checked={list.isIncluded}
                    onChange={(isIncluded) => change({ isIncluded })}
                  />
                  <input
                    className={`grow min-w-0 control-box px-2 h-7 ${styles.title}`}
                    dir="auto"
                    aria-label={`${zoneOrDeck} for ${shown}`}
                    placeholder={choices.layout === 'zones' ? 'No zone' : 'Title of the deck'}
                    value={list.title}
                    disabled={!list.isIncluded}
                    onChange={({ target }) => change({ title: target.value })}
                  />
                  <span className="note nowrap">{countWithNoun(count, 'card')}</span>
                  {isWorkspace ? null : (
                    <Select
                      small
                      label={`Status of cards in ${shown}`}
                      value={list.status}
                      options={listStatuses.map((value) => ({ value, label: listStatusLabels[value] }))}
                      onChange={(status) => change({ status })}
                    />
                  )}
                </>
              );
            }}
          />
        </Part>
      ) : null}
      {summary.people.length > 0 ? (
        <Part title="People" hint="Owners are told by the service that they own the cards.">
          <Rows
            label="People"
            items={summary.people.map((person) => ({ ...person, key: person.name }))}
            render={({ name, count }) => (
              <>
                <Named name={name} count={count} />
                <Select
                  small
                  label={`Owner for ${name}`}
                  value={choices.people[name] ?? ''}
                  options={[
                    { value: '', label: 'Into the text' },
                    ...people.map((person) => ({ value: person.id as string, label: nameOf(person) })),
                  ]}
                  onChange={(id) => set({ people: { ...choices.people, [name]: id || null } })}
                />
              </>
            )}
          />
        </Part>
      ) : null}
      {summary.priorities.length > 0 ? (
        <Part title="Priorities">
          <Rows
            label="Priorities"
            items={summary.priorities.map((priority) => ({ ...priority, key: priority.name }))}
            render={({ name, count }) => (
              <>
                <Named name={name} count={count} />
                <Select
                  small
                  label={`Priority for ${name}`}
                  value={choices.priorities[name] ?? ''}
                  options={[
                    ...(['a', 'b', 'c'] as const).map((value) => ({
                      value: value as string,
                      label: priorityLabels?.[value] ?? { a: 'High', b: 'Medium', c: 'Low' }[value],
                    })),
                    { value: '', label: 'Into the text' },
                  ]}
                  onChange={(value) =>
                    set({ priorities: { ...choices.priorities, [name]: (value || null) as 'a' | 'b' | 'c' | null } })
                  }
                />
              </>
            )}
          />
        </Part>
      ) : null}
      {summary.tags.length + summary.commentCount + summary.archivedCount > 0 ? (
        <Part title="Labels, comments and archived cards">
          <div className="row wrap gap-2">
            {summary.tags.length > 0 ? (
              <Select
                label="Labels"
                prefix="Labels"
                value={choices.tags}
                options={[{ value: 'tags', label: 'As tags' }, ...lossOptions]}
                onChange={(tags) => set({ tags })}
              />
            ) : null}
            {summary.commentCount > 0 ? (
              <Select
                label="Comments"
                prefix="Comments"
                value={choices.comments}
                options={[
                  { value: 'threads', label: isWorkspace ? 'As threads' : 'As a closed thread' },
                  ...lossOptions,
                ]}
                onChange={(comments) => set({ comments })}
              />
            ) : null}
            {summary.archivedCount > 0 ? (
              <Select
                label="Archived cards"
                prefix={`Archived cards (${summary.archivedCount})`}
                value={choices.archived}
                options={[
                  { value: 'archived', label: 'Archive them here' },
                  { value: 'leave', label: 'Leave out' },
                ]}
                onChange={(archived) => set({ archived })}
              />
            ) : null}
          </div>
        </Part>
      ) : null}
      {summary.fields.length > 0 ? (
        <Part title="What cards have no field for">
          <Rows
            label="Other fields"
            items={summary.fields.map((field) => ({ ...field, key: field.name }))}
            render={({ name, count }) => (
              <>
                <Named name={name} count={count} />
                <Select
                  small
                  label={`Field ${name}`}
                  value={(choices.fields[name] ?? 'text') as LossChoice}
                  options={lossOptions}
                  onChange={(value) => set({ fields: { ...choices.fields, [name]: value } })}
                />
              </>
            )}
          />
        </Part>
      ) : null}
    </>
  );
}

const rolesOf = ({ columns }: NonNullable<ImportReading['table']>) => columns.map(({ role }) => role);

interface DateOrderProps {
  dates: NonNullable<NonNullable<ImportReading['table']>['dates']>;
  onChange: (order: 'day' | 'month') => void;
}

function DateOrder({ dates: { order, isAsked, example }, onChange }: DateOrderProps): ReactElement {
  if (!isAsked)
    return (
      <p className="note">
        Dates have the {order} first, as in {example}.
      </p>
    );
  const meant = (value: 'day' | 'month') => {
    const day = readDay(example, value, 'UTC');
    return { value, label: day ? dayMonthYearText(day) : `${value} first` };
  };
  return (
    <div className="row wrap gap-2">
      <Select
        label="Order of dates"
        prefix={`${example} means`}
        value={order ?? ''}
        options={[...(order === null ? [{ value: '' as const, label: 'choose…' }] : []), meant('day'), meant('month')]}
        onChange={(value) => value && onChange(value)}
      />
    </div>
  );
}

function Named({ name, count }: { name: string; count: number }): ReactElement {
  return (
    <>
      <span className="grow min-w-0 truncate" dir="auto">
        {name}
      </span>
      <span className="note nowrap">{countWithNoun(count, 'card')}</span>
    </>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }): ReactElement {
  return (
    <section className="stack gap-2" aria-label={title}>
      <h3 className="medium">{title}</h3>
      {hint ? <p className="note">{hint}</p> : null}
      {children}
    </section>
  );
}

interface RowsProps<T> {
  label: string;
  items: readonly T[];
  render: (item: T) => ReactNode;
}

function Rows<T extends { readonly key: string }>({ label, items, render }: RowsProps<T>): ReactElement {
  return (
    <>
      <ul className={`stack panel ${styles.rows}`} aria-label={label}>
        {items.slice(0, maxShownRows).map((item) => (
          <li key={item.key} className="row gap-2 p-1-2">
            {render(item)}
          </li>
        ))}
      </ul>
      {items.length > maxShownRows ? (
        <p className="note">and {items.length - maxShownRows} more, which are taken as suggested</p>
      ) : null}
    </>
  );
}
