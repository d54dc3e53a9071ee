/**
 * A journey is a deck's list of steps in groups. Starting it on a card makes each step a sub card. Shown only if the
 * service has the extensions of `shared/contract/extension-actions.ts`.
 */

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { ranksBetween } from '../../../shared/domain/rank.ts';
import { act, actStep } from '../../data/act.ts';
import { useLiveQuery } from '../../data/live.ts';
import { nameOf, useActiveDecks, usePeople } from '../../data/lookups.ts';
import { compareJourneySteps, shownStepTitle } from '../../model/journey-steps.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { JourneyStepDialog, type JourneyStepRow, journeyQuery } from './JourneyStepDialog.tsx';
import { AddItemForm, SettingsGroup, SettingsRow } from './parts/rows.tsx';

export function JourneysSection(): ReactElement {
  const { data } = useLiveQuery(journeyQuery);
  const decks = useActiveDecks();
  const allSteps = Object.values(data?.workflowItem ?? {}) as JourneyStepRow[];
  const [deckId, setDeckId] = useState<string | null>(null);
  const [edited, setEdited] = useState<JourneyStepRow | null>(null);
  const withJourney = decks.filter((deck) => allSteps.some((item) => item.deckId === deck.id));
  const chosenDeckId = deckId ?? withJourney[0]?.id ?? decks[0]?.id ?? null;
  const steps = allSteps
    .filter((item) => item.deckId === chosenDeckId && item.visibility !== 'deleted')
    .sort(compareJourneySteps);
  const activeSteps = steps.filter(({ visibility }) => visibility === 'default');
  const archivedSteps = steps.filter(({ visibility }) => visibility !== 'default');
  const move = (group: readonly JourneyStepRow[], item: JourneyStepRow, by: -1 | 1) => {
    const at = group.indexOf(item);
    const [lower, upper] = by < 0 ? [group[at - 2], group[at - 1]] : [group[at + 1], group[at + 2]];
    const [sortValue] = ranksBetween(lower?.sortValue ?? null, upper?.sortValue ?? null, 1);
    if (sortValue !== undefined)
      void act('Move a journey step', [actStep('workflowItems/update', { id: item.itemId, sortValue })]);
  };
  return (
    <SettingsGroup
      title="Journeys"
      about="A journey is a deck’s list of steps: starting it on a card makes each step a sub card."
    >
      <SettingsRow label="Deck">
        <Select<string | null>
          label="Deck"
          value={chosenDeckId}
          options={decks
            .toSorted((a, b) => compareNames(a.title, b.title))
            .map(({ id, title }) => ({
              value: id,
              label: withJourney.some((deck) => deck.id === id) ? `${title} · has a journey` : title,
            }))}
          onChange={setDeckId}
        />
      </SettingsRow>
      {activeSteps.map((item) => {
        const group = activeSteps.filter(({ label }) => label === item.label);
        return (
          <StepRowView
            key={item.itemId}
            item={item}
            steps={steps}
            onEdit={() => setEdited(item)}
            onUp={group[0] === item ? null : () => move(group, item, -1)}
            onDown={group.at(-1) === item ? null : () => move(group, item, 1)}
          />
        );
      })}
      {chosenDeckId ? (
        <AddItemForm
          label="Text of the new step; %PARENT_TITLE% becomes the title of the card"
          add="Add step"
          onAdd={(content) =>
            act('Add a journey step', [actStep('workflowItems/create', { deckId: chosenDeckId, content })])
          }
        />
      ) : null}
      {archivedSteps.map((item) => (
        <SettingsRow
          key={item.itemId}
          label={shownStepTitle(item.title)}
          about="Archived: not used when the journey starts."
        >
          <Button
            text="Restore"
            small
            onClick={() =>
              void act('Restore a journey step', [
                actStep('workflowItems/update', { id: item.itemId, visibility: 'default' }),
              ])
            }
          />
        </SettingsRow>
      ))}
      {edited ? (
        <JourneyStepDialog
          key={edited.itemId}
          item={allSteps.find(({ itemId }) => itemId === edited.itemId) ?? edited}
          others={activeSteps.filter(({ itemId }) => itemId !== edited.itemId)}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </SettingsGroup>
  );
}

interface StepRowViewProps {
  item: JourneyStepRow;
  steps: readonly JourneyStepRow[];
  onEdit: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

function StepRowView({ item, steps, onEdit, onUp, onDown }: StepRowViewProps): ReactElement {
  const decks = useActiveDecks();
  const people = usePeople();
  const title = shownStepTitle(item.title);
  const owner = item.assigneeId ? people[item.assigneeId] : undefined;
  const target = decks.find(({ id }) => id === item.targetDeckId);
  const waitsFor = (item.inDeps as readonly string[]).flatMap((id) =>
    steps.flatMap((step) => (step.itemId === id ? shownStepTitle(step.title) : [])),
  );
  const details = [
    owner ? nameOf(owner) : null,
    item.effort === null ? null : `effort ${item.effort}`,
    target && target.id !== item.deckId ? `into ${target.title}` : null,
    waitsFor.length > 0 ? `after ${waitsFor.join(', ')}` : null,
  ].filter(Boolean);
  return (
    <SettingsRow
      label={
        <>
          {title} {item.label ? <Chip>{item.label}</Chip> : null}
        </>
      }
      about={details.length > 0 ? details.join(' · ') : undefined}
    >
      <span className="flex">
        <IconButton icon={ArrowUp} small label={`Move ${title} up`} disabled={!onUp} onClick={() => onUp?.()} />
        <IconButton icon={ArrowDown} small label={`Move ${title} down`} disabled={!onDown} onClick={() => onDown?.()} />
      </span>
      <Button text="Edit…" small onClick={onEdit} aria-label={`Edit ${title}`} />
    </SettingsRow>
  );
}
