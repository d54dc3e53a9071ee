import type { BrowserWindow } from 'electron';
import type { AppWindows } from '../windows/windows.ts';
import type { ProxyLoginManager } from './proxy-login.ts';

const page = 'proxy-login.html';
const bounds = { width: 460, height: 500 };

/** A main or card window would show the login itself. */
export function openProxyLoginWindowWhenNeeded(windows: AppWindows, logins: ProxyLoginManager): void {
  let questionWindow: BrowserWindow | undefined;

  function open(): void {
    const window = windows.open({ kind: 'proxyLogin', workspaceId: null, page, bounds });
    questionWindow = window;
    window.on('closed', () => {
      if (questionWindow !== window) return;
      // The person closed the window without an answer. This declines the login.
      questionWindow = undefined;
      logins.answer(null);
    });
  }

  logins.onQuestion((question) => {
    const window = questionWindow;
    if (question) {
      if (!window && !windows.front()) open();
    } else {
      questionWindow = undefined;
      window?.close();
    }
  });
}
