/**
 * Keeps proxy logins in memory until the app ends; if the person chooses so, also for later starts (stored-logins.ts).
 */

import type { BrowserWindow } from 'electron';
import type { ProxyLoginRequest } from '../../../shared/bridge/index.ts';
import { callListeners } from '../../workspace/call-listeners.ts';
import type { AppWindows } from '../windows/windows.ts';
import type { ProxyCredentials, ProxyLoginAsker } from './network.ts';
import type { ProxyLoginStore } from './stored-logins.ts';

export interface ProxyLoginManager {
  readonly ask: ProxyLoginAsker;
  /** The question that the person sees now, or null. */
  readonly question: ProxyLoginRequest | null;
  /** With each question to show now, one at a time, and with null after the last one. */
  onQuestion(listener: (question: ProxyLoginRequest | null) => void): void;
  /** `null` means that the person declines. */
  answer(credentials: (ProxyCredentials & { readonly remember: boolean }) | null): void;
  /** `ask` then asks again about the proxies that the person declined. */
  forgetDeclined(): void;
}

interface OpenQuestion {
  readonly question: ProxyLoginRequest;
  readonly answer: PromiseWithResolvers<ProxyCredentials | null>;
}

export function createProxyLoginManager(stored: ProxyLoginStore): ProxyLoginManager {
  const listeners: ((question: ProxyLoginRequest | null) => void)[] = [];
  /** Credentials by host and port of the proxy. */
  const known = new Map<string, ProxyCredentials>();
  const declinedProxies = new Set<string>();
  /** The person sees the first one. */
  const openQuestions: OpenQuestion[] = [];
  const currentQuestion = () => openQuestions[0]?.question ?? null;
  const announceQuestion = () => callListeners(listeners, currentQuestion());

  return {
    async ask({ host, port }, refused) {
      const proxy = `${host}:${port}`;
      const credentials = known.get(proxy) ?? (await stored.load(proxy));
      const canRemember = await stored.canStore();
      const waiting = openQuestions.find(({ question }) => question.proxy === proxy);
      if (waiting) return waiting.answer.promise;
      const newest = known.get(proxy) ?? credentials;
      if (newest && newest !== refused) {
        known.set(proxy, newest);
        return newest;
      }
      if (declinedProxies.has(proxy)) return null;
      const username = newest?.username ?? '';
      const asked: OpenQuestion = {
        question: { proxy, isRetry: refused !== null, username, canRemember, isRemembered: stored.has(proxy) },
        answer: Promise.withResolvers(),
      };
      openQuestions.push(asked);
      if (openQuestions.length === 1) announceQuestion();
      return asked.answer.promise;
    },
    get question() {
      return currentQuestion();
    },
    onQuestion: (listener) => void listeners.push(listener),
    answer(answer) {
      const answered = openQuestions.shift();
      if (!answered) return;
      const { proxy } = answered.question;
      if (answer) {
        const { remember, ...credentials } = answer;
        known.set(proxy, credentials);
        if (remember) stored.store(proxy, credentials);
        else stored.forget(proxy);
        answered.answer.resolve(credentials);
      } else {
        declinedProxies.add(proxy);
        answered.answer.resolve(null);
      }
      announceQuestion();
    },
    forgetDeclined: () => declinedProxies.clear(),
  };
}

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
