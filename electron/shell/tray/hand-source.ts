/**
 * Keeps the person's own Hand up to date for the tray menu. Main sends the commands, so the tray needs no open window.
 */
import { type Id, parseAnswer, query, selectRelated } from '../../../shared/contract/index.ts';
import { takesHandSlot } from '../../../shared/domain/hand.ts';
import { mainProcessCallerId } from '../../workspace/messages.ts';
import type { WorkspaceRegistry } from '../../workspace/registry.ts';
import type { TrayCard } from './tray-menu.ts';

const watchId = 'tray';

export const handQuery = (userId: Id<'user'>) =>
  query({
    _root: [
      {
        account: [
          selectRelated('queueEntries', { userId }, [
            'cardId',
            'sortIndex',
            'cardDoneAt',
            'createdAt',
            {
              card: [
                'title',
                'status',
                'derivedStatus',
                'visibility',
                'isDoc',
                { deck: [{ project: ['visibility'] }] },
              ],
            },
          ]),
        ],
      },
    ],
  });
type HandAnswer = NonNullable<ReturnType<typeof handQuery>['__answer']>;

/** In order, without archived and deleted cards and without cards of archived and deleted projects. */
export function unfinishedHandCards(answer: HandAnswer): TrayCard[] {
  const isActive = (cardId: string): boolean => {
    const deckId = answer.card?.[cardId]?.deck;
    const projectId = deckId ? answer.deck?.[deckId]?.project : undefined;
    return !projectId || answer.project?.[projectId]?.visibility === 'default';
  };
  return Object.values(answer.queueEntry ?? {})
    .filter(({ cardId, cardDoneAt }) => cardDoneAt === null && takesHandSlot(answer.card?.[cardId], isActive(cardId)))
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0) || String(a.createdAt).localeCompare(String(b.createdAt)))
    .flatMap(({ cardId }) => {
      const card = answer.card?.[cardId];
      if (!card) return [];
      const { title, status, derivedStatus, isDoc } = card;
      // The answer is not checked, and another service can send anything.
      const text = (value: unknown) => (typeof value === 'string' ? value : '');
      return [
        {
          id: cardId,
          title: text(title),
          status: text(status),
          derivedStatus: text(derivedStatus),
          isDoc: isDoc === true,
        },
      ];
    });
}

interface HandWatcher {
  /** The cards that were read last; null before the first read. */
  readonly cards: readonly TrayCard[] | null;
  /** Null stops watching. Replaces the earlier watch. */
  watch(workspaceId: string | null, userId: Id<'user'> | null): void;
  stop(): void;
}

/** Calls `onChange` after each read of the cards. */
export function createHandWatcher(workspaces: WorkspaceRegistry, onChange: () => void): HandWatcher {
  let cards: readonly TrayCard[] | null = null;
  let watched: { readonly workspaceId: string; readonly userId: Id<'user'> } | null = null;

  async function read(): Promise<void> {
    const target = watched;
    if (!target) return;
    const params = { query: handQuery(target.userId) };
    const answered = await workspaces.threads.call(target.workspaceId, mainProcessCallerId, 'data/query', params);
    if (target !== watched || !answered.ok) return;
    cards = unfinishedHandCards(parseAnswer((answered.value as { text: string }).text) as HandAnswer);
    onChange();
  }

  async function start(): Promise<void> {
    const target = watched;
    if (!target) return;
    // The content of patches is not used. Each patch starts a new read of the whole answer, which is small.
    const watch = { query: handQuery(target.userId), watchId };
    await workspaces.threads.call(target.workspaceId, mainProcessCallerId, 'data/watch', watch);
    if (target === watched) await read();
  }

  function stop(): void {
    if (watched) void workspaces.threads.call(watched.workspaceId, mainProcessCallerId, 'data/unwatch', { watchId });
    watched = null;
    cards = null;
  }

  workspaces.threads.onEvent((workspaceId, windowId, event) => {
    if (workspaceId !== watched?.workspaceId) return;
    if (event === 'data/patch' && windowId === mainProcessCallerId) void read();
    if (event === 'workspace/restarted') void start();
  });

  return {
    get cards() {
      return cards;
    },
    watch(workspaceId, userId) {
      if (watched?.workspaceId === workspaceId && watched?.userId === userId) return;
      stop();
      watched = workspaceId !== null && userId !== null ? { workspaceId, userId } : null;
      void start();
    },
    stop,
  };
}
