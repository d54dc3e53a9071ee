/**
 * Live answers: one watch per query, kept in TanStack Query's cache under the query's text and moved on by patches.
 * The watch ends when the cache drops the entry (a minute after its last use).
 */
import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { BridgeEvents, Patch } from '../../shared/bridge/index.ts';
import { unpackAnswer, unpackPatch } from '../../shared/bridge/packed.ts';
import { type AnswerTo, FailureError, type QueryAnswer, type TypedQuery } from '../../shared/contract/index.ts';
import { useApp } from './app-state.ts';
import { bridge, call } from './bridge.ts';
import { applyPatch, keepIdentity } from './patch.ts';
import { notePeople } from './people.ts';
import { consumePreload, preloadedTexts } from './preloaded.ts';

type PatchEvent = BridgeEvents['data/patch'];

interface Watch {
  readonly watchId: string;
  readonly hash: string;
  /** Revision of the answer in the cache, counted from 0 per watch; null until the answer is there. */
  revision: number | null;
  /** Patches that came before the answer did. */
  readonly early: PatchEvent[];
  /** Patches to an answer that nobody shows, not applied yet. */
  readonly unseen: Patch[];
}

const liveKey = (text: string) => ['live', text] as const;

export class LiveAnswers {
  readonly client: QueryClient;
  readonly #byId = new Map<string, Watch>();
  readonly #byText = new Map<string, Watch>();
  #next = 0;

  constructor(client: QueryClient) {
    this.client = client;
    bridge().on('data/patch', (event) => this.#patched(event));
    // Another workspace: nothing that is cached holds any longer. The same one under a new name keeps it all.
    bridge().on('workspace/changed', (workspace) => {
      if (workspace?.id !== useApp.getState().workspace?.id) this.reset();
    });
    bridge().on('workspace/restarted', () => this.#watchAgain());
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'removed' || event.query.queryKey[0] !== 'live') return;
      this.#end(event.query.queryKey[1] as string);
    });
  }

  /** Begins to watch (again) and answers what the query answers now. */
  async watch(text: string): Promise<QueryAnswer> {
    this.#end(text);
    const begun = consumePreload(text);
    const watchId = begun?.watchId ?? `w${++this.#next}`;
    const watch: Watch = { watchId, hash: text, revision: null, early: begun?.patches ?? [], unseen: [] };
    this.#byText.set(text, watch);
    this.#byId.set(watch.watchId, watch);
    let answer: QueryAnswer;
    try {
      const answered =
        (await begun?.answer) ??
        (await call('data/watch', { query: JSON.parse(text) as Record<string, unknown[]>, watchId }));
      answer = unpackAnswer(answered.text);
    } catch (error) {
      this.#byId.delete(watch.watchId);
      if (this.#byText.get(text) === watch) this.#byText.delete(text);
      throw error;
    }
    const previous = this.client.getQueryData<QueryAnswer>(liveKey(text));
    if (previous) answer = keepIdentity(previous, answer);
    notePeople(answer);
    watch.revision = 0;
    for (const event of watch.early.splice(0)) {
      if (event.base !== watch.revision) continue;
      answer = applyPatch(answer, unpackPatch(event.text));
      watch.revision = event.base + 1;
    }
    return answer;
  }

  /** Watches anew whatever is on screen, and forgets the rest. */
  reset(): void {
    for (const watch of [...this.#byId.values()]) this.#end(watch.hash);
    void this.client.resetQueries();
  }

  /** The thread that kept the watches is gone. What is on screen stays until the new thread has answered. */
  #watchAgain(): void {
    this.client.removeQueries({ queryKey: ['live'], type: 'inactive' });
    void this.client.refetchQueries({ queryKey: ['live'], type: 'active' });
  }

  #patched(event: PatchEvent): void {
    const watch = this.#byId.get(event.watchId);
    if (!watch) return;
    if (watch.revision === null) {
      watch.early.push(event);
      return;
    }
    if (event.base !== watch.revision) {
      // A patch went missing (the worker began anew): only a fresh answer can be trusted.
      void this.client.refetchQueries({ queryKey: liveKey(watch.hash), exact: true });
      return;
    }
    watch.revision = event.base + 1;
    const patch = unpackPatch(event.text);
    if (patch.set.user) notePeople(patch.set);
    const query = this.client.getQueryCache().find({ queryKey: liveKey(watch.hash) });
    if (query?.isActive() === false) this.#keep(watch, patch);
    else this.#apply(watch, [patch]);
  }

  #apply({ hash }: Watch, patches: readonly Patch[]): void {
    this.client.setQueryData<QueryAnswer>(liveKey(hash), (answer) => answer && patches.reduce(applyPatch, answer));
  }

  /** What nobody looks at waits until what is looked at has been painted. */
  #keep(watch: Watch, patch: Patch): void {
    watch.unseen.push(patch);
    if (watch.unseen.length > 1) return;
    whenIdle(() => this.#settle(watch));
  }

  #settle(watch: Watch): void {
    const patches = watch.unseen.splice(0);
    if (patches.length > 0 && this.#byText.get(watch.hash) === watch) this.#apply(watch, patches);
  }

  /** Somebody is about to show the answer. */
  settle(text: string): void {
    const watch = this.#byText.get(text);
    if (watch) this.#settle(watch);
  }

  #end(text: string): void {
    const watch = this.#byText.get(text);
    if (!watch) return;
    this.#byText.delete(text);
    this.#byId.delete(watch.watchId);
    // It may be unknown there already (the worker began anew): nothing to say to the person either way.
    bridge().call('data/unwatch', { watchId: watch.watchId });
  }
}

/** Made once per window, before anything is rendered. */
let live: LiveAnswers | null = null;

export function createQueryClient(): QueryClient {
  // Answers are shown in the task that brings them: a timer, the library's own way, costs them up to a frame.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Watches keep answers fresh; identity is kept row by row in patch.ts, not by comparing whole answers again.
        staleTime: Number.POSITIVE_INFINITY,
        structuralSharing: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // Each watched answer costs the replica work at every change: what was left a minute ago is let go.
        gcTime: 60_000,
        retry: (count, error) =>
          count < 2 && !(error instanceof FailureError && ['rejected', 'scope'].includes(error.failure.kind)),
        retryDelay: 300,
      },
      mutations: { networkMode: 'always' },
    },
  });
  live = new LiveAnswers(client);
  return client;
}

/** ms that the first view waits at most for what was asked early, to be drawn once and with it. */
const earlyPatience = 100;

/** Takes over what was asked early; resolves when its answers are there, or soon. */
export function takePreloads(): Promise<unknown> {
  const { client } = liveAnswers();
  const all = preloadedTexts().map((text) =>
    client.prefetchQuery({ queryKey: liveKey(text), queryFn: () => liveAnswers().watch(text) }),
  );
  return Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, earlyPatience))]);
}

/** ms that something unseen waits at most. */
const patience = 500;
/** Answers how it is called off. */
const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(work, { timeout: patience });
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(work, patience);
  return () => clearTimeout(waiting);
};

/** Queries are made once and asked at every draw. */
const texts = new WeakMap<object, string>();
function textOf(query: object): string {
  let text = texts.get(query);
  if (text === undefined) {
    text = JSON.stringify(query);
    texts.set(query, text);
  }
  return text;
}

const liveAnswers = (): LiveAnswers => {
  if (!live) throw new Error('createQueryClient() comes first');
  return live;
};

export type Live<Q> = UseQueryResult<AnswerTo<Q>, Error>;

/**
 * The answer to a contract query, kept up to date. Rows that do not change keep their identity.
 * `enabled: false` waits. `keep` shows the last answer to the previous query until this one's is there. `brief` ends the
 * watch as soon as nobody shows it: for queries that change as they are typed.
 */
export function useLive<const Q>(
  query: TypedQuery<Q>,
  options: { enabled?: boolean; keep?: boolean; brief?: boolean } = {},
): Live<Q> {
  const text = textOf(query);
  liveAnswers().settle(text);
  const { enabled = true, keep = false, brief = false } = options;
  const result = useQuery<QueryAnswer, Error>({
    queryKey: liveKey(text),
    queryFn: () => liveAnswers().watch(text),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(brief ? { gcTime: 0 } : {}),
  });
  // The cache holds plain answers; the query literal says which rows and fields this one has.
  return result as unknown as Live<Q>;
}

export interface LiveParts<Q> {
  /** As many as there are by now, in order; the same list while none of them changes. */
  readonly answers: readonly AnswerTo<Q>[];
  readonly error: Error | null;
}

/**
 * Answers that belong together, kept up to date each by itself: the first part first, each other once those before it are
 * shown. Until the first is there the last one of the previous queries stands for it.
 */
export function useLiveParts<const Q>(queries: readonly TypedQuery<Q>[]): LiveParts<Q> {
  const all = queries.map(textOf);
  const [asked, setAsked] = useState({ first: all[0], count: 1 });
  const count = asked.first === all[0] ? asked.count : 1;
  for (const text of all.slice(0, count)) liveAnswers().settle(text);
  const results = useQueries({
    queries: all.map((text, index) => ({
      queryKey: liveKey(text),
      queryFn: () => liveAnswers().watch(text),
      enabled: index < count,
      ...(index === 0 ? { placeholderData: keepPreviousData } : {}),
    })),
  });
  const isThere = results.slice(0, count).every(({ data, isPlaceholderData }) => data && !isPlaceholderData);
  const [first, isMore] = [all[0], count < all.length];
  useEffect(() => {
    return isThere && isMore ? whenIdle(() => setAsked({ first, count: count + 1 })) : undefined;
  }, [isThere, isMore, first, count]);
  const answers = results.flatMap(({ data }) => data ?? []);
  const last = useRef(answers);
  if (answers.length !== last.current.length || answers.some((answer, index) => answer !== last.current[index]))
    last.current = answers;
  return {
    answers: last.current as unknown as readonly AnswerTo<Q>[],
    error: results.find(({ error }) => error)?.error ?? null,
  };
}

/** The latest answer to a query that is being watched, for code outside React; undefined if there is none. */
export const watchedAnswer = <const Q>(query: TypedQuery<Q>): AnswerTo<Q> | undefined =>
  live?.client.getQueryData(liveKey(textOf(query)));

/** One answer, now, not watched. @throws FailureError */
export async function ask<const Q>(query: TypedQuery<Q>): Promise<AnswerTo<Q>> {
  const { text } = await call('data/query', { query: query as unknown as Record<string, unknown[]> });
  return JSON.parse(text) as AnswerTo<Q>;
}

/** Begins to watch ahead of the view that will: as a link is pressed, before the click that follows. */
export function prefetchLive<const Q>(query: TypedQuery<Q>): void {
  const text = JSON.stringify(query);
  const { client } = liveAnswers();
  // A failure shows when the view itself asks.
  void client.prefetchQuery({ queryKey: liveKey(text), queryFn: () => liveAnswers().watch(text) });
}
