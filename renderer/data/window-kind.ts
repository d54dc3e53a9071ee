/**
 * The kind of this window. Main windows show every view; small windows show one card, the person's own Hand, or quick
 * add. Routes that a small window cannot show open in a main window.
 */
import { call, logFailure } from './bridge.ts';

/** `main`, `card`, `hand` or `quickAdd`. The main process passes it in the URL of the page. */
export const windowKind: string =
  (typeof location !== 'undefined' && new URLSearchParams(location.search).get('window')) || 'main';

export const isCardWindow = windowKind === 'card';
export const isHandWindow = windowKind === 'hand';

/** Opens a card in a window of its own, or brings that window to the front. */
export function openCardWindow(cardId: string): void {
  call('app/openCardWindow', { cardId }).catch(logFailure('the window of a card was not opened'));
}

/** Shows a route in a main window and brings that window to the front. */
export function showInMainWindow(route: string): void {
  call('app/showRoute', { route }).catch(logFailure('a view was not shown in a main window'));
}

export function closeWindow(): void {
  call('app/closeWindow', {}).catch(logFailure('the window was not closed'));
}
