/** Small windows show one card, the person's own Hand, or quick add. Other routes open in a main window. */
import { call, logFailure } from './bridge.ts';

/** `main`, `card`, `hand` or `quickAdd`, which the main process passes in the URL of the page. */
export const windowKind: string =
  (typeof location !== 'undefined' && new URLSearchParams(location.search).get('window')) || 'main';

export const isCardWindow = windowKind === 'card';
export const isHandWindow = windowKind === 'hand';

/** If the card has such a window, brings it to the front. */
export function openCardWindow(cardId: string): void {
  call('app/openCardWindow', { cardId }).catch(logFailure('the window of a card was not opened'));
}

export function showInMainWindow(route: string): void {
  call('app/showRoute', { route }).catch(logFailure('a view was not shown in a main window'));
}

export function closeWindow(): void {
  call('app/closeWindow', {}).catch(logFailure('the window was not closed'));
}
