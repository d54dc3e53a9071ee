/** Opens a small window for the question of a proxy where no main or card window can show it, such as during the first start. */
import type { BrowserWindow } from 'electron';
import type { Windows } from '../windows/windows.ts';
import type { ProxyLogins } from './proxy-login.ts';

const page = 'proxy-login.html';
const bounds = { width: 460, height: 500 };

export function showQuestionsInWindow(windows: Windows, logins: ProxyLogins): void {
  let shown: BrowserWindow | undefined;

  function open(): void {
    const window = windows.open({ kind: 'proxyLogin', workspaceId: null, page, bounds });
    shown = window;
    window.on('closed', () => {
      if (shown !== window) return;
      // The person closed it, which declines the question.
      shown = undefined;
      logins.answer(null);
    });
  }

  logins.onQuestion((question) => {
    const window = shown;
    if (question) {
      if (!window && !windows.front()) open();
    } else {
      shown = undefined;
      window?.close();
    }
  });
}
