/**
 * Cards that somebody else archived or deleted while a change of them waited here. The service takes such a change
 * without a word, and nobody would see it again: the person is told, and can restore the card.
 */
import type { ChangedPutAway } from '../../shared/bridge/index.ts';
import type { Rows } from '../engine/rows.ts';
import { wholeRow } from './dependencies.ts';
import type { Base } from './intent.ts';
import { type Operation, touch, touched } from './outbox.ts';
import { madeBy } from './overwrites.ts';
import type { StoredValues } from './stored-values.ts';

/** Within an operation's base: ids of the named cards that were on boards when the person acted. */
const shown = '~shown';
const fact = 'changedPutAway';
/** The oldest are forgotten. */
const maxStored = 100;

export type StoredPutAway = Omit<ChangedPutAway, 'title' | 'by' | 'madeAt' | 'state' | 'canRestore'>;

/** Nobody has to hear that what they took off a list is gone. */
const isTold = (action: string) => /^(cards|resolvables)\/|^handQueue\/add/.test(action);

const isPutAway = (visibility: string | undefined) => visibility === 'archived' || visibility === 'deleted';

/** The cards that an action is done to, as long as they are neither archived nor deleted; to be kept with its base. */
export function shownOf(rows: Rows, action: string, names: Iterable<string>): Base {
  if (!isTold(action)) return {};
  const ids = [...names].map(touched).flatMap(({ model, key }) => {
    const id = model === 'resolvable' ? rows.get('resolvable', key)?.cardId : model === 'card' ? key : undefined;
    const card = id ? rows.get('card', id) : undefined;
    return card && !isPutAway(card.visibility) ? [card.cardId] : [];
  });
  return ids.length > 0 ? { [shown]: [...new Set(ids)] } : {};
}

export const changedPutAway = (facts: StoredValues): readonly StoredPutAway[] =>
  (facts.get(fact) as StoredPutAway[] | undefined) ?? [];

/** Notes the cards of settled operations that are put away now, unless a change made here did that. Confirmed rows only. */
export function notePutAway(
  facts: StoredValues,
  rows: Rows,
  {
    settled,
    all,
    at,
  }: { readonly settled: readonly Operation[]; readonly all: readonly Operation[]; readonly at: string },
): void {
  const found = settled.flatMap(({ base, label }) =>
    ((base[shown] ?? []) as string[])
      .filter((id) => isPutAway(rows.get('card', id)?.visibility) && !putAwayHere(id, all))
      .map((key) => ({ key, label, at })),
  );
  if (found.length === 0) return;
  let known = changedPutAway(facts);
  for (const { key, label } of found) {
    const before = known.find((one) => one.key === key);
    const labels = [...new Set([...(before?.labels ?? []), label])];
    const id = before?.id ?? Math.max(0, ...known.map((one) => one.id)) + 1;
    known = [...known.filter((one) => one !== before), { id, key, labels, at }];
  }
  facts.set(fact, known.slice(-maxStored));
}

const putAwayHere = (id: string, all: readonly Operation[]): boolean =>
  all.some(({ footprint }) => {
    const fields = footprint[touch('card', id)] ?? [];
    return fields.includes('visibility') || fields.includes(wholeRow);
  });

export function forgetPutAway(facts: StoredValues, id: number): void {
  facts.set(
    fact,
    changedPutAway(facts).filter((one) => one.id !== id),
  );
}

/** As windows show them: those that are back on boards meanwhile are left out. */
export function shownPutAway(rows: Rows, facts: StoredValues, renamed: (id: string) => string): ChangedPutAway[] {
  return changedPutAway(facts).flatMap((one): ChangedPutAway[] => {
    const key = renamed(one.key);
    const card = rows.get('card', key);
    if (!card || !isPutAway(card.visibility)) return [];
    const state = card.visibility === 'deleted' ? 'deleted' : 'archived';
    const deck = card.deckId === null ? undefined : rows.get('deck', card.deckId);
    const canRestore = card.deckId === null || (deck !== undefined && !deck.isDeleted);
    const who = madeBy(rows, { model: 'card', key, field: 'visibility', theirs: state });
    return [{ ...one, ...who, key, title: card.title || null, state, canRestore }];
  });
}
