/** Handles the commands that the bridge sends to a workspace. Runs in the workspace's worker thread. */
// Import only types here. Importing the commands' schemas loads these schemas and their library into each workspace's
// worker thread.
import type {
  AdministrationMessageName,
  CommandName,
  CommandParams,
  StorageUse,
  WorkspaceCommand,
} from '../../shared/bridge/index.ts';
import { FailureError, failureOfRefusal, type Outcome, Refusal, rejectedOutcome } from '../../shared/contract/index.ts';
import type { EmbeddedServiceConnection } from '../client/port-sender.ts';
import type { OfflinePreparation } from '../replica/reads/offline-preparation.ts';
import type { Replica } from '../replica/replica.ts';
import { mainProcessCallerId } from './messages.ts';
import type { AttachmentUploader } from './uploader.ts';

interface HostOptions {
  readonly replica: Replica;
  readonly uploader: AttachmentUploader;
  readonly preparation: OfflinePreparation;
  readonly storage: { use(): StorageUse; limit(bytes: number): void };
  readonly now: () => number;
  /** The port to the embedded service, which performs local administration; null for a service over the network. */
  readonly servicePort: EmbeddedServiceConnection | null;
}

/**
 * Returns the name under which the replica knows a watch. All windows share the replica, and two windows can use the
 * same watch id. So the name also contains the window id.
 */
const watchName = (windowId: number, watchId: string) => `${windowId} ${watchId}`;
/** Returns the two ids from which `watchName` made the name. */
export function parseWatchName(name: string): { windowId: number; watchId: string } {
  const space = name.indexOf(' ');
  return { windowId: Number(name.slice(0, space)), watchId: name.slice(space + 1) };
}

const succeed = <T>(given: T): Outcome<T> => ({ ok: true, value: given });

// A handler without a result means success.
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has the type `void`
type Handler = (params: never, windowId: number) => Outcome<unknown> | Promise<Outcome<unknown>> | void;

export function createWorkspaceCommandHandler({
  replica,
  uploader,
  preparation,
  storage,
  now,
  servicePort,
}: HostOptions) {
  const watchIdsByWindow = new Map<number, Set<string>>();
  const noteWatches = () => {
    // The watches of the main process only update the tray, so the main process does not count as a window.
    replica.setWatched(
      [...watchIdsByWindow].some(([windowId, names]) => windowId !== mainProcessCallerId && names.size > 0),
    );
  };

  async function administer(name: AdministrationMessageName, params: Record<string, unknown>) {
    if (!servicePort)
      return rejectedOutcome('not_here', 'Manage members and tokens of this service in its own web app.');
    // The default owner of a new personal token is the person whose Hand is shown.
    const withOwner = name === 'tokens/create' ? { userId: replica.userId ?? undefined, ...params } : params;
    return succeed(await servicePort.administer(name, withOwner));
  }

  const handlers: Readonly<Record<Exclude<WorkspaceCommand, AdministrationMessageName>, Handler>> = {
    'data/query': ({ query }: CommandParams<'data/query'>) => succeed({ text: replica.query(query as never) }),
    'data/watch': ({ query, watchId }: CommandParams<'data/watch'>, windowId) => {
      const text = replica.watch(watchName(windowId, watchId), query as never);
      watchIdsByWindow.set(windowId, (watchIdsByWindow.get(windowId) ?? new Set()).add(watchId));
      noteWatches();
      return succeed({ text });
    },
    'data/unwatch': ({ watchId }: CommandParams<'data/unwatch'>, windowId) => {
      replica.unwatch(watchName(windowId, watchId));
      watchIdsByWindow.get(windowId)?.delete(watchId);
      noteWatches();
    },
    'data/act': (params: CommandParams<'data/act'>) => replica.act(params),
    'data/preview': ({ steps }: CommandParams<'data/preview'>) => replica.preview(steps),
    'data/find': ({ text, limit }: CommandParams<'data/find'>) => succeed(replica.find(text, limit)),
    'outbox/list': () => succeed(replica.operations()),
    'outbox/retry': ({ id }: CommandParams<'outbox/retry'>) => void replica.retry(id),
    'outbox/discard': ({ id }: CommandParams<'outbox/discard'>) => void replica.discard(id),
    'outbox/change': ({ id, params }: CommandParams<'outbox/change'>) => replica.change(id, params),
    'outbox/adopt': ({ id, rowId }: CommandParams<'outbox/adopt'>) => void replica.adopt(id, rowId),
    'outbox/toDraft': ({ id, key }: CommandParams<'outbox/toDraft'>) => replica.toDraft(id, key),
    'outbox/pause': ({ paused }: CommandParams<'outbox/pause'>) => void replica.pauseOutbox(paused),
    'outbox/overwritten': () => succeed(replica.restorableConflicts.overwritten()),
    'outbox/putBack': ({ id }: CommandParams<'outbox/putBack'>) => replica.restorableConflicts.putBack(id),
    'outbox/keepMine': ({ id }: CommandParams<'outbox/keepMine'>) => void replica.restorableConflicts.keepMine(id),
    'outbox/putAway': () => succeed(replica.restorableConflicts.putAway()),
    'outbox/restore': ({ id }: CommandParams<'outbox/restore'>) => replica.restorableConflicts.restorePutAway(id),
    'outbox/leave': ({ id }: CommandParams<'outbox/leave'>) => void replica.restorableConflicts.leavePutAway(id),
    'notifications/list': () => succeed(replica.notifications()),
    'notifications/mark': ({ keys, isRead }: CommandParams<'notifications/mark'>) =>
      void replica.markNotifications(keys, isRead),
    'sync/status': () => succeed(replica.status()),
    'sync/now': () => void replica.syncNow(),
    'sync/offline': ({ offline }: CommandParams<'sync/offline'>) => void replica.setOffline(offline),
    'sync/focus': ({ deckIds, cardId }: CommandParams<'sync/focus'>) => void replica.focus(deckIds, cardId),
    'sync/readiness': () => succeed(preparation.readiness()),
    'sync/prepare': () => {
      preparation.start();
      return succeed(preparation.readiness());
    },
    'sync/stopPreparing': () => {
      preparation.stop();
      return succeed(preparation.readiness());
    },
    'sync/pin': ({ deckId, pinned }: CommandParams<'sync/pin'>) => {
      preparation.pin(deckId, pinned);
      return succeed(preparation.readiness());
    },
    'drafts/list': () => succeed(replica.drafts.list()),
    'drafts/get': ({ key }: CommandParams<'drafts/get'>) => succeed(replica.drafts.get(key)),
    'drafts/set': ({ key, text, base }: CommandParams<'drafts/set'>) =>
      void replica.drafts.set({ key, text, base, at: new Date(now()).toISOString() }),
    'drafts/clear': ({ key }: CommandParams<'drafts/clear'>) => void replica.drafts.clear(key),
    'drafts/lost': ({ cardId }: CommandParams<'drafts/lost'>) =>
      succeed(replica.drafts.lostTexts(cardId, (id) => replica.store.ids.renamed(id))),
    'drafts/dropLost': ({ id }: CommandParams<'drafts/dropLost'>) => void replica.drafts.deleteLostText(id),
    'files/attach': ({ cardId, name, bytes }: CommandParams<'files/attach'>) => uploader.attach(cardId, name, bytes),
    'files/waiting': ({ cardId }: CommandParams<'files/waiting'>) => succeed(replica.waitingFiles(cardId)),
    'files/use': () => succeed(storage.use()),
    'files/limit': ({ bytes }: CommandParams<'files/limit'>) => {
      storage.limit(bytes);
      return succeed(storage.use());
    },
  };

  return {
    async answer(command: CommandName, windowId: number, params: unknown): Promise<Outcome<unknown>> {
      try {
        // The main process passes on only existing commands. Commands without a handler here belong to local
        // administration.
        const handler: Handler | undefined = handlers[command as keyof typeof handlers];
        if (handler) return (await handler(params as never, windowId)) ?? succeed(null);
        return await administer(command as AdministrationMessageName, params as Record<string, unknown>);
      } catch (error) {
        if (error instanceof FailureError) return { ok: false, failure: error.failure };
        if (error instanceof Refusal) return { ok: false, failure: failureOfRefusal(error) };
        const stored = replica.failureOf(error);
        return stored ? { ok: false, failure: stored } : defect(error instanceof Error ? error.message : String(error));
      }
    },
    release(windowId: number): void {
      for (const watchId of watchIdsByWindow.get(windowId) ?? []) replica.unwatch(watchName(windowId, watchId));
      watchIdsByWindow.delete(windowId);
      noteWatches();
    },
  };
}

const defect = (message: string): Outcome<never> => ({ ok: false, failure: { kind: 'defect', message } });
