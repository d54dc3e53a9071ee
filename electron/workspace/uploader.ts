/** Uploads waiting files one after another, and attaches each to its card after the upload. */
import type { SyncStatus } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { Clock } from '../client/clock.ts';
import type { Upload } from '../replica/outbox/uploads.ts';
import { backoff } from '../replica/pull/poll-intervals.ts';
import type { Replica } from '../replica/replica.ts';

export interface AttachResult {
  /** Null while the file waits. */
  readonly attachmentId: string | null;
  /** Why the service refused the file, which then waits for the person. */
  readonly failure: Failure | null;
}

interface UploaderOptions {
  readonly replica: Replica;
  /** Uploads bytes to the service. Returns the address that `cards/addFile` takes. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<Outcome<string>>;
  /** Stores the bytes of a new attachment on this computer. */
  readonly keep: (attachmentId: string, bytes: Uint8Array) => void;
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

const waiting: AttachResult = { attachmentId: null, failure: null };

export class Uploader {
  #options: UploaderOptions;
  #isRunning = false;
  #isClosed = false;
  #failures = 0;
  #retryAt = 0;
  #cancelTimer: (() => void) | undefined;
  #wasOffline = false;
  /** Callers of `attach` that wait for the first try, by the file's id in the outbox. */
  #waiters = new Map<number, (attached: AttachResult) => void>();

  constructor(options: UploaderOptions) {
    this.#options = options;
    options.replica.uploads.wake = () => this.#soon();
  }

  /** Uploads at once when the service is reachable again, or when the person ends working offline. */
  statusChanged({ phase, pausedByPerson }: SyncStatus): void {
    const isOffline = phase === 'offline' || phase === 'stopped' || pausedByPerson;
    if (this.#wasOffline && !isOffline) this.#soon();
    else if (!isOffline) this.wake();
    this.#wasOffline = isOffline;
  }

  #soon(): void {
    this.#retryAt = 0;
    this.wake();
  }

  wake(): void {
    // A run that is under way also uploads files that are added meanwhile.
    if (!this.#isClosed && !this.#isRunning) void this.#run();
  }

  /** Stores the file in the outbox before the first try, so that it cannot be lost. */
  async attach(cardId: string, name: string, bytes: Uint8Array): Promise<Outcome<AttachResult>> {
    const { replica, clock, put } = this.#options;
    const storedId = replica.uploads.add({ cardId, name, bytes, at: new Date(clock.now()).toISOString() });
    if (storedId.ok) {
      const answer = new Promise<AttachResult>((resolve) => this.#waiters.set(storedId.value, resolve));
      this.#retryAt = 0;
      this.wake();
      return { ok: true, value: await answer };
    }
    // Too large for the outbox: uploaded now or not at all.
    const uploaded = this.#canSend() ? await put(name, bytes) : storedId;
    if (!uploaded.ok) return uploaded.failure.kind === 'offline' ? storedId : uploaded;
    const acted = this.#add(cardId, name, uploaded.value);
    if (acted.ok) this.#options.keep(acted.value, bytes);
    return acted.ok ? { ok: true, value: { attachmentId: acted.value, failure: null } } : acted;
  }

  #add(cardId: string, name: string, url: string): Outcome<string> {
    const acted = this.#options.replica.act({
      label: `Attach ${name}`.slice(0, 200),
      steps: [{ action: 'cards/addFile', params: { cardId, fileData: { fileName: name, url } } }],
    });
    return acted.ok ? { ok: true, value: String(acted.value.answers[0]?.id ?? '') } : acted;
  }

  #canSend(): boolean {
    const { phase, pausedByPerson } = this.#options.replica.status();
    return phase !== 'offline' && phase !== 'stopped' && !pausedByPerson;
  }

  #next(): Upload | undefined {
    const { replica, clock } = this.#options;
    if (this.#isClosed || clock.now() < this.#retryAt) return undefined;
    const next = replica.uploads.list().find(({ failure }) => failure === null);
    return next && this.#canSend() ? next : undefined;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#send(next);
    } catch (error) {
      this.#options.log('warn', 'A waiting file could not be sent', { error: String((error as Error).stack ?? error) });
      this.#later();
    } finally {
      this.#isRunning = false;
    }
    for (const answer of this.#waiters.values()) answer(waiting);
    this.#waiters.clear();
  }

  async #send({ id, cardId, name }: Upload): Promise<void> {
    const { replica, put } = this.#options;
    const bytes = replica.uploads.bytes(id);
    if (!bytes) return;
    replica.uploads.sending(id);
    const uploaded = await put(name, bytes);
    if (this.#isClosed) return;
    replica.uploads.sending(null);
    // The person discarded it meanwhile, so the uploaded file is not attached.
    if (!replica.uploads.get(id)) return this.#answer(id, waiting);
    const attached = uploaded.ok ? replica.uploads.settle(id, () => this.#add(cardId, name, uploaded.value)) : uploaded;
    if (attached.ok) {
      this.#options.keep(attached.value, bytes);
      this.#failures = 0;
      return this.#answer(id, { attachmentId: attached.value, failure: null });
    }
    const { failure } = attached;
    if (failure.kind === 'offline' || failure.kind === 'throttled' || failure.kind === 'auth') {
      replica.uploads.waitOn(id, failure);
      return this.#later(failure.kind === 'throttled' ? failure.retryAfter * 1000 : undefined);
    }
    replica.uploads.refuse(id, failure);
    this.#answer(id, { attachmentId: null, failure });
  }

  #later(ms?: number): void {
    const { clock } = this.#options;
    this.#failures += 1;
    const pause = ms ?? backoff(this.#failures);
    this.#retryAt = clock.now() + pause;
    this.#cancelTimer?.();
    this.#cancelTimer = clock.after(pause, () => this.wake());
  }

  #answer(id: number, attached: AttachResult): void {
    this.#waiters.get(id)?.(attached);
    this.#waiters.delete(id);
  }

  /** Stops. A file whose upload is under way is sent again after the next start. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    for (const answer of this.#waiters.values()) answer(waiting);
    this.#waiters.clear();
  }
}
