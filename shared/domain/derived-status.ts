/**
 * Computes `card.derivedStatus`, the state that boards show. The first match wins (rules `derived.deleted` to
 * `derived.assigned`).
 */
import type { DerivedStatus } from '../contract/index.ts';

export interface StatusFacts {
  readonly visibility: string;
  readonly status: string;
  readonly isDoc: boolean | null;
  readonly assigneeId: string | null;
  readonly isSubCard: boolean;
  /** Sub cards that are not deleted. */
  readonly hasSubCards: boolean;
  /** Type of the card's deck; null for a private card. */
  readonly deckType: string | null;
  readonly openThread: 'block' | 'review' | undefined;
}

type HeroFacts = Pick<StatusFacts, 'hasSubCards' | 'deckType' | 'isSubCard' | 'isDoc'>;

/** A card with sub cards, or one in a `hero` deck that is neither a sub card nor a doc. */
export function isHero({ hasSubCards, deckType, isSubCard, isDoc }: HeroFacts): boolean {
  return hasSubCards || (deckType === 'hero' && !isSubCard && !isDoc);
}

export function derivedStatusOf(facts: StatusFacts): DerivedStatus {
  const hero = isHero(facts);
  const done = facts.status === 'done';
  if (facts.visibility === 'deleted') return 'deleted';
  if (facts.visibility === 'archived') {
    if (hero) return done ? 'archivedHeroDone' : 'archivedHero';
    return done ? 'archivedDone' : 'archived';
  }
  if (facts.isDoc) return facts.hasSubCards ? 'heroDoc' : 'doc';
  if (facts.openThread === 'block') return 'blocked';
  if (facts.openThread === 'review') return 'review';
  if (hero) return done ? 'heroDone' : 'hero';
  if (done) return 'done';
  if (facts.status === 'snoozing') return 'snoozing';
  if (facts.status === 'started') return 'started';
  return facts.assigneeId === null ? 'unassigned' : 'assigned';
}
