/**
 * A conflict is another person's value that this person's change has overwritten at the service, or a card that this
 * person changed and others archived or deleted. The person can restore both.
 */
import type {
  ActAnswer,
  CardPutAwayByOthers,
  LabelledActionSteps,
  OverwrittenValue,
} from '../../../shared/bridge/index.ts';
import { conflictFailure, type Outcome, type Query } from '../../../shared/contract/index.ts';
import type { OptimisticStore } from './optimistic-store.ts';
import { overwritesToShow } from './outbox-view.ts';
import { cardHistoryQuery, deleteStoredOverwrite, storedOverwrites, toSettableValue } from './overwrites.ts';
import {
  forgetCardPutAwayByOthers,
  putAwayCardsToShow,
  stepsToRestoreCard,
  storedCardsPutAwayByOthers,
} from './put-away.ts';

interface RestorableConflictsOptions {
  readonly store: () => OptimisticStore;
  /** `alsoInTransaction` runs in the transaction that stores the change. */
  readonly act: (steps: LabelledActionSteps, alsoInTransaction: () => void) => Outcome<ActAnswer>;
  readonly requestRows: (query: Query) => void;
  readonly statusChanged: () => void;
}

export class RestorableConflicts {
  #options: RestorableConflictsOptions;
  /** Ids of the overwritten values, and ids of the put-away cards, for which a history has been requested. */
  #requestedValueIds = new Set<number>();
  #requestedCardIds = new Set<string>();

  constructor(options: RestorableConflictsOptions) {
    this.#options = options;
  }

  get #store(): OptimisticStore {
    return this.#options.store();
  }

  get counts(): { readonly overwritten: number; readonly putAway: number } {
    const { storedValues } = this.#store;
    return {
      overwritten: storedOverwrites(storedValues).length,
      putAway: storedCardsPutAwayByOthers(storedValues).length,
    };
  }

  overwritten(): OverwrittenValue[] {
    const list = overwritesToShow(this.#store);
    // Only the card's history, which polls do not read, shows this. Windows get an event when it arrives.
    for (const { id, model, key, madeAt } of list) {
      if (model !== 'card' || madeAt !== null || this.#requestedValueIds.has(id)) continue;
      this.#requestedValueIds.add(id);
      this.#options.requestRows(cardHistoryQuery(key));
    }
    return list;
  }

  /** Restores the overwritten value of the other person. This is a new change, which the outbox sends. */
  putBack(id: number): Outcome<ActAnswer> {
    const found = storedOverwrites(this.#store.storedValues).find((one) => one.id === id);
    if (!found) return { ok: false, failure: notThere };
    const { action, key, field, theirs } = found;
    const params = { id: this.#store.ids.renamed(key), [field]: toSettableValue(field, theirs) };
    return this.#options.act({ label: `Put back: ${found.label}`.slice(0, 200), steps: [{ action, params }] }, () =>
      deleteStoredOverwrite(this.#store.storedValues, id),
    );
  }

  keepMine(id: number): void {
    deleteStoredOverwrite(this.#store.storedValues, id);
    this.#options.statusChanged();
  }

  putAway(): CardPutAwayByOthers[] {
    const { rows, storedValues, ids } = this.#store;
    const list = putAwayCardsToShow(rows, storedValues, (id) => ids.renamed(id));
    for (const { key, madeAt } of list) {
      if (madeAt !== null || this.#requestedCardIds.has(key)) continue;
      this.#requestedCardIds.add(key);
      this.#options.requestRows(cardHistoryQuery(key));
    }
    return list;
  }

  /** Restores the card and the person's changes to it in one `act` call. The person can undo this call. */
  restorePutAway(id: number): Outcome<ActAnswer> {
    const found = this.putAway().find((one) => one.id === id);
    if (!found) return { ok: false, failure: notThere };
    const steps = stepsToRestoreCard(this.#store.storedValues, found);
    return this.#options.act({ label: 'Restore the card', steps }, () =>
      forgetCardPutAwayByOthers(this.#store.storedValues, id),
    );
  }

  leavePutAway(id: number): void {
    forgetCardPutAwayByOthers(this.#store.storedValues, id);
    this.#options.statusChanged();
  }
}

const notThere = conflictFailure('not_there', 'That was put back or set aside already.');
