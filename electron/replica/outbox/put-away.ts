/**
 * Finds cards that somebody else archived or deleted while a change of them waited here. The service accepts such a
 * change without an error, so the outbox view lists the cards, and the person can restore them with the change.
 */
import type { ChangedPutAway } from '../../../shared/bridge/index.ts';
import type { AnyRow, Rows } from '../../engine/store/rows.ts';
import type { ActStep } from '../../engine/types.ts';
import type { StoredValues } from '../store/stored-values.ts';
import { wholeRow } from './dependencies.ts';
import type { Base } from './intent.ts';
import { type Operation, parseRowRef, rowRef } from './operation.ts';
import { changeThatSet, seenFieldsOfRow, writableValue } from './overwrites.ts';

/** Key in an operation's base: ids of its cards that were on boards when the person acted. */
const shown = '~shown';
const storedName = 'changedPutAway';
/** When there are more, the oldest are deleted. */
const maxStored = 100;

interface StoredPutAway extends Omit<ChangedPutAway, 'title' | 'by' | 'madeAt' | 'state' | 'canRestore'> {
  /** Values that the person set and the removal changed back: a removed card is never started, for instance. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Actions after which a card that is gone is reported. Removing it from a list needs no report. */
const isReported = (action: string) => /^(cards|resolvables)\/|^handQueue\/add/.test(action);

const isPutAway = (visibility: string | undefined) => visibility === 'archived' || visibility === 'deleted';

/** The action's cards that are neither archived nor deleted; stored with the operation's base. */
export function baseOfVisibleCards(rows: Rows, action: string, names: Iterable<string>): Base {
  if (!isReported(action)) return {};
  const ids = [...names].map(parseRowRef).flatMap(({ model, key }) => {
    const id = model === 'resolvable' ? rows.get('resolvable', key)?.cardId : model === 'card' ? key : undefined;
    const card = id ? rows.get('card', id) : undefined;
    return card && !isPutAway(card.visibility) ? [card.cardId] : [];
  });
  return ids.length > 0 ? { [shown]: [...new Set(ids)] } : {};
}

/** The removed cards, as stored; `shownPutAway` describes them for windows. */
export const storedPutAways = (storedValues: StoredValues): readonly StoredPutAway[] =>
  (storedValues.get(storedName) as StoredPutAway[] | undefined) ?? [];

/**
 * Stores which cards of settled operations are archived or deleted now, unless a change made here did that. Reads
 * confirmed rows only.
 */
export function notePutAway(
  storedValues: StoredValues,
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
  let known = storedPutAways(storedValues);
  for (const { key, operation } of found) {
    const before = known.find((one) => one.key === key);
    const labels = [...new Set([...(before?.labels ?? []), operation.label])];
    const id = before?.id ?? Math.max(0, ...known.map((one) => one.id)) + 1;
    const values = valuesAfter(before?.values ?? {}, rows, key, operation);
    known = [...known.filter((one) => one !== before), { id, key, labels, at, values }];
  }
  storedValues.set(storedName, known.slice(-maxStored));
}

/**
 * The values of the settled operation that the removal changed back. A value that differs from both was set by
 * somebody, and stays.
 */
function valuesAfter(
  values: Readonly<Record<string, unknown>>,
  rows: Rows,
  key: string,
  operation: Operation,
): Readonly<Record<string, unknown>> {
  const card = rows.get('card', key) as AnyRow | undefined;
  const remaining = { ...values };
  for (const [field, seen] of Object.entries(seenFieldsOfRow(operation, key))) {
    const ownValue = operation.effective[field] ?? null;
    const confirmedValue = card?.[field] ?? null;
    delete remaining[field];
    if (confirmedValue !== ownValue && (confirmedValue === seen || field === 'status')) remaining[field] = ownValue;
  }
  return remaining;
}

/** Steps that restore the card and set the values again. */
export function restoreSteps(storedValues: StoredValues, { id, key }: ChangedPutAway): ActStep[] {
  const { values = {} } = storedPutAways(storedValues).find((one) => one.id === id) ?? {};
  const repeated = Object.entries(values).map(([field, value]) => [field, writableValue(field, value)]);
  const restore = { action: 'cards/update', params: { id: key, visibility: 'default' } };
  if (repeated.length === 0) return [restore];
  return [restore, { action: 'cards/update', params: { id: key, ...Object.fromEntries(repeated) } }];
}

const putAwayHere = (id: string, all: readonly Operation[]): boolean =>
  all.some(({ footprint }) => {
    const fields = footprint[rowRef('card', id)] ?? [];
    return fields.includes('visibility') || fields.includes(wholeRow);
  });

export function forgetPutAway(storedValues: StoredValues, id: number): void {
  storedValues.set(
    storedName,
    storedPutAways(storedValues).filter((one) => one.id !== id),
  );
}

/** The cards to show in the outbox view: without those that are on boards again. */
export function shownPutAway(
  rows: Rows,
  storedValues: StoredValues,
  renamed: (id: string) => string,
): ChangedPutAway[] {
  return storedPutAways(storedValues).flatMap(({ values: _, ...one }): ChangedPutAway[] => {
    const key = renamed(one.key);
    const card = rows.get('card', key);
    if (!card || !isPutAway(card.visibility)) return [];
    const state = card.visibility === 'deleted' ? 'deleted' : 'archived';
    const deck = card.deckId === null ? undefined : rows.get('deck', card.deckId);
    const canRestore = card.deckId === null || (deck !== undefined && !deck.isDeleted);
    const change = changeThatSet(rows, { model: 'card', key, field: 'visibility', theirs: state });
    return [{ ...one, ...change, key, title: card.title || null, state, canRestore }];
  });
}
