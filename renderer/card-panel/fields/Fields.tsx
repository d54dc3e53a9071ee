/** Each row changes the field, or shows the reason why the field cannot change. */

import { Plus } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { isSameTag, tagsIn } from '../../../shared/domain/content.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { cardWithPlanApplied } from '../../../shared/domain/run-plan.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { tagFromTyped } from '../../../shared/domain/text-tokens.ts';
import { iconOfTaskOnlyValue } from '../../cards/face/field-icons.tsx';
import { performCardChange } from '../../cards/perform-card-change.ts';
import { useIsPlanningModeOn, usePlanDraft } from '../../cards/planning/plan-draft.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { nameOf, useAssignablePeople, usePeople } from '../../data/lookups.ts';
import { taskOnlyFieldDefinitions } from '../../model/card-fields/definitions.ts';
import { tagRefusal } from '../../model/card-fields/tag.ts';
import {
  enumValuesOf,
  selectableTaskOnlyValues,
  taskOnlyFieldNamesText,
  taskOnlyValueLabel,
} from '../../model/card-fields/task.ts';
import { fieldRefusal } from '../../model/preflight.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Switch } from '../../ui/forms/CheckboxField.tsx';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { Banner } from '../../ui/messages.tsx';
import { Picker } from '../../ui/popups/Picker.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import styles from '../card.module.css';
import { type CardFieldRowsProps, type CardUpdateFields, FieldRow, PickerFieldRow } from './field-parts.tsx';
import { DueDateField, MilestoneField, RunField } from './PlanningFields.tsx';
import type { CardPanelPartProps } from './panel-card-state.ts';

export function CardFields({ card: current, cardState, lookups }: CardPanelPartProps): ReactElement {
  const { plan } = usePlanDraft();
  const card = useIsPlanningModeOn() ? cardWithPlanApplied(current, plan[current.cardId]) : current;
  const set = (label: ActionLabel, change: CardUpdateFields) =>
    void performCardChange({
      cards: [card],
      label,
      steps: [actStep('cards/update', { id: card.cardId, ...change }, card)],
    });
  return (
    <>
      <CardFieldRows card={card} cardState={cardState} lookups={lookups} set={set} />
      {card === current ? null : <Banner>Run and owner are as planned, and not sent yet.</Banner>}
    </>
  );
}

/** If `isNew` is true, the card does not exist yet. */
export function CardFieldRows({ isNew, ...parts }: CardFieldRowsProps & { isNew?: boolean }): ReactElement {
  const { cardState } = parts;
  const { account } = parts.lookups;
  return (
    <fieldset
      className={cx('min-w-0', styles.fieldset)}
      disabled={cardState.disabledReason !== null}
      title={cardState.disabledReason ?? undefined}
    >
      <dl className={cx('grid', styles.fields)} aria-label="Fields">
        <OwnerField {...parts} />
        {taskOnlyFieldNames.map((field) => (
          <TaskFieldRow key={field} field={field} {...parts} />
        ))}
        <DeckField {...parts} />
        {isNew ? null : <ZoneField {...parts} />}
        {account?.milestonesEnabled === false ? null : <MilestoneField {...parts} />}
        {account?.sprintsEnabled === false ? null : <RunField {...parts} />}
        {account?.dueDateEnabled === false ? null : <DueDateField {...parts} />}
        <TagsField {...parts} />
        <KindField {...parts} />
      </dl>
    </fieldset>
  );
}

function OwnerField({ card, set }: CardFieldRowsProps): ReactElement {
  const persons = useAssignablePeople();
  const people = usePeople();
  const owner = card.assigneeId ? people[card.assigneeId] : undefined;
  return (
    <PickerFieldRow
      field="owner"
      label="Owner"
      icon={card.assigneeId ? <PersonAvatar id={card.assigneeId} size={18} /> : undefined}
      text={card.assigneeId ? nameOf(owner) : undefined}
      noneText="Nobody"
      value={[card.assigneeId as string | null]}
      options={() => [
        { value: null, label: 'Nobody' },
        ...persons.map((person) => ({
          value: person.id as string | null,
          label: nameOf(person),
          icon: <PersonAvatar id={person.id} size={16} />,
        })),
      ]}
      onPick={(id) => {
        if (id !== card.assigneeId)
          set(id ? `Give to ${nameOf(people[id])}` : 'Take the owner away', { assigneeId: id });
      }}
    />
  );
}

interface TaskFieldRowProps extends CardFieldRowsProps {
  field: TaskOnlyField;
}

/**
 * In a number field, the person can also type a number. Documents have no task fields: the row shows "None on
 * documents", and the tooltip and screen readers give the full reason.
 */
function TaskFieldRow({ field, card, cardState, lookups: { account }, set }: TaskFieldRowProps): ReactElement {
  const { label } = taskOnlyFieldDefinitions[field];
  const refusal = fieldRefusal(cardState, field);
  if (refusal)
    return (
      <FieldRow field={field} label={label}>
        <span className={styles.refused} title={refusal}>
          None on documents<span className="visually-hidden">: {refusal}</span>
        </span>
      </FieldRow>
    );
  const value = card[field];
  const nameOf = (one: string | number) => taskOnlyValueLabel(field, one, account);
  const change = (next: string | number | null) => set(`Set the ${label.toLowerCase()}`, { [field]: next });
  const createNumber = (text: string) => {
    if (/^\d{1,9}$/.test(text)) change(Number(text));
  };
  const values = selectableTaskOnlyValues(field, account);
  // Keeps a current value that is no longer offered.
  const all = value === null || values.includes(value) ? values : [...values, value];
  return (
    <PickerFieldRow<string | number | null>
      field={field}
      label={label}
      icon={value === null ? undefined : iconOfTaskOnlyValue(field, value)}
      text={value === null ? undefined : nameOf(value)}
      value={[value]}
      options={[
        { value: null, label: 'None' },
        ...all.map((one) => ({ value: one, label: nameOf(one), icon: iconOfTaskOnlyValue(field, one) })),
      ]}
      onPick={change}
      {...(enumValuesOf(field) ? {} : { placeholder: 'Any whole number…', onCreate: createNumber })}
    />
  );
}

function DeckField({ card, cardState, lookups, set }: CardFieldRowsProps): ReactElement {
  const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
  const options = () => {
    const projectName = new Map(lookups.projects.map(({ id, name }) => [id as string, name]));
    return lookups.activeDecks
      .toSorted(
        (a, b) =>
          Number(b.projectId === cardState.projectId) - Number(a.projectId === cardState.projectId) ||
          compareNames(a.title, b.title),
      )
      .map(({ id, title, projectId, coverColor }) => ({
        value: id as string,
        label: projectId === cardState.projectId ? title : `${title} · ${projectName.get(projectId)}`,
        icon: <Swatch color={coverColor} />,
      }));
  };
  return (
    <PickerFieldRow
      field="deck"
      label="Deck"
      icon={deck ? <Swatch color={deck.coverColor} /> : undefined}
      text={deck?.title}
      noneText={card.deckId ? 'A deck not seen here' : 'Private card'}
      value={card.deckId ? [card.deckId as string] : []}
      options={options}
      onPick={(id) => {
        const target = lookups.decks[id];
        if (target && id !== card.deckId) set(`Move to ${target.title}`, { deckId: id });
      }}
    />
  );
}

function ZoneField({ card, cardState, lookups }: CardFieldRowsProps): ReactElement | null {
  const labels = (card.deckId ? lookups.decks[card.deckId]?.manualOrderLabels : null) ?? [];
  if (labels.length === 0) return null;
  const zones = labels.includes(null) ? labels : [null, ...labels];
  const move = (label: string | null) => {
    const cardIds = [card.cardId];
    // `cardOrders/updateLabel` ignores a card without a position in the manual order; `cardOrders/addAfter` gives it
    // one at the end of the zone.
    const placed =
      cardState.zone === undefined
        ? actStep('cardOrders/addAfter', { targetId: null, cardIds, context: 'deck', label })
        : actStep('cardOrders/updateLabel', { cardIds, context: 'deck', label });
    void act(`Move to ${label ?? 'no zone'}`, [placed]);
  };
  return (
    <FieldRow field="zone" label="Zone" isNone={(cardState.zone ?? null) === null}>
      <Select
        label="Zone"
        look="quiet"
        small
        value={cardState.zone ?? null}
        options={zones.map((label) => ({ value: label, label: label ?? 'No zone' }))}
        onChange={move}
      />
    </FieldRow>
  );
}

/** Tags shown at first, and more with each press of the button. */
const tagsAtOnce = 100;

function TagsField({ card, cardState, lookups, set }: CardFieldRowsProps): ReactElement {
  const [shownTags, setShownTags] = useState(tagsAtOnce);
  const known = Object.values(lookups.tags).filter(({ projectId }) => projectId === cardState.projectId);
  const tagRowOf = (tag: string) => known.find((other) => isSameTag(other.tag, tag));
  const tagsInText = useMemo(() => new Set(tagsIn(card.content).map(foldCase)), [card.content]);
  const autoTagId = card.deckId ? lookups.decks[card.deckId]?.defaultProjectTagId : null;
  // Why the tag cannot be removed here, or null: it is written in the card's text, or it is the auto tag of the card's
  // deck.
  const keptBecause = (tag: string): string | null => {
    if (tagsInText.has(foldCase(tag))) return 'Written in the text';
    return autoTagId != null && tagRowOf(tag)?.id === autoTagId ? 'The auto tag of the deck' : null;
  };
  const hasTag = (tag: string) => card.tags.some((other) => isSameTag(other, tag));
  const add = (tag: string) => set(`Add #${tag}`, { masterTags: [...card.masterTags, tag] });
  const remove = (tag: string) =>
    set(`Remove #${tag}`, { masterTags: card.masterTags.filter((other) => !isSameTag(other, tag)) });
  return (
    <FieldRow field="tag" label="Tags" wide>
      <span className={cx('row wrap gap-1 min-w-0', styles.tags)}>
        {card.tags.slice(0, shownTags).map((tag) => {
          const look = tagRowOf(tag);
          const reason = keptBecause(tag);
          return (
            <Chip
              key={tag}
              color={look?.color}
              emoji={look?.emoji}
              {...(reason !== null
                ? { title: reason }
                : { onRemove: () => remove(tag), removeLabel: `Remove #${tag}` })}
            >
              {tag}
            </Chip>
          );
        })}
        {card.tags.length > shownTags ? (
          <Button
            text={`${card.tags.length - shownTags} more`}
            look="quiet"
            small
            onClick={() => setShownTags(shownTags + tagsAtOnce)}
          />
        ) : null}
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
            if (!hasTag(tag)) add(tag);
            else if (keptBecause(tag) === null) remove(tag);
          }}
          onCreate={(text) => {
            const tag = tagFromTyped(text);
            if (tag === null) showRefusalToast(tagRefusal);
            else if (!hasTag(tag)) add(tag);
          }}
          trigger={<Button icon={Plus} look="quiet" small aria-label="Add a tag" />}
        />
      </span>
    </FieldRow>
  );
}

function KindField({ card, cardState, set }: CardFieldRowsProps): ReactElement {
  const isDoc = card.isDoc === true;
  return (
    <FieldRow field="kind" label="Document">
      <Switch
        label={`Document: has no ${taskOnlyFieldNamesText('and')}`}
        checked={isDoc}
        disabled={cardState.disabledReason !== null}
        onChange={(checked) => set(checked ? 'Make it a document' : 'Make it a task', { isDoc: checked })}
      />
    </FieldRow>
  );
}
