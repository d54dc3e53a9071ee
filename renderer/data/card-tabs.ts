/**
 * The cards that are open in the panel, one tab each. The route says which one shows; opening another card turns the tab
 * in front to it, as a link does. Kept per workspace, so that they are there after a restart; each window goes on from
 * there by itself.
 */
import { create } from 'zustand';
import { setViewState, useApp, viewState } from './app-state.ts';
import { onRenamed } from './id-remap.ts';
import { onRoute, openCard, shownCard } from './routes.ts';

export interface CardTabs {
  readonly cards: readonly string[];
  /** The tab in front, also while the panel is closed. */
  readonly front: number;
}

/** More would not be told apart. */
export const mostTabs = 20;
const none: CardTabs = { cards: [], front: 0 };

/** The tabs once a card shows: its own tab, or the one in front turned to it. */
export function shown({ cards, front }: CardTabs, card: string): CardTabs {
  const own = cards.indexOf(card);
  if (own >= 0) return { cards, front: own };
  return { cards: cards.length === 0 ? [card] : cards.with(front, card), front };
}

/** The tabs with one more for the card, behind the one in front; the oldest goes where there is no room. */
export function added({ cards, front }: CardTabs, card: string): CardTabs {
  const own = cards.indexOf(card);
  if (own >= 0) return { cards, front: own };
  const all = cards.length === 0 ? [card] : cards.toSpliced(front + 1, 0, card);
  const at = all.indexOf(card);
  if (all.length <= mostTabs) return { cards: all, front: at };
  return at === 0 ? { cards: all.slice(0, mostTabs), front: 0 } : { cards: all.slice(1), front: at - 1 };
}

export function without({ cards, front }: CardTabs, card: string): CardTabs {
  const at = cards.indexOf(card);
  if (at < 0) return { cards, front };
  const rest = cards.toSpliced(at, 1);
  return { cards: rest, front: Math.max(0, Math.min(at < front ? front - 1 : front, rest.length - 1)) };
}

export function renamed({ cards, front }: CardTabs, from: string, to: string): CardTabs {
  return cards.includes(from) ? { cards: cards.map((card) => (card === from ? to : card)), front } : { cards, front };
}

/** What was kept, as far as it can be one. */
export function readTabs(kept: unknown): CardTabs {
  if (typeof kept !== 'object' || kept === null) return none;
  const { cards, front } = kept as { cards?: unknown; front?: unknown };
  if (!Array.isArray(cards)) return none;
  const ids = [...new Set(cards.filter((card): card is string => typeof card === 'string'))].slice(0, mostTabs);
  const at = typeof front === 'number' && Number.isInteger(front) ? front : 0;
  return { cards: ids, front: Math.max(0, Math.min(at, ids.length - 1)) };
}

export const useCardTabs = create<CardTabs & { readonly workspaceId: string | null }>(() => ({
  ...none,
  workspaceId: null,
}));

const keptAs = 'cardTabs';

/** The tabs of the workspace that this window shows now. */
function now(): CardTabs {
  const { workspace } = useApp.getState();
  const state = useCardTabs.getState();
  if (!workspace || state.workspaceId === workspace.id) return state;
  const kept = { ...readTabs(viewState(keptAs)), workspaceId: workspace.id };
  useCardTabs.setState(kept);
  return kept;
}

function change(next: CardTabs): void {
  const { cards, front } = useCardTabs.getState();
  if (next.front === front && next.cards.length === cards.length && next.cards.every((card, at) => card === cards[at]))
    return;
  useCardTabs.setState(next);
  setViewState(keptAs, { cards: next.cards, front: next.front });
}

export function openInTab(card: string): void {
  change(added(now(), card));
  openCard(card);
}

/** Closing the tab in front shows the next one; the last one closes the panel. */
export function closeTab(card: string): void {
  const rest = without(now(), card);
  const isShown = shownCard() === card;
  change(rest);
  if (isShown) openCard(rest.cards[rest.front] ?? null);
}

export function closeOtherTabs(): void {
  const { cards, front } = now();
  const card = cards[front];
  if (card) change({ cards: [card], front: 0 });
}

/** Brings the tab so many places further to the front, around the ends; a closed panel opens where it was. */
export function turnTabs(by: 1 | -1): void {
  const { cards, front } = now();
  if (cards.length === 0) return;
  const at = shownCard() ? (front + by + cards.length) % cards.length : front;
  openCard(cards[at] ?? null);
}

export const tabCount = (): number => now().cards.length;

/** What a click with the middle button, or with Control or Command held, opens in a tab of its own. */
function cardUnder(event: MouseEvent): string | null {
  if (!(event.target instanceof Element)) return null;
  const opener = event.target.closest<HTMLElement>('[data-opens-card]');
  if (opener) return opener.dataset.opensCard ?? null;
  // On a card of a board Control selects.
  return event.button === 1 ? (event.target.closest<HTMLElement>('[data-card-id]')?.dataset.cardId ?? null) : null;
}

/** Follows routes, new ids and clicks. */
export function watchCardTabs(): () => void {
  const follow = () => {
    const card = shownCard();
    if (card) change(shown(now(), card));
    // A single card that was closed is no open tab.
    else if (now().cards.length === 1) change(none);
  };
  follow();
  const opens = (event: MouseEvent) =>
    event.button === 1 || (event.type === 'click' && event.button === 0 && (event.ctrlKey || event.metaKey));
  const clicked = (event: MouseEvent) => {
    const card = opens(event) ? cardUnder(event) : null;
    if (!card) return;
    event.preventDefault();
    event.stopPropagation();
    openInTab(card);
  };
  /** The middle button would begin to scroll. */
  const pressed = (event: MouseEvent) => {
    if (event.button === 1 && cardUnder(event)) event.preventDefault();
  };
  window.addEventListener('click', clicked, true);
  window.addEventListener('auxclick', clicked, true);
  window.addEventListener('mousedown', pressed, true);
  const stops = [
    onRoute(follow),
    onRenamed((_model, from, to) => change(renamed(now(), from, to))),
    useApp.subscribe(({ workspace }, before) => {
      if (workspace?.id !== before.workspace?.id) follow();
    }),
  ];
  return () => {
    window.removeEventListener('click', clicked, true);
    window.removeEventListener('auxclick', clicked, true);
    window.removeEventListener('mousedown', pressed, true);
    for (const stop of stops) stop();
  };
}
