/**
 * What a change brings about beyond itself, counted before it is made: the rules that interface.md states (resources,
 * "States and transitions", actions), nothing else. Counts leave out deleted cards, which no board shows.
 */
import {
  type CardChange,
  type CardFact,
  type DeckFact,
  type Facts,
  idsIn,
  isOne,
  type Planned,
  type PlannedChange,
} from './consequence-facts.ts';
import { type Consequence, type ConsequenceKind, type Names, sentenceFor } from './consequence-words.ts';
import { sameTag, tagsIn } from './content.ts';
import { fitsHand } from './hand.ts';
import { runLabel } from './run-label.ts';

export type { Consequence, ConsequenceKind } from './consequence-words.ts';

const isRunning = (status: string) => status === 'started' || status === 'snoozing';
const isThere = ({ visibility }: Pick<CardFact, 'visibility'>) => visibility !== 'deleted';
const hasTag = (tags: readonly string[], tag: string) => tags.some((name) => sameTag(name, tag));

interface Patch {
  readonly assigneeId?: string | null | undefined;
  readonly deckId?: string | null | undefined;
  readonly isDoc?: boolean | undefined;
  readonly milestoneId?: string | null | undefined;
  readonly sprintId?: string | null | undefined;
  readonly status?: string | undefined;
  readonly visibility?: string | undefined;
}

/** Names of what changed, by kind: a card hit by two rules of one kind counts once. */
class Tally {
  readonly #found = new Map<ConsequenceKind, Set<string>>();
  readonly #names = new Map<ConsequenceKind, Names>();

  add(kind: ConsequenceKind, name: string, names?: Names): void {
    let found = this.#found.get(kind);
    if (!found) {
      found = new Set();
      this.#found.set(kind, found);
    }
    found.add(name);
    if (names) this.#names.set(kind, names);
  }

  consequences(order: readonly ConsequenceKind[]): Consequence[] {
    return order.flatMap((kind) => {
      const count = this.#found.get(kind)?.size ?? 0;
      return count > 0 ? [{ kind, count, text: sentenceFor(kind, count, this.#names.get(kind) ?? {}) }] : [];
    });
  }
}

/** In the order in which they are told. */
const order: readonly ConsequenceKind[] = [
  'decksMove',
  'cardsMove',
  'archive',
  'archiveSubCards',
  'archiveSteps',
  'nextRun',
  'stayInRun',
  'reset',
  'undone',
  'threads',
  'dependencies',
  'bookmarks',
  'milestoneOn',
  'milestoneOff',
  'decksLoseMilestone',
  'tagOff',
  'tagOn',
  'handIn',
  'handOut',
  'handBack',
];

/** What follows from a change of one card's fields (interface.md, "Card status", `deck`, `milestone`, `queueEntry`). */
function foresee(facts: Facts, tally: Tally, card: CardFact, patch: Patch): void {
  const deckOf = (id: string | null | undefined) => (id ? facts.decks[id] : undefined);
  const movesDeck = patch.deckId !== undefined && patch.deckId !== card.deckId;
  const movesOwner = patch.assigneeId !== undefined && patch.assigneeId !== card.assigneeId;
  const hides = patch.visibility !== undefined && patch.visibility !== 'default';
  const deck = deckOf(patch.deckId === undefined ? card.deckId : patch.deckId);
  const intoUnstarted = movesDeck && (deck?.deckType === 'hero' || deck?.deckType === 'doc');

  let status = card.status;
  if (isRunning(status) && (movesOwner || hides || intoUnstarted)) status = 'not_started';
  if (patch.status !== undefined) status = patch.status;
  if ((hides && isRunning(status)) || patch.isDoc === true) status = 'not_started';
  if (isThere(card) && patch.status === undefined && status !== card.status)
    tally.add(card.status === 'done' ? 'undone' : 'reset', card.cardId);

  if (hides && patch.visibility !== card.visibility) hide(tally, card, patch.visibility === 'deleted');

  if (movesDeck && deck) giveAutoTag(facts, tally, card, deck);

  let milestoneId = patch.milestoneId === undefined ? card.milestoneId : patch.milestoneId;
  const entersRun = patch.sprintId != null && patch.sprintId !== card.sprintId;
  const autoMilestoneId = entersRun ? (facts.runs[patch.sprintId as string]?.autoMilestoneId ?? null) : null;
  if (milestoneId === null && autoMilestoneId !== null) {
    milestoneId = autoMilestoneId;
    if (isThere(card) && milestoneId !== card.milestoneId)
      tally.add('milestoneOn', card.cardId, { to: facts.milestones[autoMilestoneId]?.name });
  }
  inHands(tally, card, {
    assigneeId: patch.assigneeId === undefined ? card.assigneeId : patch.assigneeId,
    status,
    visibility: patch.visibility ?? card.visibility,
    movesOwner,
    syncs:
      ((movesDeck || movesOwner) && deck?.handSyncEnabled === true) ||
      ((milestoneId !== card.milestoneId || movesOwner) &&
        milestoneId !== null &&
        facts.milestones[milestoneId]?.handSyncEnabled === true),
  });
}

/** Archiving and deleting close open threads; deleting also removes dependencies and bookmarks. */
function hide(tally: Tally, card: CardFact, isDeleted: boolean): void {
  for (const index of card.openThreads.keys()) tally.add('threads', `${card.cardId} ${index}`);
  if (!isDeleted) return;
  for (const id of card.inDeps) tally.add('dependencies', `${id} ${card.cardId}`);
  for (const id of card.outDeps) tally.add('dependencies', `${card.cardId} ${id}`);
  for (let index = 0; index < card.bookmarks; index++) tally.add('bookmarks', `${card.cardId} ${index}`);
}

/** Cards moved into a deck get its auto tag. */
function giveAutoTag(facts: Facts, tally: Tally, card: CardFact, deck: DeckFact): void {
  const tag = deck.defaultProjectTagId === null ? undefined : facts.tags[deck.defaultProjectTagId];
  if (tag === undefined || !isThere(card) || hasTag(card.masterTags, tag)) return;
  tally.add('tagOn', card.cardId, { tag });
}

interface HandChange {
  readonly assigneeId: string | null;
  readonly status: string;
  readonly visibility: string;
  readonly movesOwner: boolean;
  /** Hand sync of its deck or milestone applies. */
  readonly syncs: boolean;
}

function inHands(tally: Tally, card: CardFact, after: HandChange): void {
  const isLost = (userId: string) => userId !== after.assigneeId;
  const becomesDone = card.status !== 'done' && after.status === 'done';
  const isReopened = card.status === 'done' && after.status !== 'done';
  for (const { userId, isDone } of card.hand) {
    const name = `${card.cardId} ${userId}`;
    if ((becomesDone || (isReopened && isDone)) && isLost(userId)) tally.add('handOut', name);
    else if (isReopened && isDone) tally.add('handBack', name);
  }
  const starts = after.status === 'started' && (card.status !== 'started' || after.movesOwner);
  if (after.assigneeId === null || !(starts || (after.syncs && fitsHand(after)))) return;
  joinHand(tally, card, after.assigneeId);
}

function joinHand(tally: Tally, card: CardFact, userId: string): void {
  if (!card.hand.some((entry) => entry.userId === userId)) tally.add('handIn', `${card.cardId} ${userId}`);
}

/** Hand sync is turned on: not-done cards with an owner join the owner's Hand. */
function syncHands(tally: Tally, cards: readonly CardFact[]): void {
  for (const card of cards) if (card.assigneeId !== null && fitsHand(card)) joinHand(tally, card, card.assigneeId);
}

type ParamsOf<A extends PlannedChange['action']> = Extract<PlannedChange, { action: A }>['params'];

function deckUpdate(facts: Facts, tally: Tally, params: ParamsOf<'decks/update'>): void {
  const deck = facts.decks[params.id];
  if (!deck) return;
  const { milestoneId, defaultProjectTagId, deckType, handSyncEnabled } = params;
  if (milestoneId !== undefined)
    for (const card of facts.swept) {
      const joins = milestoneId !== null && card.visibility === 'default' && card.milestoneId !== milestoneId;
      const leaves = milestoneId === null && deck.milestoneId !== null && card.milestoneId === deck.milestoneId;
      if (joins) tally.add('milestoneOn', card.cardId, { to: facts.milestones[milestoneId]?.name });
      if (leaves && isThere(card))
        tally.add('milestoneOff', card.cardId, { from: facts.milestones[deck.milestoneId ?? '']?.name });
      if (joins || leaves) foresee(facts, tally, card, { milestoneId });
    }
  if (defaultProjectTagId !== undefined && defaultProjectTagId !== deck.defaultProjectTagId)
    swapTags(facts, tally, deck.defaultProjectTagId, defaultProjectTagId);
  if (deckType === 'hero' && deck.deckType !== 'hero')
    for (const card of facts.swept) if (isRunning(card.status) && isThere(card)) tally.add('reset', card.cardId);
  if (handSyncEnabled && !deck.handSyncEnabled) syncHands(tally, facts.swept);
}

/** The old auto tag goes, except where the text writes it; the new one comes. */
function swapTags(facts: Facts, tally: Tally, oldId: string | null, newId: string | null): void {
  const from = oldId === null ? undefined : facts.tags[oldId];
  const to = newId === null ? undefined : facts.tags[newId];
  if (from !== undefined && to !== undefined && sameTag(from, to)) return;
  for (const card of facts.swept) {
    if (!isThere(card)) continue;
    if (from !== undefined && hasTag(card.masterTags, from) && !hasTag(tagsIn(card.content), from))
      tally.add('tagOff', card.cardId, { tag: from });
    if (to !== undefined && !hasTag(card.masterTags, to)) tally.add('tagOn', card.cardId, { tag: to });
  }
}

function deckDelete(facts: Facts, tally: Tally, { id }: ParamsOf<'decks/delete'>): void {
  for (const card of facts.swept)
    for (const each of [card, ...card.childCards.flatMap((subId) => facts.cards[subId] ?? [])]) {
      if (each.visibility !== 'default') continue;
      tally.add(each.deckId === id ? 'archive' : 'archiveSubCards', each.cardId);
      foresee(facts, tally, each, { visibility: 'archived' });
    }
  for (const [index, deckId] of facts.stepsInto.entries()) if (deckId === id) tally.add('archiveSteps', String(index));
}

function deckMove(facts: Facts, tally: Tally, params: ParamsOf<'decks/addToSpaceAfter'>): void {
  for (const card of facts.swept) {
    const deck = facts.decks[card.deckId ?? ''];
    if (deck && deck.projectId !== params.targetProjectId && card.visibility === 'default')
      tally.add('cardsMove', card.cardId, { to: facts.projects[params.targetProjectId]?.name });
  }
}

function milestoneUpdate(facts: Facts, tally: Tally, params: ParamsOf<'milestones/update'>): void {
  const milestone = facts.milestones[params.id];
  if (!milestone) return;
  const kept = params.isGlobal === true || !params.projectIds ? null : new Set<string>(params.projectIds);
  const linked = facts.projectsOfMilestone[params.id];
  const isRemoved = (projectId: string | undefined) =>
    kept !== null && projectId !== undefined && !kept.has(projectId) && linked?.has(projectId) === true;
  const staying: CardFact[] = [];
  for (const card of facts.swept) {
    if (!isRemoved(facts.decks[card.deckId ?? '']?.projectId)) staying.push(card);
    else if (isThere(card)) tally.add('milestoneOff', card.cardId, { from: milestone.name });
  }
  loseMilestone(facts, tally, params.id, ({ projectId }) => isRemoved(projectId));
  if (params.handSyncEnabled && !milestone.handSyncEnabled) syncHands(tally, staying);
}

function loseMilestone(facts: Facts, tally: Tally, id: string, loses: (deck: DeckFact) => boolean): void {
  const from = facts.milestones[id]?.name;
  for (const deck of Object.values(facts.decks))
    if (deck.milestoneId === id && !deck.isDeleted && loses(deck)) tally.add('decksLoseMilestone', deck.id, { from });
}

function milestoneDelete(facts: Facts, tally: Tally, { id }: ParamsOf<'milestones/delete'>): void {
  const from = facts.milestones[id]?.name;
  for (const card of facts.swept) if (isThere(card)) tally.add('milestoneOff', card.cardId, { from });
  loseMilestone(facts, tally, id, () => true);
}

/** What `moveOnFinish` calls a card that is left over when its run ends; undefined for one that stays in any case. */
function leftover(card: CardFact): 'undone' | 'review' | 'blocked' | undefined {
  if (card.visibility !== 'default' || card.isDoc) return undefined;
  if (card.openThreads.includes('block')) return 'blocked';
  if (card.openThreads.includes('review')) return 'review';
  return card.status === 'done' ? undefined : 'undone';
}

function runUpdate(facts: Facts, tally: Tally, params: ParamsOf<'sprints/updateSprint'>): void {
  const run = facts.runs[params.id];
  if (!run) return;
  if (params.autoMilestoneId)
    for (const card of facts.swept)
      if (card.milestoneId === null) {
        if (isThere(card))
          tally.add('milestoneOn', card.cardId, { to: facts.milestones[params.autoMilestoneId]?.name });
        foresee(facts, tally, card, { milestoneId: params.autoMilestoneId });
      }
  if (!params.complete || run.completedAt !== null) return;
  const config = facts.configs[run.sprintConfigId];
  const [next] = Object.values(facts.runs)
    .filter((other) => other.sprintConfigId === run.sprintConfigId && other.index > run.index && !other.completedAt)
    .sort((a, b) => a.index - b.index);
  for (const card of facts.swept) {
    const kind = leftover(card);
    if (!kind) continue;
    if (!config?.moveOnFinish.includes(kind)) {
      tally.add('stayInRun', card.cardId);
      continue;
    }
    tally.add('nextRun', card.cardId, { to: next ? runLabel(next, config) : undefined });
    if (next) foresee(facts, tally, card, { sprintId: next.id });
  }
}

function projectUpdate(facts: Facts, tally: Tally, { id, spaces }: ParamsOf<'projects/update'>): void {
  const project = facts.projects[id];
  const first = spaces?.[0];
  if (!project || !first) return;
  const gone = project.spaces.filter((space) => !spaces?.some((other) => other.id === space.id));
  for (const deck of Object.values(facts.decks))
    if (deck.projectId === id && !deck.isDeleted && gone.some((space) => space.id === deck.spaceId))
      tally.add('decksMove', deck.id, { to: first.name });
}

function putAway(facts: Facts, tally: Tally, { id, visibility }: ParamsOf<'projects/setVisibility'>): void {
  if (visibility === 'default' || facts.projects[id]?.visibility === visibility) return;
  for (const card of facts.swept)
    for (const index of card.openThreads.keys()) tally.add('threads', `${card.cardId} ${index}`);
}

function cardChange(facts: Facts, tally: Tally, change: CardChange): void {
  const ids = new Set(idsIn(change));
  for (const card of facts.swept) if (ids.has(card.cardId)) foresee(facts, tally, card, change.params);
}

/** What the change brings about beyond itself, in the order in which it is told; empty when nothing. */
export function consequencesOf(change: Planned, facts: Facts): Consequence[] {
  const tally = new Tally();
  if (isOne(change)) oneChange(facts, tally, change);
  else for (const each of change) cardChange(facts, tally, each);
  return tally.consequences(order);
}

function oneChange(facts: Facts, tally: Tally, change: PlannedChange): void {
  switch (change.action) {
    case 'cards/update':
    case 'cards/bulkUpdate':
      cardChange(facts, tally, change);
      break;
    case 'decks/update':
      deckUpdate(facts, tally, change.params);
      break;
    case 'decks/delete':
      deckDelete(facts, tally, change.params);
      break;
    case 'decks/addToSpaceAfter':
    case 'decks/addToSpaceBefore':
      deckMove(facts, tally, change.params);
      break;
    case 'milestones/update':
      milestoneUpdate(facts, tally, change.params);
      break;
    case 'milestones/delete':
      milestoneDelete(facts, tally, change.params);
      break;
    case 'projects/update':
      projectUpdate(facts, tally, change.params);
      break;
    case 'projects/setVisibility':
      putAway(facts, tally, change.params);
      break;
    case 'sprints/updateSprint':
      runUpdate(facts, tally, change.params);
      break;
  }
}

/**
 * Why the service will refuse the change as things stand; null when nothing known speaks against it (interface.md,
 * `decks/update`).
 */
export function refusalOf(change: Planned, facts: Facts): string | null {
  if (!isOne(change) || change.action !== 'decks/update') return null;
  const { id, deckType } = change.params;
  if ((deckType !== 'hero' && deckType !== 'doc') || facts.decks[id]?.deckType === deckType) return null;
  const steps = facts.stepsInto.filter((deckId) => deckId === id).length;
  if (steps === 0) return null;
  return `${steps === 1 ? 'A journey step creates' : `${steps} journey steps create`} cards in this deck: it cannot become an asset or knowledge deck.`;
}
