/** A menu that starts a deck's journey on the card: each step of the journey becomes a sub card. */
import { Route } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  type Params,
  queryForAccount,
  selectRelated,
  taskOnlyFieldNames,
  taskOnlyValuesOf,
} from '../../shared/contract/index.ts';
import { type ActStep, act, actStep, actWithFollowUpSteps } from '../data/act.ts';
import type { ActionLabel } from '../data/action-labels.ts';
import { useWorkspace } from '../data/app-state.ts';
import { useLiveQuery } from '../data/live.ts';
import type { WorkspaceLookups } from '../data/lookups.ts';
import { compareJourneySteps } from '../model/journey-steps.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/popups/Menu.tsx';
import { toast } from '../ui/popups/toast.ts';
import type { PanelCard } from './queries.ts';

const stepsQuery = queryForAccount([
  selectRelated('workflowItems', { visibility: 'default', $order: { field: 'sortValue', dir: 'asc' } }, [
    'deckId',
    'content',
    'assigneeId',
    ...taskOnlyFieldNames,
    'label',
    'masterTags',
    'sortValue',
    'targetDeckId',
    { inDeps: ['title'] },
  ]),
]);
type StepRow = NonNullable<(typeof stepsQuery)['__answer']>['workflowItem'][string];

/** Returns the action that creates a sub card from a step. Used for services that have no action to start a journey. */
const createFromStep = (item: StepRow, card: PanelCard): ActStep =>
  actStep('cards/create', {
    content: item.content.replaceAll('%PARENT_TITLE%', card.title),
    deckId: item.targetDeckId ?? item.deckId,
    parentCardId: card.cardId,
    assigneeId: item.assigneeId,
    ...taskOnlyValuesOf(item),
    masterTags: item.masterTags,
  } as Params<'cards/create'>);

/**
 * Returns the actions that make the created sub cards wait for each other in the same way as their journey steps. For
 * each step in `items`, `answers` has the answer to the action that created its sub card.
 */
function dependencySteps(items: readonly StepRow[], answers: readonly Record<string, unknown>[]): ActStep[] {
  const cardIdByStep = new Map(items.map(({ itemId }, at) => [itemId as string, answers[at]?.id]));
  return items.flatMap(({ itemId, inDeps }) => {
    const before = inDeps.flatMap((id) => cardIdByStep.get(id) ?? []);
    const params = { id: cardIdByStep.get(itemId), inDeps: before } as Params<'cards/update'>;
    return before.length > 0 ? actStep('cards/update', params) : [];
  });
}

export function JourneyMenu({ card, lookups }: { card: PanelCard; lookups: WorkspaceLookups }): ReactElement | null {
  const workspace = useWorkspace();
  const usesJourneys = lookups.account?.workflowMode === 'journeys';
  const { data } = useLiveQuery(stepsQuery, { enabled: usesJourneys });
  const steps = Object.values(data?.workflowItem ?? {}).toSorted(compareJourneySteps);
  const decks = [...new Set(steps.map(({ deckId }) => deckId))].flatMap((id) => lookups.decks[id] ?? []);
  if (!usesJourneys || decks.length === 0) return null;
  const start = async (deckId: string, title: string) => {
    const label: ActionLabel = `Start the journey of ${title}`;
    if (workspace?.hasExtensions) {
      await act(label, [actStep('journeys/start', { cardId: card.cardId, deckId })]);
      return;
    }
    const journeySteps = steps.filter((item) => item.deckId === deckId);
    const answers = await actWithFollowUpSteps(
      label,
      journeySteps.map((item) => createFromStep(item, card)),
      (answers, round) => (round === 1 ? dependencySteps(journeySteps, answers) : []),
    );
    if (answers)
      toast({
        title: 'The steps were copied as sub cards',
        detail: 'This service has no action that starts a journey: the cards do not know which steps they come from.',
      });
  };
  return (
    <Menu
      align="end"
      entries={[
        { heading: 'Start the journey of' },
        ...decks.map((deck) => ({
          label: `${deck.title} (${steps.filter(({ deckId }) => deckId === deck.id).length} steps)`,
          run: () => void start(deck.id, deck.title),
        })),
      ]}
      trigger={
        <Button
          text="Journey"
          icon={Route}
          small
          look="quiet"
          aria-label="Start a journey"
          tip="A deck’s list of steps: starting it makes each step a sub card"
        />
      }
    />
  );
}
