/**
 * Finds cards that others archived or deleted while the person's change waited in the outbox. The service accepts the
 * change without an error, so the outbox view lists the card, and the person can restore it.
 */
import type { CardPutAwayByOthers } from '../../../shared/bridge/index.ts';
import type { AnyRow, RowStore } from '../../engine/store/rows.ts';
import type { ActStep } from '../../engine/types.ts';
import type { NamedValueStore } from '../store/stored-values.ts';
import { everyFieldMarker } from './dependencies.ts';
import type { MergeBase } from './merge-params.ts';
import { type Operation, parseRowRef, rowRef } from './operation.ts';
import type { Outbox } from './outbox.ts';
import { authorAndTimeOfValue, replacedRowValuesOf, toSettableValue } from './overwrites.ts';

/** Key in an operation's `base`: its cards that were neither archived nor deleted when the person acted. */
const shownKey = '~shown';
const storedName = 'changedPutAway';
/** Only the newest put-away cards are stored, at most this many. */
const maxStoredCards = 100;

interface StoredPutAwayCard extends Omit<CardPutAwayByOthers, 'title' | 'by' | 'madeAt' | 'state' | 'canRestore'> {
  /** The person's values that were lost when somebody archived or deleted the card, such as the status `started`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

const isRemovalReported = (action: string) => /^(cards|resolvables)\/|^handQueue\/add/.test(action);

const isArchivedOrDeleted = (visibility: string | undefined) => visibility === 'archived' || visibility === 'deleted';

/** Neither archived nor deleted; of `names` and of threads in it. Empty if the action is not reported. */
export function mergeBaseWithVisibleCardIds(rows: RowStore, action: string, names: Iterable<string>): MergeBase {
  if (!isRemovalReported(action)) return {};
  const ids = [...names].map(parseRowRef).flatMap(({ model, key }) => {
    const id = model === 'resolvable' ? rows.get('resolvable', key)?.cardId : model === 'card' ? key : undefined;
    const card = id ? rows.get('card', id) : undefined;
    return card && !isArchivedOrDeleted(card.visibility) ? [card.cardId] : [];
  });
  return ids.length > 0 ? { [shownKey]: [...new Set(ids)] } : {};
}

export const storedCardsPutAwayByOthers = (storedValues: NamedValueStore): readonly StoredPutAwayCard[] =>
  (storedValues.get(storedName) as StoredPutAwayCard[] | undefined) ?? [];

/** Skips cards whose visibility the outbox changes. Call before the replay, on confirmed rows. */
export function storeCardsPutAwayByOthers(
  storedValues: NamedValueStore,
  rows: RowStore,
  { settled, outbox, at }: { readonly settled: readonly Operation[]; readonly outbox: Outbox; readonly at: string },
): void {
  const found = settled.flatMap((operation) =>
    ((operation.base[shownKey] ?? []) as string[])
      .filter((id) => isArchivedOrDeleted(rows.get('card', id)?.visibility) && !isRemovalPending(id, outbox))
      .map((key) => ({ key, operation })),
  );
  if (found.length === 0) return;
  let known = storedCardsPutAwayByOthers(storedValues);
  for (const { key, operation } of found) {
    const before = known.find((one) => one.key === key);
    const labels = [...new Set([...(before?.labels ?? []), operation.label])];
    const id = before?.id ?? Math.max(0, ...known.map((one) => one.id)) + 1;
    const values = valuesChangedBack(before?.values ?? {}, rows, key, operation);
    known = [...known.filter((one) => one !== before), { id, key, labels, at, values }];
  }
  storedValues.set(storedName, known.slice(-maxStoredCards));
}

/** Returns `values` and the operation's lost values. Leaves out fields that others have changed to another value. */
function valuesChangedBack(
  values: Readonly<Record<string, unknown>>,
  rows: RowStore,
  key: string,
  operation: Operation,
): Readonly<Record<string, unknown>> {
  const card = rows.get('card', key) as AnyRow | undefined;
  const remaining = { ...values };
  for (const [field, seen] of Object.entries(replacedRowValuesOf(operation, key))) {
    const ownValue = operation.effective[field] ?? null;
    const confirmedValue = card?.[field] ?? null;
    delete remaining[field];
    if (confirmedValue !== ownValue && (confirmedValue === seen || field === 'status')) remaining[field] = ownValue;
  }
  return remaining;
}

/** Returns the steps that restore the card and set the person's values again. */
export function stepsToRestoreCard(storedValues: NamedValueStore, { id, key }: CardPutAwayByOthers): ActStep[] {
  const { values = {} } = storedCardsPutAwayByOthers(storedValues).find((one) => one.id === id) ?? {};
  const repeated = Object.entries(values).map(([field, value]) => [field, toSettableValue(field, value)]);
  const restore = { action: 'cards/update', params: { id: key, visibility: 'default' } };
  if (repeated.length === 0) return [restore];
  return [restore, { action: 'cards/update', params: { id: key, ...Object.fromEntries(repeated) } }];
}

const isRemovalPending = (id: string, outbox: Outbox): boolean =>
  outbox.linked(`change ${rowRef('card', id)}`).some(({ footprint }) => {
    const fields = footprint[rowRef('card', id)] ?? [];
    return fields.includes('visibility') || fields.includes(everyFieldMarker);
  });

export function forgetCardPutAwayByOthers(storedValues: NamedValueStore, id: number): void {
  storedValues.set(
    storedName,
    storedCardsPutAwayByOthers(storedValues).filter((one) => one.id !== id),
  );
}

/** Leaves out cards that somebody has restored. */
export function putAwayCardsToShow(
  rows: RowStore,
  storedValues: NamedValueStore,
  renamed: (id: string) => string,
): CardPutAwayByOthers[] {
  return storedCardsPutAwayByOthers(storedValues).flatMap(({ values: _, ...one }): CardPutAwayByOthers[] => {
    const key = renamed(one.key);
    const card = rows.get('card', key);
    if (!card || !isArchivedOrDeleted(card.visibility)) return [];
    const state = card.visibility === 'deleted' ? 'deleted' : 'archived';
    const deck = card.deckId === null ? undefined : rows.get('deck', card.deckId);
    const canRestore = card.deckId === null || (deck !== undefined && !deck.isDeleted);
    const change = authorAndTimeOfValue(rows, { model: 'card', key, field: 'visibility', theirs: state });
    return [{ ...one, ...change, key, title: card.title || null, state, canRestore }];
  });
}
