/** Asks the person for the name and password of a proxy. Keeps them until the app ends, and in the keychain if the person wants. */
import type { ProxyQuestion } from '../../../shared/bridge/index.ts';
import type { AskProxyLogin, Credentials } from './network.ts';
import type { StoredLogins } from './stored-logins.ts';

export interface ProxyLogins {
  readonly ask: AskProxyLogin;
  /** The question that waits for the person, or null. */
  readonly question: ProxyQuestion | null;
  /** Calls the listener with each new question, and with null after the last one was answered. */
  onQuestion(listener: (question: ProxyQuestion | null) => void): void;
  /** Answers the question; null declines it. */
  answer(credentials: (Credentials & { readonly remember: boolean }) | null): void;
  /** Asks again about proxies for which the person declined. */
  forgetDeclined(): void;
}

interface Open {
  readonly question: ProxyQuestion;
  readonly answer: PromiseWithResolvers<Credentials | null>;
}

export function createProxyLogins(stored: StoredLogins): ProxyLogins {
  const listeners: ((question: ProxyQuestion | null) => void)[] = [];
  /** By host and port of the proxy. */
  const known = new Map<string, Credentials>();
  const declined = new Set<string>();
  /** The first is shown to the person. */
  const open: Open[] = [];
  const shown = () => open[0]?.question ?? null;
  const show = () => {
    for (const listener of listeners) listener(shown());
  };

  return {
    async ask({ host, port }, refused) {
      const proxy = `${host}:${port}`;
      const credentials = known.get(proxy) ?? (await stored.load(proxy));
      const canRemember = await stored.canStore();
      const waiting = open.find(({ question }) => question.proxy === proxy);
      if (waiting) return waiting.answer.promise;
      const newest = known.get(proxy) ?? credentials;
      if (newest && newest !== refused) {
        known.set(proxy, newest);
        return newest;
      }
      if (declined.has(proxy)) return null;
      const username = newest?.username ?? '';
      const asked: Open = {
        question: { proxy, isRetry: refused !== null, username, canRemember, isRemembered: stored.has(proxy) },
        answer: Promise.withResolvers(),
      };
      open.push(asked);
      if (open.length === 1) show();
      return asked.answer.promise;
    },
    get question() {
      return shown();
    },
    onQuestion: (listener) => void listeners.push(listener),
    answer(answer) {
      const answered = open.shift();
      if (!answered) return;
      const { proxy } = answered.question;
      if (answer) {
        const { remember, ...credentials } = answer;
        known.set(proxy, credentials);
        if (remember) stored.store(proxy, credentials);
        else stored.forget(proxy);
        answered.answer.resolve(credentials);
      } else {
        declined.add(proxy);
        answered.answer.resolve(null);
      }
      show();
    },
    forgetDeclined: () => declined.clear(),
  };
}
