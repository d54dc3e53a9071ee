/**
 * Sends the outbox's operations in order, each once. After a lost answer it finds out whether the service carried the
 * request out. `sync.ts` runs it.
 */
import { actionNamed, type Failure } from '../../../shared/contract/index.ts';
import { type Client, requestTimeoutMs } from '../../client/client.ts';
import { waitsFor } from '../outbox/dependencies.ts';
import type { Operation } from '../outbox/operation.ts';
import type { Identity, OptimisticStore } from '../outbox/optimistic-store.ts';
import { isMerged } from '../outbox/overwrites.ts';
import { listOrderCheck } from '../outbox/send-order.ts';
import { wireForm } from '../outbox/wire-form.ts';
import { lateArrivalMs } from '../pull/poll-intervals.ts';
import { containsLocalIds } from '../store/local-ids.ts';
import { windowAtLoss, windowAtSending } from './request-window.ts';
import { type Candidate, cluesBeforeSending, isSafeToRepeat, searchFor } from './resolve-uncertain.ts';
import { RetryFence } from './retry-fence.ts';

interface PushOptions {
  readonly store: OptimisticStore;
  readonly client: () => Client;
  readonly identity: () => Identity | undefined;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type PushResult = 'sent' | 'offline' | 'stopped' | 'throttled';

/** Until this local time a request without an answer may still arrive at the service. */
const arrivesUntil = ({ sentAt }: Operation) => (sentAt ?? 0) + requestTimeoutMs + lateArrivalMs;

export class Push {
  #options: PushOptions;
  /** Why the service refuses this token; null while it accepts it. */
  refusal: Failure | null = null;
  #fence: RetryFence;
  /** The operation whose rows were just read again before it is sent. */
  #read: number | undefined;
  /** When to search for each uncertain operation again, local milliseconds by operation id. */
  #nextSearchAt = new Map<number, number>();

  constructor(options: PushOptions) {
    this.#options = options;
    this.#fence = new RetryFence(options.store.storedValues);
  }

  /**
   * The person gives up an operation whose request may still arrive. Newer changes of its fields wait until it no
   * longer can.
   */
  giveUp(operation: Operation): void {
    this.#fence.add(operation, arrivesUntil(operation), this.#options.now());
  }

  /** Local time until which a lost request may still change its rows, although its repeat was answered. */
  #fencedUntilMs(operation: Operation): number | undefined {
    return this.#fence.until(operation, this.#options.now());
  }

  /** The operation to send next. */
  next(): Operation | undefined {
    const { all } = this.#options.store.outbox;
    const hasToWait = listOrderCheck(all);
    return all.find(
      (operation) =>
        operation.state === 'queued' &&
        !containsLocalIds(operation.effective) &&
        waitsFor(operation, all).length === 0 &&
        !hasToWait(operation) &&
        this.#fencedUntilMs(operation) === undefined,
    );
  }

  /**
   * The operation to send next, if its rows have to be read first. It is merged with what others wrote, and their
   * newest changes would otherwise be lost.
   */
  unread(): Operation | undefined {
    const next = this.next();
    return next && isMerged(next) && this.#read !== next.id ? next : undefined;
  }

  markRead({ id }: Operation): void {
    this.#read = id;
  }

  /** The uncertain operation to search for now. */
  nextSearch(): Operation | undefined {
    const now = this.#options.now();
    return this.#options.store.outbox.all.find(
      (operation) =>
        operation.state === 'uncertain' &&
        operation.failure?.kind !== 'conflict' &&
        (this.#nextSearchAt.get(operation.id) ?? 0) <= now,
    );
  }

  /** When a waiting operation may be sent or searched for, local milliseconds; undefined when none waits for time. */
  nextTime(): number | undefined {
    const times = this.#options.store.outbox.all.flatMap((operation) => {
      if (operation.state === 'uncertain' && operation.failure?.kind !== 'conflict')
        return [this.#nextSearchAt.get(operation.id) ?? 0];
      const fencedUntil = operation.state === 'queued' ? this.#fencedUntilMs(operation) : undefined;
      return fencedUntil === undefined ? [] : [fencedUntil];
    });
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Searches again at once, for instance because the person asks. */
  searchAgainNow(): void {
    this.#nextSearchAt.clear();
  }

  async send(operation: Operation): Promise<PushResult> {
    const { store, client, identity } = this.#options;
    this.#read = undefined;
    const known = cluesBeforeSending({ operation, rows: store.rows, actorId: identity()?.actorId ?? '' });
    const { clockOffset } = client();
    store.markSending(
      operation,
      known && { ...known, ...operation.known, ...windowAtSending(this.#options.now(), clockOffset) },
    );
    const { action, params } = wireForm(
      operation,
      (cardId) => store.images.confirmed(store.rows, 'card', cardId)?.parentCardId as string | null | undefined,
    );
    const outcome = await client().dispatch(action, params, {
      priority: 'action',
      signal: this.#options.signal,
    });
    // The person may have undone it meanwhile; the next pull shows what the service did.
    if (!store.outbox.get(operation.id)) return 'sent';
    if (outcome.ok) {
      store.acknowledge(operation, outcome.value);
      return 'sent';
    }
    const { failure } = outcome;
    switch (failure.kind) {
      case 'throttled':
        store.mark(operation, 'queued', null);
        return 'throttled';
      case 'auth':
        this.refusal = failure;
        store.mark(operation, 'queued', null);
        return 'stopped';
      case 'offline':
        if (failure.answerLost)
          store.markLost(operation, failure, windowAtLoss(operation.known, this.#options.now(), clockOffset));
        else store.mark(operation, 'queued', null);
        return 'offline';
      default:
        store.mark(operation, 'rejected', failure);
        return 'sent';
    }
  }

  /** After a lost answer: sends again what is harmless to repeat, and searches for the rest first. */
  async searchLost(operation: Operation): Promise<PushResult> {
    const { store, client, identity, now } = this.#options;
    if (isSafeToRepeat(operation)) {
      store.mark(operation, 'queued', null, () => this.#fence.add(operation, arrivesUntil(operation), now()));
      return 'sent';
    }
    const context = { operation, rows: store.rows, actorId: identity()?.actorId ?? '' };
    const search = searchFor(
      context,
      store.outbox.all.filter(({ state }) => state === 'uncertain'),
    );
    if (!search) {
      store.mark(
        operation,
        'uncertain',
        ambiguous('The answer was lost, and nothing shows whether the service carried it out.'),
      );
      return 'sent';
    }
    // The answer is at least as old as this, however long it takes.
    const searchedAt = now();
    const answered = await client().query(search.query, { priority: 'action', signal: this.#options.signal });
    if (!store.outbox.get(operation.id)) return 'sent';
    if (!answered.ok) {
      if (answered.failure.kind === 'offline') return 'offline';
      if (answered.failure.kind === 'throttled') return 'throttled';
      if (answered.failure.kind === 'auth') {
        this.refusal = answered.failure;
        return 'stopped';
      }
      store.mark(
        operation,
        'uncertain',
        ambiguous(`The answer was lost, and whether it happened cannot be read: ${answered.failure.message}`),
      );
      return 'sent';
    }
    const verdict = search.verdict(answered.value.answer, (id) => store.ids.isPaired(id));
    if (verdict.kind !== 'happened' && verdict.known) store.noteKnown(operation, verdict.known);
    if (verdict.kind === 'happened') {
      this.#nextSearchAt.delete(operation.id);
      if (verdict.readsOtherwise) store.storeLostText(operation);
      store.acknowledge(operation, verdict.answer);
    } else if (searchedAt < arrivesUntil(operation) && !(verdict.kind === 'ambiguous' && verdict.why === 'several')) {
      // The request may still be in flight: the next search comes when it cannot be any longer.
      this.#nextSearchAt.set(operation.id, arrivesUntil(operation));
    } else if (verdict.kind === 'ambiguous') {
      this.#nextSearchAt.delete(operation.id);
      store.mark(
        operation,
        'uncertain',
        ambiguous(reasonsToAsk[verdict.why], answersOneId(operation) ? verdict.candidates : []),
      );
    } else {
      this.#nextSearchAt.delete(operation.id);
      store.mark(operation, 'queued', null);
    }
    return 'sent';
  }
}

/** Whether the answer is exactly one id, so that the row chosen by the person completes it. */
function answersOneId({ action }: Operation): boolean {
  const response = actionNamed(action)?.response;
  return response?.kind === 'object' && response.required.id?.kind === 'id';
}

/** A name, cut to 60 characters for use in a sentence. */
const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 59)}…` : name);

function ambiguous(message: string, found: readonly Candidate[] = []): Failure {
  const candidates = found.slice(0, maxCandidates).map(({ id, name }) => ({ id, name: shortened(name) }));
  return { kind: 'conflict', code: 'ambiguous', message, ...(candidates.length > 0 ? { candidates } : {}) };
}
/** More candidates than this are not named, since nobody could tell them apart by name. */
const maxCandidates = 3;

const reasonsToAsk = {
  several: 'The answer was lost, and the service has more than one that looks like it.',
  renamed: 'The answer was lost, and the service has something new of yours that may be it, changed since.',
};
