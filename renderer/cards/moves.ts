/**
 * What a change of cards brings about beyond itself: asked first where something is lost by it, told afterwards where
 * something else follows. Most moves are neither; those are known without asking anybody, so that none of them waits.
 */
import type { CardChange } from '../../shared/domain/consequence-facts.ts';
import type { Consequence } from '../../shared/domain/consequences.ts';
import { runLabel } from '../../shared/domain/run-label.ts';
import { type ActOptions, type ActStep, act } from '../data/act.ts';
import type { Label } from '../data/action-labels.ts';
import { currentLookups, type Lookups, type SprintRow } from '../data/lookups.ts';
import type { CardRow } from '../model/card-row.ts';
import { currentRun } from '../model/new-card.ts';
import { localDay } from '../ui/dates/today.ts';
import { askFirst, foresee, loadRules } from '../workbench/confirm.ts';

/** What a move needs to know of a card, on a board or in its own panel. */
export type MovedCard = Pick<
  CardRow,
  'cardId' | 'title' | 'status' | 'visibility' | 'deckId' | 'assigneeId' | 'sprintId' | 'milestoneId'
>;

type Changes = Readonly<Record<string, unknown>>;

/** What one would miss. */
const losses: ReadonlySet<Consequence['kind']> = new Set([
  'reset',
  'undone',
  'threads',
  'dependencies',
  'bookmarks',
  'milestoneOff',
  'tagOff',
  'handOut',
]);

const isRunning = ({ status }: MovedCard) => status === 'started' || status === 'snoozing';
const isSet = (changes: Changes, name: keyof MovedCard, card: MovedCard) =>
  name in changes && changes[name] !== card[name];

/** Whether a card loses its status in a deck: only in knowledge and asset decks (rule `status.move-to-hero-or-doc`). */
export const losesStatus = (card: MovedCard, deckId: unknown, { decks }: Pick<Lookups, 'decks'>): boolean =>
  isRunning(card) &&
  typeof deckId === 'string' &&
  deckId !== card.deckId &&
  ['hero', 'doc'].includes(decks[deckId]?.deckType ?? '');

function mayLose(card: MovedCard, changes: Changes, lookups: Lookups): boolean {
  if (isSet(changes, 'visibility', card) && changes.visibility !== 'default') return true;
  if (isSet(changes, 'assigneeId', card) && isRunning(card) && !('status' in changes)) return true;
  return losesStatus(card, changes.deckId, lookups);
}

/** Whether more than the change itself may come: a deck's auto tag, a run's milestone, Hand sync of either. */
function mayBring(card: MovedCard, changes: Changes, { decks, sprints, milestones }: Lookups): boolean {
  const deck = decks[String(changes.deckId ?? '')];
  const run = sprints[String(changes.sprintId ?? '')];
  const milestone = milestones[String(changes.milestoneId ?? '')];
  return (
    (isSet(changes, 'deckId', card) && (deck?.defaultProjectTagId != null || deck?.handSyncEnabled === true)) ||
    (isSet(changes, 'sprintId', card) && run?.autoMilestoneId != null && card.milestoneId === null) ||
    (isSet(changes, 'milestoneId', card) && milestone?.handSyncEnabled === true)
  );
}

/** The completed run that the card would join. */
const completedRun = (card: MovedCard, changes: Changes, { sprints }: Lookups): SprintRow | undefined => {
  const run = isSet(changes, 'sprintId', card) ? sprints[String(changes.sprintId ?? '')] : undefined;
  return run?.completedAt == null ? undefined : run;
};

function completedRunNote(run: SprintRow, lookups: Lookups): string {
  const label = (of: SprintRow) => runLabel(of, lookups.sprintConfigs[of.sprintConfigId]);
  const siblings = Object.values(lookups.sprints).filter(({ sprintConfigId }) => sprintConfigId === run.sprintConfigId);
  const current = currentRun(siblings, localDay());
  return `${label(run)} is completed${current ? `; the current run is ${label(current)}` : ''}.`;
}

const isCardChange = (step: ActStep): step is ActStep & CardChange =>
  step.action === 'cards/update' || step.action === 'cards/bulkUpdate';

/** Words for a question that a person may not want to see again. */
function quietOf(steps: readonly CardChange[], { decks }: Lookups): { name: string; label: string } | undefined {
  const [deckId, ...others] = new Set(steps.flatMap(({ params }) => params.deckId ?? []));
  if (deckId && others.length === 0)
    return {
      name: `deck:${deckId}`,
      label: `Do not ask again when cards go to ${decks[deckId]?.title ?? 'this deck'}`,
    };
  return steps.every(({ params }) => 'assigneeId' in params && !('visibility' in params))
    ? { name: 'owner', label: 'Do not ask again when cards change their owner' }
    : undefined;
}

export interface Move {
  readonly cards: readonly MovedCard[];
  readonly label: Label;
  readonly steps: readonly ActStep[];
}

/** What became of several cards is not seen at a glance: it is said, with the way back. */
export const aloud = (cards: readonly unknown[]): ActOptions => ({ announce: cards.length > 1 });

/** Carries out steps on cards as one act; null when the person would rather not, or it was refused. */
export async function carryOut({ cards, label, steps }: Move, options: ActOptions = {}): ReturnType<typeof act> {
  const lookups = currentLookups();
  const changes = steps.filter(isCardChange);
  const rows = new Map(cards.map((card) => [card.cardId as string, card]));
  const moved = changes.flatMap((change) => {
    const ids = change.action === 'cards/update' ? [change.params.id] : change.params.ids;
    return ids.flatMap((id) => {
      const card = rows.get(id);
      return card ? [[card, change.params as Changes] as const] : [];
    });
  });
  const some = (test: (card: MovedCard, changes: Changes, lookups: Lookups) => boolean) =>
    moved.some(([card, params]) => test(card, params, lookups));
  const [over] = moved.flatMap(([card, params]) => completedRun(card, params, lookups) ?? []);
  const loses = some(mayLose);
  const quiet = quietOf(changes, lookups);
  // A single card that changes hands is looked at by whoever gives it: it is told, not asked.
  const isAsked = over !== undefined || (loses && !(cards.length === 1 && quiet?.name === 'owner'));
  if (isAsked) {
    const goOn = await askFirst({
      title: `${label}?`,
      verb: 'Go on',
      change: changes,
      matters: (found) => found.some(({ kind }) => losses.has(kind)),
      ...(over ? { always: true, note: completedRunNote(over, lookups) } : quiet ? { quiet } : {}),
    });
    if (!goOn) return null;
  }
  const tells = loses || some(mayBring);
  // What follows is asked before the change is made, though nobody waits for the answer.
  if (tells) await loadRules();
  const follows = tells ? tell(changes) : undefined;
  return act(label, steps, { ...aloud(cards), ...options, ...(follows ? { follows } : {}) });
}

/** In words, as of now: asked before the change is made. */
async function tell(changes: readonly CardChange[]): Promise<string | null> {
  const { consequences } = await foresee(changes);
  return consequences.length > 0 ? consequences.map(({ text }) => text).join(' ') : null;
}
