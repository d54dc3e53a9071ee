/**
 * Cards that somebody else archived or deleted while a change of them waited here. The service accepts such a change
 * without a word, and nobody would see it again: the person is told, and can restore the card with the change.
 */
import type { ChangedPutAway } from '../../../shared/bridge/index.ts';
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import type { ActStep } from '../../engine/types.ts';
import type { StoredValues } from '../store/stored-values.ts';
import { wholeRow } from './dependencies.ts';
import type { Base } from './intent.ts';
import { type Operation, touch, touched } from './operation.ts';
import { asWritten, madeBy, seenIn } from './overwrites.ts';

/** Within an operation's base: ids of the named cards that were on boards when the person acted. */
const shown = '~shown';
const fact = 'changedPutAway';
/** The oldest are forgotten. */
const maxStored = 100;

export interface StoredPutAway extends Omit<ChangedPutAway, 'title' | 'by' | 'madeAt' | 'state' | 'canRestore'> {
  /** What the person set and the removal undid, as a removed card is never started. */
  readonly values?: Readonly<Record<string, unknown>>;
}

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
  const found = settled.flatMap((operation) =>
    ((operation.base[shown] ?? []) as string[])
      .filter((id) => isPutAway(rows.get('card', id)?.visibility) && !putAwayHere(id, all))
      .map((key) => ({ key, operation })),
  );
  if (found.length === 0) return;
  let known = changedPutAway(facts);
  for (const { key, operation } of found) {
    const before = known.find((one) => one.key === key);
    const labels = [...new Set([...(before?.labels ?? []), operation.label])];
    const id = before?.id ?? Math.max(0, ...known.map((one) => one.id)) + 1;
    const values = valuesAfter(before?.values ?? {}, rows, key, operation);
    known = [...known.filter((one) => one !== before), { id, key, labels, at, values }];
  }
  facts.set(fact, known.slice(-maxStored));
}

/** The undone values, once the operation settled: another value than the one seen is somebody's, and stays. */
function valuesAfter(
  values: Readonly<Record<string, unknown>>,
  rows: Rows,
  key: string,
  operation: Operation,
): Readonly<Record<string, unknown>> {
  const card = rows.get('card', key) as AnyRow | undefined;
  const left = { ...values };
  for (const [field, seen] of Object.entries(seenIn(operation, key))) {
    const mine = operation.effective[field] ?? null;
    const there = card?.[field] ?? null;
    delete left[field];
    if (there !== mine && (there === seen || field === 'status')) left[field] = mine;
  }
  return left;
}

/** Shows the card again and repeats what its removal undid. */
export function restoringSteps(facts: StoredValues, { id, key }: ChangedPutAway): ActStep[] {
  const { values = {} } = changedPutAway(facts).find((one) => one.id === id) ?? {};
  const repeated = Object.entries(values).map(([field, value]) => [field, asWritten(field, value)]);
  const restore = { action: 'cards/update', params: { id: key, visibility: 'default' } };
  if (repeated.length === 0) return [restore];
  return [restore, { action: 'cards/update', params: { id: key, ...Object.fromEntries(repeated) } }];
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
  return changedPutAway(facts).flatMap(({ values: _, ...one }): ChangedPutAway[] => {
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
