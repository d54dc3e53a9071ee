/**
 * One tab per card that is open in the card panel. The panel shows the front tab, whose card the route names. The tabs
 * are stored per workspace and restored at the next start; open windows do not share tabs.
 */
import { create } from 'zustand';
import { setViewState, useAppState, viewState } from './app-state.ts';
import { onIdChange } from './id-remap.ts';
import { idOfOpenCard, onRouteChange, openCard } from './routes.ts';

export interface CardTabs {
  readonly cards: readonly string[];
  /** Stays the same while the panel is closed. */
  readonly front: number;
}

/** With more tabs, their titles are too narrow to read. */
export const maxCardTabs = 20;
const noTabs: CardTabs = { cards: [], front: 0 };

/** If the card has no tab, it replaces the card of the front tab. */
export function tabsWithCardShown({ cards, front }: CardTabs, card: string): CardTabs {
  const own = cards.indexOf(card);
  if (own >= 0) return { cards, front: own };
  return { cards: cards.length === 0 ? [card] : cards.with(front, card), front };
}

/**
 * A new tab is right after the front tab and becomes the front tab. If the card already has a tab, only makes it the
 * front tab. Above `maxCardTabs`, removes the first tab.
 */
export function tabsWithCardAdded({ cards, front }: CardTabs, card: string): CardTabs {
  const own = cards.indexOf(card);
  if (own >= 0) return { cards, front: own };
  const all = cards.length === 0 ? [card] : cards.toSpliced(front + 1, 0, card);
  const at = all.indexOf(card);
  if (all.length <= maxCardTabs) return { cards: all, front: at };
  return { cards: all.slice(1), front: at - 1 };
}

/** If the front tab is removed, the next tab, else the last one, becomes the front tab. */
export function tabsWithoutCard({ cards, front }: CardTabs, card: string): CardTabs {
  const at = cards.indexOf(card);
  if (at < 0) return { cards, front };
  const rest = cards.toSpliced(at, 1);
  return { cards: rest, front: Math.max(0, Math.min(at < front ? front - 1 : front, rest.length - 1)) };
}

export function tabsWithCardIdChanged({ cards, front }: CardTabs, from: string, to: string): CardTabs {
  return cards.includes(from) ? { cards: cards.map((card) => (card === from ? to : card)), front } : { cards, front };
}

/** No tabs if the stored ones are malformed. */
export function parseStoredTabs(stored: unknown): CardTabs {
  if (typeof stored !== 'object' || stored === null) return noTabs;
  const { cards, front } = stored as { cards?: unknown; front?: unknown };
  if (!Array.isArray(cards)) return noTabs;
  const ids = [...new Set(cards.filter((card): card is string => typeof card === 'string'))].slice(0, maxCardTabs);
  const at = typeof front === 'number' && Number.isInteger(front) ? front : 0;
  return { cards: ids, front: Math.max(0, Math.min(at, ids.length - 1)) };
}

export const useCardTabs = create<CardTabs & { readonly workspaceId: string | null }>(() => ({
  ...noTabs,
  workspaceId: null,
}));

const viewStateName = 'cardTabs';

/** Reads the stored tabs if another workspace was opened. */
function currentTabs(): CardTabs {
  const { workspace } = useAppState.getState();
  const state = useCardTabs.getState();
  if (!workspace || state.workspaceId === workspace.id) return state;
  const stored = { ...parseStoredTabs(viewState(viewStateName)), workspaceId: workspace.id };
  useCardTabs.setState(stored);
  return stored;
}

function setTabs(next: CardTabs): void {
  const { cards, front } = useCardTabs.getState();
  if (next.front === front && next.cards.length === cards.length && next.cards.every((card, at) => card === cards[at]))
    return;
  useCardTabs.setState(next);
  setViewState(viewStateName, { cards: next.cards, front: next.front });
}

export function openCardInTab(card: string): void {
  setTabs(tabsWithCardAdded(currentTabs(), card));
  openCard(card);
}

/** The panel closes if no tab is left. */
export function closeCardTab(card: string): void {
  const rest = tabsWithoutCard(currentTabs(), card);
  const isShown = idOfOpenCard() === card;
  setTabs(rest);
  if (isShown) openCard(rest.cards[rest.front] ?? null);
}

export function closeOtherCardTabs(): void {
  const { cards, front } = currentTabs();
  const card = cards[front];
  if (card) setTabs({ cards: [card], front: 0 });
}

/** The first tab follows the last one. If the panel is closed, opens the front tab. */
export function showAdjacentCardTab(by: 1 | -1): void {
  const { cards, front } = currentTabs();
  if (cards.length === 0) return;
  const at = idOfOpenCard() ? (front + by + cards.length) % cards.length : front;
  openCard(cards[at] ?? null);
}

export const cardTabCount = (): number => currentTabs().cards.length;

/** For a click with the middle button, or with Control or Command. Null if the click opens no card. */
function cardToOpen(event: MouseEvent): string | null {
  if (!(event.target instanceof Element)) return null;
  const opener = event.target.closest<HTMLElement>('[data-opens-card]');
  if (opener) return opener.dataset.opensCard ?? null;
  // On a card of a board, a click with Control or Command selects the card, so only the middle button opens a tab.
  return event.button === 1 ? (event.target.closest<HTMLElement>('[data-card-id]')?.dataset.cardId ?? null) : null;
}

/** Returns the function that removes the listeners. */
export function keepCardTabsUpToDate(): () => void {
  const showRouteCard = () => {
    const card = idOfOpenCard();
    if (card) setTabs(tabsWithCardShown(currentTabs(), card));
    // The panel is closed. If there is only one tab, the tab closes too. If there are several tabs, they stay.
    else if (currentTabs().cards.length === 1) setTabs(noTabs);
  };
  showRouteCard();
  const isNewTabClick = (event: MouseEvent) =>
    event.button === 1 || (event.type === 'click' && event.button === 0 && (event.ctrlKey || event.metaKey));
  const openClickedCard = (event: MouseEvent) => {
    const card = isNewTabClick(event) ? cardToOpen(event) : null;
    if (!card) return;
    event.preventDefault();
    event.stopPropagation();
    openCardInTab(card);
  };
  /** Prevents the scroll mode that browsers start when the middle button is pressed. */
  const preventScrollMode = (event: MouseEvent) => {
    if (event.button === 1 && cardToOpen(event)) event.preventDefault();
  };
  window.addEventListener('click', openClickedCard, true);
  window.addEventListener('auxclick', openClickedCard, true);
  window.addEventListener('mousedown', preventScrollMode, true);
  const stops = [
    onRouteChange(showRouteCard),
    onIdChange((_model, from, to) => setTabs(tabsWithCardIdChanged(currentTabs(), from, to))),
    useAppState.subscribe(({ workspace }, before) => {
      if (workspace?.id !== before.workspace?.id) showRouteCard();
    }),
  ];
  return () => {
    window.removeEventListener('click', openClickedCard, true);
    window.removeEventListener('auxclick', openClickedCard, true);
    window.removeEventListener('mousedown', preventScrollMode, true);
    for (const stop of stops) stop();
  };
}
