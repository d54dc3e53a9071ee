/** Uploads the waiting files of the outbox one after another, and attaches each to its card. */
import type { SyncStatus } from '../../shared/bridge/index.ts';
import type { Failure, Outcome } from '../../shared/contract/index.ts';
import { oneLineText } from '../../shared/domain/content.ts';
import type { Clock } from '../client/clock.ts';
import type { FileToUpload } from '../replica/outbox/uploads.ts';
import { backoffMs } from '../replica/pull/poll-intervals.ts';
import type { Replica } from '../replica/replica.ts';

interface AttachResult {
  /** Null while the file waits. */
  readonly attachmentId: string | null;
  /**
   * The service's reason for refusing the file, which then waits for the person's decision; null if it was not refused.
   */
  readonly failure: Failure | null;
}

interface UploaderOptions {
  readonly replica: Replica;
  /** Returns the address that `cards/addFile` takes. */
  readonly upload: (name: string, bytes: Uint8Array) => Promise<Outcome<string>>;
  readonly storeAttached: (attachmentId: string, bytes: Uint8Array) => void;
  readonly clock: Clock;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

const canSendFiles = ({ phase, pausedByPerson }: SyncStatus): boolean =>
  phase !== 'offline' && phase !== 'stopped' && !pausedByPerson;

const stillWaiting: AttachResult = { attachmentId: null, failure: null };

export class AttachmentUploader {
  #options: UploaderOptions;
  #isRunning = false;
  #isClosed = false;
  #failures = 0;
  #retryAt = 0;
  #cancelTimer: (() => void) | undefined;
  #couldSend = true;
  /** The waiting calls of `attach`, by the file's id in the outbox: until the first try, or `close`. */
  #waiters = new Map<number, (attached: AttachResult) => void>();

  constructor(options: UploaderOptions) {
    this.#options = options;
    options.replica.uploads.wake = () => this.#runNow();
  }

  /**
   * Call it after each change of the sync status. If the sync was offline, stopped or paused and now runs, uploads all
   * waiting files at once; otherwise only those whose next try is due.
   */
  statusChanged(status: SyncStatus): void {
    const canSend = canSendFiles(status);
    if (canSend && !this.#couldSend) this.#runNow();
    else if (canSend) this.wake();
    this.#couldSend = canSend;
  }

  #runNow(): void {
    this.#retryAt = 0;
    this.wake();
  }

  wake(): void {
    // Starts no second loop, because a running loop also uploads files that are added while it runs.
    if (!this.#isClosed && !this.#isRunning) void this.#uploadAll();
  }

  /** Stores the file first, so that it cannot be lost. Waits for the first try, if one is possible now. */
  async attach(cardId: string, name: string, bytes: Uint8Array): Promise<Outcome<AttachResult>> {
    const { replica, clock, upload } = this.#options;
    const storedId = replica.uploads.add({ cardId, name, bytes, at: new Date(clock.now()).toISOString() });
    if (storedId.ok) {
      const answer = new Promise<AttachResult>((resolve) => this.#waiters.set(storedId.value, resolve));
      this.#runNow();
      return { ok: true, value: await answer };
    }
    // The outbox cannot store the file, for example because it is too large, so it must be uploaded now.
    const uploaded = this.#canSend() ? await upload(name, bytes) : storedId;
    if (!uploaded.ok) return uploaded.failure.kind === 'offline' ? storedId : uploaded;
    const acted = this.#actAddFile(cardId, name, uploaded.value);
    if (acted.ok) this.#options.storeAttached(acted.value, bytes);
    return acted.ok ? { ok: true, value: { attachmentId: acted.value, failure: null } } : acted;
  }

  #actAddFile(cardId: string, name: string, url: string, alsoInTransaction?: () => void): Outcome<string> {
    const params = { cardId, fileData: { fileName: name, url } };
    const change = { label: oneLineText(`Attach ${name}`, 200), steps: [{ action: 'cards/addFile', params }] };
    const acted = this.#options.replica.act(change, alsoInTransaction);
    return acted.ok ? { ok: true, value: String(acted.value.answers[0]?.id ?? '') } : acted;
  }

  #canSend(): boolean {
    return canSendFiles(this.#options.replica.status());
  }

  #next(): FileToUpload | undefined {
    const { replica, clock } = this.#options;
    if (this.#isClosed || clock.now() < this.#retryAt) return undefined;
    const next = replica.uploads.list().find(({ failure }) => failure === null);
    return next && this.#canSend() ? next : undefined;
  }

  async #uploadAll(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#send(next);
    } catch (error) {
      this.#options.log('warn', 'A waiting file could not be sent', { error: String((error as Error).stack ?? error) });
      if (!this.#isClosed) this.#options.replica.uploads.setSending(null);
      this.#runLater();
    } finally {
      this.#isRunning = false;
    }
    for (const answer of this.#waiters.values()) answer(stillWaiting);
    this.#waiters.clear();
  }

  async #send({ id, cardId, name }: FileToUpload): Promise<void> {
    const { replica, upload } = this.#options;
    const bytes = replica.uploads.bytes(id);
    if (!bytes) return;
    replica.uploads.setSending(id);
    const uploaded = await upload(name, bytes);
    if (this.#isClosed) return;
    replica.uploads.setSending(null);
    // The person discarded the file during the upload, so the file must not be attached.
    if (!replica.uploads.get(id)) return this.#answer(id, stillWaiting);
    const attached = uploaded.ok
      ? replica.uploads.replaceByOperation(id, (removeFile) =>
          this.#actAddFile(cardId, name, uploaded.value, removeFile),
        )
      : uploaded;
    if (attached.ok) {
      this.#options.storeAttached(attached.value, bytes);
      this.#failures = 0;
      return this.#answer(id, { attachmentId: attached.value, failure: null });
    }
    const { failure } = attached;
    if (failure.kind === 'offline' || failure.kind === 'throttled' || failure.kind === 'auth') {
      replica.uploads.noteTemporaryFailure(id, failure);
      return this.#runLater(failure.kind === 'throttled' ? failure.retryAfter * 1000 : undefined);
    }
    replica.uploads.refuse(id, failure);
    this.#answer(id, { attachmentId: null, failure });
  }

  #runLater(ms?: number): void {
    const { clock } = this.#options;
    this.#failures += 1;
    const pause = ms ?? backoffMs(this.#failures);
    this.#retryAt = clock.now() + pause;
    this.#cancelTimer?.();
    this.#cancelTimer = clock.after(pause, () => this.#runNow());
  }

  #answer(id: number, attached: AttachResult): void {
    this.#waiters.get(id)?.(attached);
    this.#waiters.delete(id);
  }

  /** A file whose upload is not finished is uploaded again after the next start. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
    for (const answer of this.#waiters.values()) answer(stillWaiting);
    this.#waiters.clear();
  }
}
