/** Asks the person for the name and password of a proxy, and keeps them in memory until the app ends. */
import type { ProxyQuestion } from '../../../shared/bridge/index.ts';
import type { AskProxyLogin, Credentials } from './network.ts';

export interface ProxyLogins {
  readonly ask: AskProxyLogin;
  /** The question that waits for the person, or null. */
  readonly question: ProxyQuestion | null;
  /** Answers the question; null declines it. */
  answer(credentials: Credentials | null): void;
  /** Asks again about proxies for which the person declined. */
  forgetDeclined(): void;
}

interface Open {
  readonly question: ProxyQuestion;
  readonly answer: PromiseWithResolvers<Credentials | null>;
}

/** `show` is called with each new question, and with null after its answer. */
export function createProxyLogins(show: (question: ProxyQuestion | null) => void): ProxyLogins {
  const known = new Map<string, Credentials>();
  const declined = new Set<string>();
  /** The first is shown to the person. */
  const open: Open[] = [];
  const shown = () => open[0]?.question ?? null;

  return {
    async ask({ host, port }, isRetry) {
      const proxy = `${host}:${port}`;
      const waiting = open.find(({ question }) => question.proxy === proxy);
      if (waiting) return waiting.answer.promise;
      const credentials = isRetry ? undefined : known.get(proxy);
      if (credentials) return credentials;
      if (declined.has(proxy)) return null;
      const username = known.get(proxy)?.username ?? '';
      const asked: Open = { question: { proxy, isRetry, username }, answer: Promise.withResolvers() };
      open.push(asked);
      if (open.length === 1) show(asked.question);
      return asked.answer.promise;
    },
    get question() {
      return shown();
    },
    answer(credentials) {
      const answered = open.shift();
      if (!answered) return;
      const { proxy } = answered.question;
      if (credentials) known.set(proxy, credentials);
      else declined.add(proxy);
      answered.answer.resolve(credentials);
      show(shown());
    },
    forgetDeclined: () => declined.clear(),
  };
}
