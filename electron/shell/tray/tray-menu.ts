import type { MenuItemConstructorOptions } from 'electron';
import type { SyncStatus } from '../../../shared/bridge/index.ts';
import { oneLineText } from '../../../shared/domain/content.ts';

export interface TrayCard {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** Blocked or in review, a card has no Start and Finish: its thread must be closed in a window first. */
  readonly derivedStatus: string;
  readonly isDoc: boolean;
}

export interface TrayState {
  /** Null while there is no workspace. */
  readonly workspaceName: string | null;
  /** The unfinished cards of the person's own Hand, in order; null before the first read. */
  readonly hand: readonly TrayCard[] | null;
  readonly sync: Pick<SyncStatus, 'phase' | 'pausedByPerson' | 'waiting' | 'attention'> | null;
}

export interface TrayActions {
  readonly openApp: () => void;
  readonly openRoute: (route: string) => void;
  readonly setStatus: (card: TrayCard, status: 'started' | 'done') => void;
  readonly quickAdd: () => void;
  readonly showHand: () => void;
  readonly setSyncPaused: (isPaused: boolean) => void;
  readonly quit: () => void;
}

type Item = MenuItemConstructorOptions;

const maxCards = 5;
const maxTitleLength = 49;
const maxNameLength = 60;
const separator: Item = { type: 'separator' };

/** In a menu label `&` marks the access key, so `&&` is written for one `&`. */
const shortened = (title: string): string => oneLineText(title, maxTitleLength).replaceAll('&', '&&') || 'Untitled';

const countOf = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const isBlockedOrInReview = ({ derivedStatus }: TrayCard): boolean => /blocked|review/i.test(derivedStatus);

function cardItem(card: TrayCard, actions: TrayActions): Item {
  const canChangeStatus = !card.isDoc && !isBlockedOrInReview(card);
  return {
    label: shortened(card.title),
    submenu: [
      { label: 'Open', click: () => actions.openRoute(`#/card/${encodeURIComponent(card.id)}`) },
      ...(canChangeStatus && card.status === 'not_started'
        ? [{ label: 'Start', click: () => actions.setStatus(card, 'started') }]
        : []),
      ...(canChangeStatus ? [{ label: 'Finish', click: () => actions.setStatus(card, 'done') }] : []),
    ],
  };
}

function handItems({ hand }: TrayState, actions: TrayActions): Item[] {
  if (hand === null) return [{ label: 'The Hand is not loaded yet', enabled: false }];
  if (hand.length === 0) return [{ label: 'Your Hand is empty', enabled: false }];
  const items = hand.slice(0, maxCards).map((card) => cardItem(card, actions));
  const more = hand.length - maxCards;
  if (more <= 0) return items;
  const label = `${countOf(more, 'more card', 'more cards')} in the Hand…`;
  return [...items, { label, click: () => actions.openRoute('#/hand') }];
}

/** Such as "Offline, 2 changes wait". */
function syncStatusText({ sync }: TrayState): string {
  if (!sync) return 'Starting…';
  const waiting = countOf(sync.waiting, 'change waits', 'changes wait');
  if (sync.attention > 0) return countOf(sync.attention, 'change needs you', 'changes need you');
  if (sync.pausedByPerson) return sync.waiting > 0 ? `Sync is paused, ${waiting}` : 'Sync is paused';
  if (sync.phase === 'offline') return sync.waiting > 0 ? `Offline, ${waiting}` : 'Offline';
  if (sync.phase === 'stopped' || sync.phase === 'down') return 'Sync has stopped';
  return sync.waiting > 0 ? waiting : 'All changes are sent';
}

/** "Decktop" without a workspace. */
export const trayTooltip = (state: TrayState): string =>
  state.workspaceName === null
    ? 'Decktop'
    : `Decktop – ${oneLineText(state.workspaceName, maxNameLength)}: ${syncStatusText(state)}`;

/** Without a workspace, the person can only open or quit the app. */
export function trayMenuTemplate(state: TrayState, actions: TrayActions): Item[] {
  const app: Item[] = [
    { label: 'Open Decktop', click: actions.openApp },
    { label: 'Quit Decktop', click: actions.quit },
  ];
  if (state.workspaceName === null) return app;
  const isPaused = state.sync?.pausedByPerson === true;
  return [
    ...handItems(state, actions),
    separator,
    { label: 'Quick add…', click: actions.quickAdd },
    { label: 'Hand strip', click: actions.showHand },
    separator,
    { label: syncStatusText(state), click: () => actions.openRoute('#/outbox') },
    { label: isPaused ? 'Resume sync' : 'Pause sync', click: () => actions.setSyncPaused(!isPaused) },
    separator,
    ...app,
  ];
}
