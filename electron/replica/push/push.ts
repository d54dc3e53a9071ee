/**
 * Sends the operations of the outbox one at a time, the oldest first. Repeats one only if the service has not carried
 * it out or a repetition is harmless; after a lost answer, it first searches for the operation's effect.
 */
import { actionByName, type Failure, isSafeToRepeat } from '../../../shared/contract/index.ts';
import { requestTimeoutMs, type ServiceClient } from '../../client/client.ts';
import { createEarlierReorderCheck, operationsToWaitFor } from '../outbox/dependencies.ts';
import type { Operation } from '../outbox/operation.ts';
import type { OptimisticStore, TokenIdentity } from '../outbox/optimistic-store.ts';
import { hasMergedParams } from '../outbox/overwrites.ts';
import { maxArrivalAfterTimeoutMs } from '../pull/poll-intervals.ts';
import { containsLocalIds, isLocalId } from '../store/local-ids.ts';
import { addLatestArrivalClue, earliestArrivalClue, LostRequestsInTransit } from './request-window.ts';
import { type CreatedRowCandidate, createLostRequestCheck, lostRequestCluesOf } from './resolve-uncertain.ts';

interface PushOptions {
  readonly store: OptimisticStore;
  readonly client: () => ServiceClient;
  readonly identity: () => TokenIdentity | undefined;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * The result of sending an operation or of searching for its effect. `sent`: the attempt is complete, and the
 * operation's state shows the outcome. `stopped`: the service refuses the token.
 */
export type PushResult = 'sent' | 'offline' | 'stopped' | 'throttled';

/**
 * The latest time at which a request without an answer may arrive, in milliseconds since 1970 by this computer's clock.
 */
const latestArrivalMs = ({ sentAt }: Pick<Operation, 'sentAt'>) =>
  (sentAt ?? 0) + requestTimeoutMs + maxArrivalAfterTimeoutMs;

/** If a request waits longer than this for the request budget or the service, its sending time is stored again. */
const maxUnnotedWaitMs = 1_000;

/**
 * A move's params without the card beside which the cards were put: they move to the end or start of their zone. For a
 * refused move, because others may have deleted the target or moved it to another deck. Undefined if there is no
 * target.
 */
function withoutTarget({ action, params }: Operation): Operation['params'] | undefined {
  const isMove = action === 'cardOrders/addAfter' || action === 'cardOrders/addBefore';
  return isMove && params.targetId !== null ? { ...params, targetId: null } : undefined;
}

/** While nothing is being sent, `sending` means an answer that was not stored, as on a full disk. */
const isToBeSearched = ({ state, failure }: Operation): boolean =>
  state === 'sending' || (state === 'uncertain' && failure?.kind !== 'conflict');

const isEmpty = (items: Iterable<unknown>): boolean => items[Symbol.iterator]().next().done === true;

export class Pusher {
  #options: PushOptions;
  /** The last failure with which the service refused a token; null if there is none. A new token does not reset it. */
  refusal: Failure | null = null;
  #lostRequests: LostRequestsInTransit;
  /** Id of the operation whose rows were just read again; it is sent next. */
  #readOperationId: number | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  /** By operation id, in milliseconds since 1970 by this computer's clock. */
  #nextSearchAt = new Map<number, number>();

  constructor(options: PushOptions) {
    this.#options = options;
    this.#lostRequests = new LostRequestsInTransit(options.store.storedValues);
    this.#limitLostRequests();
  }

  #limitLostRequests(): void {
    this.#lostRequests.limit(latestArrivalMs({ sentAt: this.#options.now() }));
  }

  /** Call it when the clock was set back: stored times in the future delay changes and searches. */
  clockSetBack(): void {
    this.#options.store.limitSendingTimes();
    this.#limitLostRequests();
    this.searchAgainNow();
  }

  /** Makes newer changes to the same fields wait until a discarded operation's request can no longer arrive. */
  addLostRequest(operation: Operation): void {
    this.#lostRequests.add(operation, latestArrivalMs(operation), this.#options.now());
  }

  nextToSend(): Operation | undefined {
    const { outbox } = this.#options.store;
    const hasToWait = createEarlierReorderCheck(outbox);
    const waitsUntilMs = this.#lostRequests.createWaitCheck(this.#options.now());
    return outbox.all.find(
      (operation) =>
        operation.state === 'queued' &&
        !containsLocalIds(operation.effective) &&
        isEmpty(operationsToWaitFor(outbox, operation)) &&
        !hasToWait(operation) &&
        waitsUntilMs(operation) === undefined,
    );
  }

  /**
   * The operation to send next, if its rows must be read first. Merging texts or lists with old values overwrites newer
   * changes of others; and before the first sync is complete, a missing row hides which values of others are
   * overwritten.
   */
  nextToReadFirst(isFirstSyncComplete: boolean): Operation | undefined {
    const next = this.nextToSend();
    if (!next || this.#readOperationId === next.id) return undefined;
    return hasMergedParams(next) || (!isFirstSyncComplete && Object.keys(next.base).length > 0) ? next : undefined;
  }

  markRead({ id }: Operation): void {
    this.#readOperationId = id;
  }

  nextToSearch(): Operation | undefined {
    const now = this.#options.now();
    return this.#options.store.outbox.all.find(
      (operation) => isToBeSearched(operation) && (this.#nextSearchAt.get(operation.id) ?? 0) <= now,
    );
  }

  /** When one can be sent or searched for, in ms since 1970 by this computer's clock; undefined for never. */
  nextDueTime(): number | undefined {
    const waitsUntilMs = this.#lostRequests.createWaitCheck(this.#options.now());
    const times = this.#options.store.outbox.all.flatMap((operation) => {
      if (isToBeSearched(operation)) return [this.#nextSearchAt.get(operation.id) ?? 0];
      const waitsUntil = operation.state === 'queued' ? waitsUntilMs(operation) : undefined;
      return waitsUntil === undefined ? [] : [waitsUntil];
    });
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  searchAgainNow(): void {
    this.#nextSearchAt.clear();
  }

  send(operation: Operation): Promise<PushResult> {
    const sending = this.#send(operation);
    this.#sending = sending.catch(() => undefined);
    return sending;
  }

  async #send(operation: Operation): Promise<PushResult> {
    const { store, identity } = this.#options;
    const client = this.#options.client();
    this.#readOperationId = undefined;
    const clues = lostRequestCluesOf({ operation, rows: store.rows, actorId: identity()?.actorId ?? '' });
    const { clockOffset } = client;
    store.markSending(
      operation,
      clues && { ...clues, ...operation.known, ...earliestArrivalClue(this.#options.now(), clockOffset) },
    );
    const { action, params } = requestForOperation(
      operation,
      (cardId) => store.images.confirmed(store.rows, 'card', cardId)?.parentCardId as string | null | undefined,
    );
    const cancelled = new AbortController();
    const outcome = await client.dispatch(action, params, {
      priority: 'action',
      signal: AbortSignal.any([this.#options.signal, cancelled.signal]),
      onStart: () => {
        const now = this.#options.now();
        // The person may have discarded the operation while the request waited for the budget.
        if (!store.outbox.get(operation.id)) cancelled.abort();
        else if (now - (operation.sentAt ?? 0) > maxUnnotedWaitMs)
          store.noteSending(
            operation,
            operation.known && { ...operation.known, ...earliestArrivalClue(now, clockOffset) },
          );
      },
    });
    // The person may have discarded the operation during the request. The next poll shows the service's rows.
    if (!store.outbox.get(operation.id)) return 'sent';
    if (outcome.ok) {
      store.acknowledge(operation, outcome.value);
      return 'sent';
    }
    const { failure } = outcome;
    switch (failure.kind) {
      case 'throttled':
        store.setState(operation, 'queued', null);
        return 'throttled';
      case 'auth':
        store.setState(operation, 'queued', null);
        return this.#stopFor(failure, client);
      case 'offline':
        if (failure.answerLost)
          store.markLost(operation, failure, addLatestArrivalClue(operation.known, this.#options.now(), clockOffset));
        else store.setState(operation, 'queued', null);
        return 'offline';
      default: {
        const paramsWithoutTarget = failure.kind === 'rejected' ? withoutTarget(operation) : undefined;
        if (paramsWithoutTarget) store.replaceParams(operation, paramsWithoutTarget);
        else store.setState(operation, 'rejected', failure);
        return 'sent';
      }
    }
  }

  /** Does nothing if the workspace got a new token after the refused request was sent. */
  #stopFor(refusal: Failure, asked: ServiceClient): PushResult {
    if (asked !== this.#options.client()) return 'sent';
    this.refusal = refusal;
    return 'stopped';
  }

  async searchLost(operation: Operation): Promise<PushResult> {
    const { store, identity, now } = this.#options;
    const client = this.#options.client();
    if (isSafeToRepeat(operation.action, operation.effective)) {
      store.setState(operation, 'queued', null, () =>
        this.#lostRequests.add(operation, latestArrivalMs(operation), now()),
      );
      return 'sent';
    }
    const context = { operation, rows: store.rows, actorId: identity()?.actorId ?? '' };
    const search = createLostRequestCheck(context, () => store.outbox.all.filter(({ state }) => state === 'uncertain'));
    if (!search) {
      store.setState(
        operation,
        'uncertain',
        ambiguousFailure('The answer was lost, and nothing shows whether the service carried it out.'),
      );
      return 'sent';
    }
    // The answer shows the state at `searchedAt` or later, so `searchedAt` is compared with the latest arrival time.
    const searchedAt = now();
    const answered = await client.query(search.query, { priority: 'action', signal: this.#options.signal });
    // The answer may have rows of a request that was sent meanwhile. Its own answer tells which.
    await this.#sending;
    if (!store.outbox.get(operation.id)) return 'sent';
    if (!answered.ok) {
      if (answered.failure.kind === 'offline') return 'offline';
      if (answered.failure.kind === 'throttled') return 'throttled';
      if (answered.failure.kind === 'auth') return this.#stopFor(answered.failure, client);
      store.setState(
        operation,
        'uncertain',
        ambiguousFailure(`The answer was lost, and whether it happened cannot be read: ${answered.failure.message}`),
      );
      return 'sent';
    }
    const verdict = search.verdict(answered.value.answer, (id) => store.ids.isPaired(id));
    if (verdict.kind !== 'happened' && verdict.clues) store.noteKnown(operation, verdict.clues);
    if (verdict.kind === 'happened') {
      this.#nextSearchAt.delete(operation.id);
      if (verdict.hasChangedText) store.storeLostText(operation);
      store.acknowledge(operation, verdict.answer);
    } else if (
      searchedAt < latestArrivalMs(operation) &&
      !(verdict.kind === 'ambiguous' && verdict.why !== 'renamed')
    ) {
      this.#nextSearchAt.set(operation.id, latestArrivalMs(operation));
    } else if (verdict.kind === 'ambiguous') {
      this.#nextSearchAt.delete(operation.id);
      store.setState(
        operation,
        'uncertain',
        ambiguousFailure(reasonsToAsk[verdict.why], answerIsOneId(operation) ? verdict.candidates : []),
      );
    } else {
      this.#nextSearchAt.delete(operation.id);
      store.setState(operation, 'queued', null);
    }
    return 'sent';
  }
}

/** For such actions, the app can ask the person which row a request with a lost answer created. */
function answerIsOneId({ action }: Operation): boolean {
  const response = actionByName(action)?.response;
  return response?.kind === 'object' && response.required.id?.kind === 'id';
}

const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 59)}…` : name);

function ambiguousFailure(message: string, found: readonly CreatedRowCandidate[] = []): Failure {
  const candidates = found.slice(0, maxCandidates).map(({ id, name }) => ({ id, name: shortened(name) }));
  return { kind: 'conflict', code: 'ambiguous', message, ...(candidates.length > 0 ? { candidates } : {}) };
}
/** Maximum number of rows among which the person chooses the created row. */
const maxCandidates = 3;

const reasonsToAsk = {
  several: 'The answer was lost, and the service has more than one that looks like it.',
  renamed: 'The answer was lost, and the service has something new of yours that may be it, changed since.',
  partly: 'The answer was lost, and the service has only a part of the change. Somebody else may have made that part.',
};

interface OperationRequest {
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * A request with the complete list of sub cards overwrites those that others added. So if the person only added sub
 * cards at the end, or only removed some, this sets `parentCardId` of each instead.
 * @param parentIdOf returns the id of a card's hero card in the confirmed rows
 */
export function requestForOperation(
  { action, params, base, effective }: Pick<Operation, 'action' | 'params' | 'base' | 'effective'>,
  parentIdOf: (cardId: string) => string | null | undefined,
): OperationRequest {
  const unchanged = { action, params: effective };
  const { id, childCards: mine, ...others } = params;
  const before = base.childCards;
  if (action !== 'cards/update' || typeof id !== 'string' || Object.keys(others).length > 0) return unchanged;
  if (!Array.isArray(mine) || !Array.isArray(before)) return unchanged;
  const staying = mine.filter((child) => before.includes(child));
  const joined = mine.slice(staying.length);
  const removed = before.filter((child) => !mine.includes(child));
  const isInOrder = staying.every((child, at) => child === mine[at]) && isSame(staying, without(before, removed));
  if (!isInOrder || joined.length > 0 === removed.length > 0) return unchanged;
  if (joined.length > 0) return parentOf(joined, id);
  // Skip sub cards that the service does not know yet, or that somebody has moved to another hero card.
  const leaving = removed.filter((child) => !isLocalId(String(child)) && (parentIdOf(String(child)) ?? id) === id);
  return leaving.length > 0 ? parentOf(leaving, null) : unchanged;
}

const without = (list: readonly unknown[], gone: readonly unknown[]) => list.filter((item) => !gone.includes(item));
const isSame = (a: readonly unknown[], b: readonly unknown[]) => JSON.stringify(a) === JSON.stringify(b);

const parentOf = (ids: readonly unknown[], parentCardId: string | null): OperationRequest =>
  ids.length === 1
    ? { action: 'cards/update', params: { id: ids[0], parentCardId } }
    : { action: 'cards/bulkUpdate', params: { ids, parentCardId } };
