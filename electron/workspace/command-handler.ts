/** Handles the commands that the bridge sends to a workspace. Runs in the workspace's worker thread. */
// Import only types from the bridge: other imports load its schemas and their library into each worker thread.
import type {
  AdministrationMessageName,
  CommandHandlers,
  CommandName,
  StorageUse,
  WorkspaceCommand,
} from '../../shared/bridge/index.ts';
import { linkToCard, linkToView } from '../../shared/bridge/link-format.ts';
import {
  defectFailure,
  FailureError,
  failureOfRefusal,
  type Outcome,
  parseAnswer,
  Refusal,
  rejectedOutcome,
} from '../../shared/contract/index.ts';
import { utcDayOf } from '../../shared/domain/calendar.ts';
import { type CalendarLinks, calendarFileOf, calendarQuery } from '../../shared/domain/calendar-file.ts';
import type { EmbeddedServiceConnection } from '../client/port-sender.ts';
import type { OfflinePreparation } from '../replica/reads/offline-preparation.ts';
import type { Replica } from '../replica/replica.ts';
import type { Imports } from './import/imports.ts';
import type { LivingFolders } from './living/living-folders.ts';
import { mainProcessCallerId } from './messages.ts';
import type { AttachmentUploader } from './uploader.ts';

interface CommandHandlerOptions {
  readonly replica: Replica;
  readonly uploader: AttachmentUploader;
  readonly preparation: OfflinePreparation;
  readonly imports: Imports;
  readonly folders: () => Promise<LivingFolders>;
  readonly storage: { use(): StorageUse; limit(bytes: number): void };
  readonly now: () => number;
  /** Host and port of a service over the network, for links. */
  readonly host: string | null;
  /** Performs local administration; null for a service over the network. */
  readonly servicePort: EmbeddedServiceConnection | null;
}

/** All windows share the replica, and two windows can use the same watch id. */
const watchName = (windowId: number, watchId: string) => `${windowId} ${watchId}`;
export function parseWatchName(name: string): { windowId: number; watchId: string } {
  const space = name.indexOf(' ');
  return { windowId: Number(name.slice(0, space)), watchId: name.slice(space + 1) };
}

const succeed = <T>(given: T): Outcome<T> => ({ ok: true, value: given });

type HandledCommand = Exclude<WorkspaceCommand, AdministrationMessageName>;
export function createWorkspaceCommandHandler(dependencies: CommandHandlerOptions) {
  const { replica, uploader, preparation, imports, folders, storage, now, host, servicePort } = dependencies;
  const watchIdsByWindow = new Map<number, Set<string>>();
  const noteWatches = () => {
    // The watches of the main process only update the tray, so the main process does not count as a window.
    replica.setHasWatches(
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

  const links: CalendarLinks = {
    card: (accountSeq) => linkToCard(accountSeq, host),
    row: (view, id) => linkToView({ view, id, query: {} }, host),
  };

  const handlers: CommandHandlers<HandledCommand, number> = {
    'data/query': ({ query }) => succeed({ text: replica.query(query as never) }),
    'data/watch': ({ query, watchId }, windowId) => {
      const text = replica.watch(watchName(windowId, watchId), query as never);
      watchIdsByWindow.set(windowId, (watchIdsByWindow.get(windowId) ?? new Set()).add(watchId));
      noteWatches();
      return succeed({ text });
    },
    'data/unwatch': ({ watchId }, windowId) => {
      replica.unwatch(watchName(windowId, watchId));
      watchIdsByWindow.get(windowId)?.delete(watchId);
      noteWatches();
    },
    'data/act': (params) => replica.act(params),
    'data/preview': ({ steps }) => replica.preview(steps),
    'data/find': ({ text, limit }) => succeed(replica.find(text, limit)),
    'data/calendar': () => {
      const at = new Date(now()).toISOString();
      return succeed({
        text: calendarFileOf(parseAnswer(replica.query(calendarQuery(utcDayOf(at)))), at, links),
      });
    },
    'outbox/list': () => succeed(replica.operations()),
    'outbox/retry': ({ id }) => void replica.retry(id),
    'outbox/discard': ({ id }) => void replica.discard(id),
    'outbox/change': ({ id, params }) => replica.change(id, params),
    'outbox/adopt': ({ id, rowId }) => void replica.resolveWithCreatedRow(id, rowId),
    'outbox/toDraft': ({ id, key }) => replica.toDraft(id, key),
    'outbox/pause': ({ paused }) => void replica.pauseOutbox(paused),
    'outbox/overwritten': () => succeed(replica.restorableConflicts.overwritten()),
    'outbox/putBack': ({ id }) => replica.restorableConflicts.putBack(id),
    'outbox/keepMine': ({ id }) => void replica.restorableConflicts.keepMine(id),
    'outbox/putAway': () => succeed(replica.restorableConflicts.putAway()),
    'outbox/restore': ({ id }) => replica.restorableConflicts.restorePutAway(id),
    'outbox/leave': ({ id }) => void replica.restorableConflicts.leavePutAway(id),
    'notifications/list': () => succeed(replica.notifications()),
    'notifications/mark': ({ keys, isRead }) => void replica.markNotifications(keys, isRead),
    'sync/status': () => succeed(replica.status()),
    'sync/now': () => void replica.syncNow(),
    'sync/offline': ({ offline }) => void replica.setOffline(offline),
    'sync/focus': ({ deckIds, cardId }) => void replica.focus(deckIds, cardId),
    'sync/readiness': () => succeed(preparation.readiness()),
    'sync/prepare': () => {
      preparation.start();
      return succeed(preparation.readiness());
    },
    'sync/stopPreparing': () => {
      preparation.stop();
      return succeed(preparation.readiness());
    },
    'sync/pin': ({ deckId, pinned }) => {
      preparation.pin(deckId, pinned);
      return succeed(preparation.readiness());
    },
    'drafts/list': () => succeed(replica.drafts.list()),
    'drafts/get': ({ key }) => succeed(replica.drafts.get(key)),
    'drafts/set': ({ key, text, base }) =>
      void replica.drafts.set({ key, text, base, at: new Date(now()).toISOString() }),
    'drafts/clear': ({ key }) => void replica.drafts.clear(key),
    'drafts/lost': ({ cardId }) => succeed(replica.drafts.lostTexts(cardId, (id) => replica.store.ids.renamed(id))),
    'drafts/dropLost': ({ id }) => void replica.drafts.deleteLostText(id),
    'files/attach': ({ cardId, name, bytes }) => uploader.attach(cardId, name, bytes),
    'files/waiting': ({ cardId }) => succeed(replica.waitingFiles(cardId)),
    'import/read': async ({ files, timezone }, windowId) => succeed(await imports.read(windowId, files, timezone)),
    'import/columns': async ({ roles, dateOrder }, windowId) =>
      succeed(await imports.columns(windowId, roles, dateOrder)),
    'import/preview': (choices, windowId) => succeed(imports.preview(windowId, choices)),
    'import/run': (choices, windowId) => succeed(imports.run(windowId, choices)),
    'import/close': (_, windowId) => imports.release(windowId),
    'import/list': () => succeed(imports.list()),
    'import/stop': ({ id }) => succeed(imports.stop(id)),
    'import/continue': ({ id }) => succeed(imports.continue(id)),
    'import/undo': ({ id }) => succeed(imports.undo(id)),
    'folders/list': async () => succeed((await folders()).list()),
    'folders/stop': async ({ deckId }) => void (await (await folders()).stop(deckId)),
    'folders/decide': async ({ deckId, cardIds, choice }) => void (await folders()).decide(deckId, cardIds, choice),
    'folders/toDraft': async ({ deckId, cardId, key }) =>
      void (await (await folders()).moveTextToDraft(deckId, cardId, key)),
    'files/use': () => succeed(storage.use()),
    'files/limit': ({ bytes }) => {
      storage.limit(bytes);
      return succeed(storage.use());
    },
  };

  return {
    async answer(command: CommandName, windowId: number, params: unknown): Promise<Outcome<unknown>> {
      try {
        // Only existing commands arrive. Those without a handler here belong to local administration.
        const handler = handlers[command as HandledCommand] as
          | ((params: unknown, windowId: number) => Promise<Outcome<unknown> | undefined>)
          | undefined;
        if (handler) return (await handler(params, windowId)) ?? succeed(null);
        return await administer(command as AdministrationMessageName, params as Record<string, unknown>);
      } catch (error) {
        if (error instanceof FailureError) return { ok: false, failure: error.failure };
        if (error instanceof Refusal) return { ok: false, failure: failureOfRefusal(error) };
        return { ok: false, failure: replica.failureOf(error) ?? defectFailure(error) };
      }
    },
    release(windowId: number): void {
      for (const watchId of watchIdsByWindow.get(windowId) ?? []) replica.unwatch(watchName(windowId, watchId));
      watchIdsByWindow.delete(windowId);
      imports.release(windowId);
      noteWatches();
    },
  };
}
