import type { DerivedStatus, moveOnFinishKinds } from '../contract/index.ts';

/** Exports name statuses by them, so imports find them again. */
export const derivedStatusLabels = {
  unassigned: 'Not started',
  assigned: 'Not started',
  started: 'Started',
  snoozing: 'Snoozing',
  review: 'In review',
  blocked: 'Blocked',
  done: 'Done',
  hero: 'Hero',
  heroDone: 'Hero, done',
  doc: 'Document',
  heroDoc: 'Document with sub cards',
  archived: 'Archived',
  archivedDone: 'Archived, done',
  archivedHero: 'Archived hero',
  archivedHeroDone: 'Archived hero, done',
  deleted: 'Deleted',
} as const satisfies Readonly<Record<DerivedStatus, string>>;

export interface DerivedStatusInput {
  readonly visibility: string;
  readonly status: string;
  readonly isDoc: boolean | null;
  readonly assigneeId: string | null;
  readonly isSubCard: boolean;
  /** Deleted sub cards do not count. */
  readonly hasSubCards: boolean;
  /** Type of the card's deck; null for a private card. */
  readonly deckType: string | null;
  readonly openThread: 'block' | 'review' | undefined;
}

type HeroInput = Pick<DerivedStatusInput, 'hasSubCards' | 'deckType' | 'isSubCard' | 'isDoc'>;

/** A hero card has sub cards, or is in a `hero` deck and is neither a sub card nor a document. */
export function countsAsHeroCard({ hasSubCards, deckType, isSubCard, isDoc }: HeroInput): boolean {
  return hasSubCards || (deckType === 'hero' && !isSubCard && !isDoc);
}

/** The first condition that is true decides (rules `derived.deleted` to `derived.assigned`). */
export function derivedStatusOf(card: DerivedStatusInput): DerivedStatus {
  const hero = countsAsHeroCard(card);
  const done = card.status === 'done';
  if (card.visibility === 'deleted') return 'deleted';
  if (card.visibility === 'archived') {
    if (hero) return done ? 'archivedHeroDone' : 'archivedHero';
    return done ? 'archivedDone' : 'archived';
  }
  if (card.isDoc) return card.hasSubCards ? 'heroDoc' : 'doc';
  if (card.openThread === 'block') return 'blocked';
  if (card.openThread === 'review') return 'review';
  if (hero) return done ? 'heroDone' : 'hero';
  if (done) return 'done';
  if (card.status === 'snoozing') return 'snoozing';
  if (card.status === 'started') return 'started';
  return card.assigneeId === null ? 'unassigned' : 'assigned';
}

export type UnfinishedCardKind = (typeof moveOnFinishKinds)[number];

/**
 * As `moveOnFinish` of the Run Config names it (rule `runs.move-on-finish`). Undefined for a card that always stays in
 * its run: an archived or deleted card, a document, or a done card without an open thread.
 */
export function unfinishedCardKind(card: {
  readonly visibility: string;
  readonly isDoc: boolean | null;
  readonly status: string;
  readonly openThread: 'block' | 'review' | undefined;
}): UnfinishedCardKind | undefined {
  if (card.visibility !== 'default' || card.isDoc) return undefined;
  if (card.openThread) return card.openThread === 'block' ? 'blocked' : 'review';
  return card.status === 'done' ? undefined : 'undone';
}
