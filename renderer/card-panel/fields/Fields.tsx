/** The card's fields, each with the control that changes it, or the reason why it cannot be changed. */

import { Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import type { Priority } from '../../../shared/contract/index.ts';
import { tagsIn } from '../../../shared/domain/content.ts';
import { carryOut } from '../../cards/moves.ts';
import { act, step } from '../../data/act.ts';
import type { Label } from '../../data/action-labels.ts';
import { nameOf, usePeople, usePersons } from '../../data/lookups.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Switch } from '../../ui/forms/Check.tsx';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { PriorityMark } from '../../ui/icons/icons.tsx';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { Picker } from '../../ui/popups/Picker.tsx';
import { type Option, Select } from '../../ui/popups/Select.tsx';
import styles from '../card.module.css';
import { fieldRefusal } from '../refusals.ts';
import { type Change, type FieldsProps, type PartProps, Refused, Row } from './field-parts.tsx';
import { DueDate, Milestone, Run } from './PlanningFields.tsx';

export function Fields({ card, facts, lookups }: FieldsProps): ReactElement {
  const set = (label: Label, change: Change) =>
    void carryOut({ cards: [card], label, steps: [step('cards/update', { id: card.cardId, ...change })] });
  return <FieldRows card={card} facts={facts} lookups={lookups} set={set} />;
}

/** The fields of a card, of one that is not there yet too: `set` takes what was chosen. */
export function FieldRows({ isNew, ...parts }: PartProps & { isNew?: boolean }): ReactElement {
  const { facts } = parts;
  const { account } = parts.lookups;
  return (
    <fieldset className={styles.fieldset} disabled={facts.lack !== null} title={facts.lack ?? undefined}>
      <dl className={styles.fields} aria-label="Fields">
        <Owner {...parts} />
        <PriorityField {...parts} />
        <Effort {...parts} />
        <Deck {...parts} />
        {isNew ? null : <Zone {...parts} />}
        {account?.milestonesEnabled === false ? null : <Milestone {...parts} />}
        {account?.sprintsEnabled === false ? null : <Run {...parts} />}
        {account?.dueDateEnabled === false ? null : <DueDate {...parts} />}
        <Tags {...parts} />
        <Kind {...parts} />
      </dl>
    </fieldset>
  );
}

function Owner({ card, set }: PartProps): ReactElement {
  const persons = usePersons();
  const people = usePeople();
  const owner = card.assigneeId ? people[card.assigneeId] : undefined;
  return (
    <Row field="owner" label="Owner">
      <Picker
        label="Owner"
        value={[card.assigneeId as string | null]}
        options={() => [
          { value: null, label: 'Nobody' },
          ...persons.map((person) => ({
            value: person.id as string | null,
            label: nameOf(person),
            icon: <Avatar id={person.id} name={nameOf(person)} size={16} />,
          })),
        ]}
        onPick={(id) => {
          if (id !== card.assigneeId)
            set(id ? `Give to ${nameOf(people[id])}` : 'Take the owner away', { assigneeId: id });
        }}
        trigger={
          <Button look="quiet" small className={styles.value} aria-label={`Owner: ${owner ? nameOf(owner) : 'nobody'}`}>
            {card.assigneeId ? (
              <>
                <Avatar id={card.assigneeId} name={nameOf(owner)} size={18} /> <span>{nameOf(owner)}</span>
              </>
            ) : (
              <span className={styles.none}>Nobody</span>
            )}
          </Button>
        }
      />
    </Row>
  );
}

function PriorityField({ card, facts, lookups, set }: PartProps): ReactElement {
  const labels = lookups.account?.priorityLabels ?? { a: 'High', b: 'Medium', c: 'Low' };
  const known = (['a', 'b', 'c'] as const).map((value) => ({
    value: value as string | null,
    label: labels[value],
    icon: <PriorityMark priority={value} label={labels[value]} />,
  }));
  const options: Option<string | null>[] = [{ value: null, label: 'None' }, ...known];
  // A value the service added later stays what it is until it is changed.
  if (card.priority && !known.some(({ value }) => value === card.priority))
    options.push({ value: card.priority, label: card.priority });
  const chosen = card.priority === null ? undefined : options.find(({ value }) => value === card.priority);
  return (
    <Row field="priority" label="Priority">
      <Refused facts={facts} field="priority" />
      {fieldRefusal(facts, 'priority') ? null : (
        <Picker
          label="Priority"
          value={[card.priority as string | null]}
          options={options}
          onPick={(value) => set('Set the priority', { priority: value as Priority | null })}
          trigger={
            <Button look="quiet" small className={styles.value} aria-label={`Priority: ${chosen?.label ?? 'none'}`}>
              {chosen?.icon} <span className={chosen ? undefined : styles.none}>{chosen?.label ?? 'None'}</span>
            </Button>
          }
        />
      )}
    </Row>
  );
}

function Effort({ card, facts, lookups, set }: PartProps): ReactElement {
  if (fieldRefusal(facts, 'effort'))
    return (
      <Row field="effort" label="Effort">
        <Refused facts={facts} field="effort" />
      </Row>
    );
  const scale = lookups.account?.effortScale ?? [];
  const offered = card.effort !== null && !scale.includes(card.effort) ? [...scale, card.effort] : scale;
  return (
    <Row field="effort" label="Effort">
      <Picker
        label="Effort"
        placeholder="Any whole number…"
        value={[card.effort]}
        options={[
          { value: null as number | null, label: 'None' },
          ...offered.map((effort) => ({ value: effort as number | null, label: String(effort) })),
        ]}
        onPick={(effort) => set('Set the effort', { effort })}
        onCreate={(text) => {
          if (/^\d{1,9}$/.test(text)) set('Set the effort', { effort: Number(text) });
        }}
        trigger={
          <Button look="quiet" small className={styles.value} aria-label={`Effort: ${card.effort ?? 'none'}`}>
            {card.effort ?? <span className={styles.none}>None</span>}
          </Button>
        }
      />
    </Row>
  );
}

function Deck({ card, facts, lookups, set }: PartProps): ReactElement {
  const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
  const options = () => {
    const projectName = new Map(lookups.projects.map(({ id, name }) => [id as string, name]));
    return lookups.activeDecks
      .toSorted(
        (a, b) =>
          Number(b.projectId === facts.projectId) - Number(a.projectId === facts.projectId) ||
          a.title.localeCompare(b.title),
      )
      .map(({ id, title, projectId, coverColor }) => ({
        value: id as string,
        label: projectId === facts.projectId ? title : `${title} · ${projectName.get(projectId)}`,
        icon: <Swatch color={coverColor} />,
      }));
  };
  return (
    <Row field="deck" label="Deck">
      <Picker
        label="Deck"
        value={card.deckId ? [card.deckId as string] : []}
        options={options}
        onPick={(id) => {
          const target = lookups.decks[id];
          if (!target || id === card.deckId) return;
          set(`Move to ${target.title}`, { deckId: id });
        }}
        trigger={
          <Button look="quiet" small className={styles.value} aria-label={`Deck: ${deck?.title ?? 'private card'}`}>
            {deck ? (
              <>
                <Swatch color={deck.coverColor} /> <span>{deck.title}</span>
              </>
            ) : (
              <span className={styles.none}>{card.deckId ? 'A deck not seen here' : 'Private card'}</span>
            )}
          </Button>
        }
      />
    </Row>
  );
}

function Zone({ card, facts, lookups }: PartProps): ReactElement | null {
  const labels = (card.deckId ? lookups.decks[card.deckId]?.manualOrderLabels : null) ?? [];
  if (labels.length === 0) return null;
  const zones = labels.includes(null) ? labels : [null, ...labels];
  const move = (label: string | null) => {
    const cardIds = [card.cardId];
    // A card without a known position is skipped by updateLabel: it is placed at the zone's end instead.
    const placed =
      facts.zone === undefined
        ? step('cardOrders/addAfter', { targetId: null, cardIds, context: 'deck', label })
        : step('cardOrders/updateLabel', { cardIds, context: 'deck', label });
    void act(`Move to ${label ?? 'no zone'}`, [placed]);
  };
  return (
    <Row field="zone" label="Zone" isNone={(facts.zone ?? null) === null}>
      <Select
        label="Zone"
        look="quiet"
        small
        value={facts.zone ?? null}
        options={zones.map((label) => ({ value: label, label: label ?? 'No zone' }))}
        onChange={move}
      />
    </Row>
  );
}

function Tags({ card, facts, lookups, set }: PartProps): ReactElement {
  const known = Object.values(lookups.tags).filter(({ projectId }) => projectId === facts.projectId);
  const lookOf = (tag: string) => known.find((other) => other.tag.toLowerCase() === tag.toLowerCase());
  const written = useMemo(() => new Set(tagsIn(card.content).map((tag) => tag.toLowerCase())), [card.content]);
  const has = (tag: string) => card.tags.some((other) => other.toLowerCase() === tag.toLowerCase());
  const add = (tag: string) => set(`Add #${tag}`, { masterTags: [...card.masterTags, tag] });
  const remove = (tag: string) =>
    set(`Remove #${tag}`, { masterTags: card.masterTags.filter((other) => other.toLowerCase() !== tag.toLowerCase()) });
  return (
    <Row field="tag" label="Tags" wide>
      <span className={styles.tags}>
        {card.tags.map((tag) => {
          const look = lookOf(tag);
          const inText = written.has(tag.toLowerCase());
          return (
            <Chip
              key={tag}
              color={look?.color}
              emoji={look?.emoji}
              {...(inText
                ? { title: 'Written in the text' }
                : { onRemove: () => remove(tag), removeLabel: `Remove #${tag}` })}
            >
              {tag}
            </Chip>
          );
        })}
        <Picker
          label="Tags"
          placeholder="Find or add a tag…"
          multiple
          value={card.tags}
          options={known.map(({ tag, emoji, color }) => ({
            value: tag,
            label: tag,
            icon: emoji ? <span aria-hidden>{emoji}</span> : <Swatch color={color} />,
          }))}
          onPick={(tag) => {
            if (!has(tag)) add(tag);
            else if (!written.has(tag.toLowerCase())) remove(tag);
          }}
          onCreate={(text) => {
            const tag = text.replace(/^#/, '').trim().replaceAll(/\s+/g, '-');
            if (tag && !has(tag)) add(tag);
          }}
          trigger={
            <Button look="quiet" small aria-label="Add a tag">
              <Plus size={13} aria-hidden />
            </Button>
          }
        />
      </span>
    </Row>
  );
}

function Kind({ card, facts, set }: PartProps): ReactElement {
  const isDoc = card.isDoc === true;
  return (
    <Row field="kind" label="Document">
      <Switch
        label="Document: has no status, priority and effort"
        checked={isDoc}
        disabled={facts.lack !== null}
        onChange={(checked) => set(checked ? 'Make it a document' : 'Make it a task', { isDoc: checked })}
      />
    </Row>
  );
}
