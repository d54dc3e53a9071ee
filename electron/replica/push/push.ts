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
import { lineUp } from '../outbox/send-order.ts';
import { wireForm } from '../outbox/wire-form.ts';
import { lateArrival } from '../pull/poll-intervals.ts';
import { holdsLocalIds } from '../store/local-ids.ts';
import { answerLost, leaving } from './request-window.ts';
import { type Candidate, isHarmless, knownLike, lookFor } from './resolve-uncertain.ts';
import { RetryFence } from './retry-fence.ts';

export interface PushOptions {
  readonly ledger: OptimisticStore;
  readonly client: () => Client;
  readonly identity: () => Identity | undefined;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export type PushResult = 'sent' | 'offline' | 'stopped' | 'throttled';

/** Until this local time a request without an answer may still arrive at the service. */
const lateUntil = ({ sentAt }: Operation) => (sentAt ?? 0) + requestTimeoutMs + lateArrival;

export class Push {
  #options: PushOptions;
  /** Why the service refuses this token; null while it accepts it. */
  refusal: Failure | null = null;
  #late: RetryFence;
  /** The operation whose rows were just read again before it is sent. */
  #read: number | undefined;
  /** When to search for each uncertain operation again, local milliseconds by operation id. */
  #nextLook = new Map<number, number>();

  constructor(options: PushOptions) {
    this.#options = options;
    this.#late = new RetryFence(options.ledger.facts);
  }

  /**
   * The person gives up an operation whose request may still arrive. Newer changes of its fields wait until it no
   * longer can.
   */
  giveUp(operation: Operation): void {
    this.#late.add(operation, lateUntil(operation), this.#options.now());
  }

  /** Local time until which a lost request may still change its rows, although its repeat was answered. */
  #isLate(operation: Operation): number | undefined {
    return this.#late.until(operation, this.#options.now());
  }

  /** The operation to send next. */
  next(): Operation | undefined {
    const { all } = this.#options.ledger.outbox;
    const isInLine = lineUp(all);
    return all.find(
      (operation) =>
        operation.state === 'queued' &&
        !holdsLocalIds(operation.effective) &&
        waitsFor(operation, all).length === 0 &&
        !isInLine(operation) &&
        this.#isLate(operation) === undefined,
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
  nextLook(): Operation | undefined {
    const now = this.#options.now();
    return this.#options.ledger.outbox.all.find(
      (operation) =>
        operation.state === 'uncertain' &&
        operation.failure?.kind !== 'conflict' &&
        (this.#nextLook.get(operation.id) ?? 0) <= now,
    );
  }

  /** When a waiting operation may be sent or searched for, local milliseconds; undefined when none waits for time. */
  nextTime(): number | undefined {
    const times = this.#options.ledger.outbox.all.flatMap((operation) => {
      if (operation.state === 'uncertain' && operation.failure?.kind !== 'conflict')
        return [this.#nextLook.get(operation.id) ?? 0];
      const late = operation.state === 'queued' ? this.#isLate(operation) : undefined;
      return late === undefined ? [] : [late];
    });
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Searches again at once, for instance because the person asks. */
  forgetWaiting(): void {
    this.#nextLook.clear();
  }

  async send(operation: Operation): Promise<PushResult> {
    const { ledger, client, identity } = this.#options;
    this.#read = undefined;
    const known = knownLike({ operation, rows: ledger.rows, actorId: identity()?.actorId ?? '' });
    const { clockOffset } = client();
    ledger.markSending(
      operation,
      known && { ...known, ...operation.known, ...leaving(this.#options.now(), clockOffset) },
    );
    const { action, params } = wireForm(
      operation,
      (cardId) => ledger.images.confirmed(ledger.rows, 'card', cardId)?.parentCardId as string | null | undefined,
    );
    const outcome = await client().dispatch(action, params, {
      priority: 'action',
      signal: this.#options.signal,
    });
    // The person may have undone it meanwhile; the next pull shows what the service did.
    if (!ledger.outbox.get(operation.id)) return 'sent';
    if (outcome.ok) {
      ledger.acknowledge(operation, outcome.value);
      return 'sent';
    }
    const { failure } = outcome;
    switch (failure.kind) {
      case 'throttled':
        ledger.mark(operation, 'queued', null);
        return 'throttled';
      case 'auth':
        this.refusal = failure;
        ledger.mark(operation, 'queued', null);
        return 'stopped';
      case 'offline':
        if (failure.answerLost)
          ledger.markLost(operation, failure, answerLost(operation.known, this.#options.now(), clockOffset));
        else ledger.mark(operation, 'queued', null);
        return 'offline';
      default:
        ledger.mark(operation, 'rejected', failure);
        return 'sent';
    }
  }

  /** After a lost answer: sends again what is harmless to repeat, and searches for the rest first. */
  async look(operation: Operation): Promise<PushResult> {
    const { ledger, client, identity, now } = this.#options;
    if (isHarmless(operation)) {
      ledger.mark(operation, 'queued', null, () => this.#late.add(operation, lateUntil(operation), now()));
      return 'sent';
    }
    const context = { operation, rows: ledger.rows, actorId: identity()?.actorId ?? '' };
    const look = lookFor(
      context,
      ledger.outbox.all.filter(({ state }) => state === 'uncertain'),
    );
    if (!look) {
      ledger.mark(
        operation,
        'uncertain',
        ambiguous('The answer was lost, and nothing shows whether the service carried it out.'),
      );
      return 'sent';
    }
    // The answer is at least as old as this, however long it takes.
    const lookedAt = now();
    const asked = await client().query(look.query, { priority: 'action', signal: this.#options.signal });
    if (!ledger.outbox.get(operation.id)) return 'sent';
    if (!asked.ok) {
      if (asked.failure.kind === 'offline') return 'offline';
      if (asked.failure.kind === 'throttled') return 'throttled';
      if (asked.failure.kind === 'auth') {
        this.refusal = asked.failure;
        return 'stopped';
      }
      ledger.mark(
        operation,
        'uncertain',
        ambiguous(`The answer was lost, and whether it happened cannot be read: ${asked.failure.message}`),
      );
      return 'sent';
    }
    const verdict = look.verdict(asked.value.answer, (id) => ledger.ids.isTaken(id));
    if (verdict.kind !== 'happened' && verdict.known) ledger.learn(operation, verdict.known);
    if (verdict.kind === 'happened') {
      this.#nextLook.delete(operation.id);
      if (verdict.readsOtherwise) ledger.keepLostText(operation);
      ledger.acknowledge(operation, verdict.answer);
    } else if (lookedAt < lateUntil(operation) && !(verdict.kind === 'ambiguous' && verdict.why === 'several')) {
      // The request may still be in flight: the next search comes when it cannot be any longer.
      this.#nextLook.set(operation.id, lateUntil(operation));
    } else if (verdict.kind === 'ambiguous') {
      this.#nextLook.delete(operation.id);
      ledger.mark(
        operation,
        'uncertain',
        ambiguous(whyAsked[verdict.why], answersOneId(operation) ? verdict.candidates : []),
      );
    } else {
      this.#nextLook.delete(operation.id);
      ledger.mark(operation, 'queued', null);
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
const brief = (name: string) => (name.length > 60 ? `${name.slice(0, 59)}…` : name);

function ambiguous(message: string, found: readonly Candidate[] = []): Failure {
  const candidates = found.slice(0, mostCandidates).map(({ id, name }) => ({ id, name: brief(name) }));
  return { kind: 'conflict', code: 'ambiguous', message, ...(candidates.length > 0 ? { candidates } : {}) };
}
/** More candidates than this are not named, since nobody could tell them apart by name. */
const mostCandidates = 3;

const whyAsked = {
  several: 'The answer was lost, and the service has more than one that looks like it.',
  renamed: 'The answer was lost, and the service has something new of yours that may be it, changed since.',
};
