/**
 * Cards that are open in the panel, one tab each. The route names the card that is shown; opening another card replaces the
 * one of the active tab. Tabs are stored per workspace for the next start; each window then has its own.
 */
import { create } from 'zustand';
import { setViewState, useApp, viewState } from './app-state.ts';
import { onRenamed } from './id-remap.ts';
import { onRoute, openCard, shownCard } from './routes.ts';

export interface CardTabs {
  readonly cards: readonly string[];
  /** Index of the active tab, also while the panel is closed. */
  readonly front: number;
}

/** More tabs would be too narrow to read. */
export const maxTabs = 20;
const none: CardTabs = { cards: [], front: 0 };

/** The tabs after a card is shown: its own tab becomes active, or the active tab now has this card. */
export function withShown({ cards, front }: CardTabs, card: string): CardTabs {
  const own = cards.indexOf(card);
  if (own >= 0) return { cards, front: own };
  return { cards: cards.length === 0 ? [card] : cards.with(front, card), front };
}

/** The tabs with a new active one for the card, after the active one. Above `maxTabs` the first is closed. */
export function withAdded({ cards, front }: CardTabs, card: string): CardTabs {
  const own = cards.indexOf(card);
  if (own >= 0) return { cards, front: own };
  const all = cards.length === 0 ? [card] : cards.toSpliced(front + 1, 0, card);
  const at = all.indexOf(card);
  if (all.length <= maxTabs) return { cards: all, front: at };
  return at === 0 ? { cards: all.slice(0, maxTabs), front: 0 } : { cards: all.slice(1), front: at - 1 };
}

/** The tabs without the card; the next tab becomes active, or the one before it. */
export function withoutCard({ cards, front }: CardTabs, card: string): CardTabs {
  const at = cards.indexOf(card);
  if (at < 0) return { cards, front };
  const rest = cards.toSpliced(at, 1);
  return { cards: rest, front: Math.max(0, Math.min(at < front ? front - 1 : front, rest.length - 1)) };
}

/** The tabs after the id of a card has changed. */
export function withNewId({ cards, front }: CardTabs, from: string, to: string): CardTabs {
  return cards.includes(from) ? { cards: cards.map((card) => (card === from ? to : card)), front } : { cards, front };
}

/** Validates stored tabs; none if they are malformed. */
export function readTabs(stored: unknown): CardTabs {
  if (typeof stored !== 'object' || stored === null) return none;
  const { cards, front } = stored as { cards?: unknown; front?: unknown };
  if (!Array.isArray(cards)) return none;
  const ids = [...new Set(cards.filter((card): card is string => typeof card === 'string'))].slice(0, maxTabs);
  const at = typeof front === 'number' && Number.isInteger(front) ? front : 0;
  return { cards: ids, front: Math.max(0, Math.min(at, ids.length - 1)) };
}

export const useCardTabs = create<CardTabs & { readonly workspaceId: string | null }>(() => ({
  ...none,
  workspaceId: null,
}));

const viewStateName = 'cardTabs';

/** The tabs of the open workspace; reads the stored ones after a change of workspace. */
function currentTabs(): CardTabs {
  const { workspace } = useApp.getState();
  const state = useCardTabs.getState();
  if (!workspace || state.workspaceId === workspace.id) return state;
  const stored = { ...readTabs(viewState(viewStateName)), workspaceId: workspace.id };
  useCardTabs.setState(stored);
  return stored;
}

function change(next: CardTabs): void {
  const { cards, front } = useCardTabs.getState();
  if (next.front === front && next.cards.length === cards.length && next.cards.every((card, at) => card === cards[at]))
    return;
  useCardTabs.setState(next);
  setViewState(viewStateName, { cards: next.cards, front: next.front });
}

export function openInTab(card: string): void {
  change(withAdded(currentTabs(), card));
  openCard(card);
}

/** Closes the tab of the card. The next tab becomes active; without any tab the panel closes. */
export function closeTab(card: string): void {
  const rest = withoutCard(currentTabs(), card);
  const isShown = shownCard() === card;
  change(rest);
  if (isShown) openCard(rest.cards[rest.front] ?? null);
}

export function closeOtherTabs(): void {
  const { cards, front } = currentTabs();
  const card = cards[front];
  if (card) change({ cards: [card], front: 0 });
}

/** Shows the next or previous tab, around the ends. If the panel is closed, it opens with the active tab. */
export function stepTabs(by: 1 | -1): void {
  const { cards, front } = currentTabs();
  if (cards.length === 0) return;
  const at = shownCard() ? (front + by + cards.length) % cards.length : front;
  openCard(cards[at] ?? null);
}

export const tabCount = (): number => currentTabs().cards.length;

/** Id of the card that a click with the middle button, Control or Command opens in a new tab, or null. */
function cardToOpen(event: MouseEvent): string | null {
  if (!(event.target instanceof Element)) return null;
  const opener = event.target.closest<HTMLElement>('[data-opens-card]');
  if (opener) return opener.dataset.opensCard ?? null;
  // On a card of a board, Control selects instead.
  return event.button === 1 ? (event.target.closest<HTMLElement>('[data-card-id]')?.dataset.cardId ?? null) : null;
}

/** Keeps the tabs in step with the route, new ids and clicks. Returns the function that stops this. */
export function watchCardTabs(): () => void {
  const follow = () => {
    const card = shownCard();
    if (card) change(withShown(currentTabs(), card));
    // With one tab, closing the panel closes the tab.
    else if (currentTabs().cards.length === 1) change(none);
  };
  follow();
  const opensTab = (event: MouseEvent) =>
    event.button === 1 || (event.type === 'click' && event.button === 0 && (event.ctrlKey || event.metaKey));
  const clicked = (event: MouseEvent) => {
    const card = opensTab(event) ? cardToOpen(event) : null;
    if (!card) return;
    event.preventDefault();
    event.stopPropagation();
    openInTab(card);
  };
  /** Prevents the automatic scrolling of the middle button. */
  const pressed = (event: MouseEvent) => {
    if (event.button === 1 && cardToOpen(event)) event.preventDefault();
  };
  window.addEventListener('click', clicked, true);
  window.addEventListener('auxclick', clicked, true);
  window.addEventListener('mousedown', pressed, true);
  const stops = [
    onRoute(follow),
    onRenamed((_model, from, to) => change(withNewId(currentTabs(), from, to))),
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
