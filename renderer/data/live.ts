/**
 * Live answers to queries. The worker thread of the workspace runs one watch per query. The cache of TanStack Query
 * contains the answer, with the text of the query as key, and drops it one minute after its last use; then its watch
 * ends.
 */
import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import type { BridgeEvents, WatchPatch } from '../../shared/bridge/index.ts';
import { unpackAnswer, unpackPatch } from '../../shared/bridge/packed.ts';
import {
  FailureError,
  parseAnswer,
  type QueryAnswer,
  type QueryAnswerTo,
  type TypedQuery,
} from '../../shared/contract/index.ts';
import { useAppState } from './app-state.ts';
import { bridge, call } from './bridge.ts';
import { applyPatch, reuseEqualRows } from './patch.ts';
import { addPeopleOfAnswer } from './people.ts';
import { preloadedQueryTexts, takePreloadedWatch } from './preloaded.ts';

type PatchEvent = BridgeEvents['data/patch'];

interface Watch {
  readonly watchId: string;
  readonly text: string;
  /** 0 for the first answer, plus 1 per patch. Null until the first answer is there. */
  revision: number | null;
  /** Arrived before the first answer. */
  readonly earlyPatches: PatchEvent[];
  /** For an answer that no component shows: applied when the page is idle or a component needs the answer. */
  readonly pendingPatches: WatchPatch[];
}

const liveKey = (text: string) => ['live', text] as const;

const watchOptions = (text: string) => ({ queryKey: liveKey(text), queryFn: () => liveAnswers().watch(text) });

export class LiveQueryWatches {
  readonly client: QueryClient;
  readonly #byId = new Map<string, Watch>();
  readonly #byText = new Map<string, Watch>();
  #next = 0;

  constructor(client: QueryClient) {
    this.client = client;
    bridge().on('data/patch', (event) => this.#patched(event));
    // After a switch to another workspace, the cached answers are from the previous workspace. The event is also sent
    // when the open workspace gets a new name; then the answers stay.
    bridge().on('workspace/changed', (workspace) => {
      if (workspace?.id !== useAppState.getState().workspace?.id) this.reset();
    });
    bridge().on('workspace/restarted', () => this.#watchAgain());
    client.getQueryCache().subscribe((event) => {
      const [kind, text] = event.query.queryKey as [string, string];
      if (kind !== 'live') return;
      if (event.type === 'removed') this.#end(text);
      else if (event.type === 'updated' && event.action.type === 'success') this.#applyEarlyPatches(text);
    });
  }

  /** Ends the query's earlier watch, and takes over the preloaded one if there is one. */
  async watch(text: string): Promise<QueryAnswer> {
    this.#end(text);
    const preload = takePreloadedWatch(text);
    const watchId = preload?.watchId ?? `w${++this.#next}`;
    const watch: Watch = { watchId, text, revision: null, earlyPatches: preload?.patches ?? [], pendingPatches: [] };
    this.#byText.set(text, watch);
    this.#byId.set(watch.watchId, watch);
    let answer: QueryAnswer;
    try {
      const answered =
        (await preload?.answer) ??
        (await call('data/watch', { query: JSON.parse(text) as Record<string, unknown[]>, watchId }));
      answer = unpackAnswer(answered.text);
    } catch (error) {
      this.#byId.delete(watch.watchId);
      if (this.#byText.get(text) === watch) this.#byText.delete(text);
      throw error;
    }
    const previous = this.client.getQueryData<QueryAnswer>(liveKey(text));
    if (previous) answer = reuseEqualRows(previous, answer);
    addPeopleOfAnswer(answer);
    return answer;
  }

  /**
   * The cache stores an answer some microtasks after `watch` has returned it. A patch that is applied in between has no
   * effect and is lost.
   */
  #applyEarlyPatches(text: string): void {
    const watch = this.#byText.get(text);
    if (!watch || watch.revision !== null) return;
    watch.revision = 0;
    for (const event of watch.earlyPatches.splice(0)) this.#patched(event);
  }

  reset(): void {
    for (const watch of [...this.#byId.values()]) this.#end(watch.text);
    void this.client.resetQueries();
  }

  /** After a restart of the worker thread, components show the old answers until the new ones arrive. */
  #watchAgain(): void {
    this.client.removeQueries({ queryKey: ['live'], type: 'inactive' });
    void this.client.refetchQueries({ queryKey: ['live'], type: 'active' });
  }

  #patched(event: PatchEvent): void {
    const watch = this.#byId.get(event.watchId);
    if (!watch) return;
    if (watch.revision === null) {
      watch.earlyPatches.push(event);
      return;
    }
    if (event.base !== watch.revision) {
      // A patch is missing because the worker thread was restarted, so the whole answer must be read again.
      void this.client.refetchQueries({ queryKey: liveKey(watch.text), exact: true });
      return;
    }
    watch.revision = event.base + 1;
    const patch = unpackPatch(event.text);
    if (patch.set.user) addPeopleOfAnswer(patch.set);
    const query = this.client.getQueryCache().find({ queryKey: liveKey(watch.text) });
    if (query?.isActive() === false) this.#applyLater(watch, patch);
    // A component can start to show the answer before the older, pending patches are applied.
    else this.#apply(watch, [...watch.pendingPatches.splice(0), patch]);
  }

  #apply({ text }: Watch, patches: readonly WatchPatch[]): void {
    this.client.setQueryData<QueryAnswer>(liveKey(text), (answer) => answer && patches.reduce(applyPatch, answer));
  }

  /** Waits until the page is idle, so that visible answers come first. */
  #applyLater(watch: Watch, patch: WatchPatch): void {
    watch.pendingPatches.push(patch);
    if (watch.pendingPatches.length > 1) return;
    whenIdle(() => this.#applyPending(watch));
  }

  /** Returns false if no patches waited. */
  #applyPending(watch: Watch): boolean {
    const patches = watch.pendingPatches.splice(0);
    if (patches.length === 0 || this.#byText.get(watch.text) !== watch) return false;
    this.#apply(watch, patches);
    return true;
  }

  /** Returns false if no patches waited. */
  applyPending(text: string): boolean {
    const watch = this.#byText.get(text);
    return watch !== undefined && this.#applyPending(watch);
  }

  #end(text: string): void {
    const watch = this.#byText.get(text);
    if (!watch) return;
    this.#byText.delete(text);
    this.#byId.delete(watch.watchId);
    // Ignores a failure: after a restart, the worker thread does not know the watch.
    bridge().call('data/unwatch', { watchId: watch.watchId });
  }
}

let liveAnswersOfWindow: LiveQueryWatches | null = null;

/** Called once, before anything is rendered. */
export function createQueryClient(): QueryClient {
  // Notifies components in the event-loop task in which an answer arrives. By default, TanStack Query notifies them by
  // a timer, up to a frame later.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Patches keep the answers up to date, and patch.ts reuses the objects of unchanged rows.
        staleTime: Number.POSITIVE_INFINITY,
        structuralSharing: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // In ms. An unused answer is dropped after this time, because its watch costs the replica work at every change.
        gcTime: 60_000,
        retry: (count, error) =>
          count < 2 && !(error instanceof FailureError && ['rejected', 'scope'].includes(error.failure.kind)),
        retryDelay: 300,
      },
      mutations: { networkMode: 'always' },
    },
  });
  liveAnswersOfWindow = new LiveQueryWatches(client);
  return client;
}

/** If the preloaded answers arrive within this time, the first render already shows data. */
const preloadTimeoutMs = 100;

export function fillCacheFromPreloadedWatches(): Promise<unknown> {
  const { client } = liveAnswers();
  const all = preloadedQueryTexts().map((text) => client.prefetchQuery(watchOptions(text)));
  return Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs))]);
}

const idleTimeoutMs = 500;
const whenIdle = (work: () => void): (() => void) => {
  const waiting = requestIdleCallback(work, { timeout: idleTimeoutMs });
  return () => cancelIdleCallback(waiting);
};

/** Most queries are constants, so a render usually need not make the text again. */
const textsByQuery = new WeakMap<object, string>();
function queryTextOf(query: object): string {
  let text = textsByQuery.get(query);
  if (text === undefined) {
    text = JSON.stringify(query);
    textsByQuery.set(query, text);
  }
  return text;
}

const liveAnswers = (): LiveQueryWatches => {
  if (!liveAnswersOfWindow) throw new Error('createQueryClient() was not called');
  return liveAnswersOfWindow;
};

/** Applies patches that wait for an idle page before the component is painted with the older answers. */
function useAppliedPatches(texts: readonly string[]): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // The text of a query is JSON, which has no line breaks.
  const joined = texts.join('\n');
  useLayoutEffect(() => {
    const applied = joined.split('\n').filter((text) => liveAnswers().applyPending(text));
    if (applied.length > 0) renderAgain();
  }, [joined]);
}

type LiveQueryResult<Q> = UseQueryResult<QueryAnswerTo<Q>, Error>;

/**
 * Rows that do not change keep their object identity. With `keepsPrevious`, the answer to the previous query is
 * returned until the new answer arrives. `endsWhenUnused` suits queries that change with each typed letter.
 */
export function useLiveQuery<const Q>(
  query: TypedQuery<Q>,
  options: { enabled?: boolean; keepsPrevious?: boolean; endsWhenUnused?: boolean } = {},
): LiveQueryResult<Q> {
  const text = queryTextOf(query);
  useAppliedPatches([text]);
  const { enabled = true, keepsPrevious = false, endsWhenUnused = false } = options;
  const result = useQuery<QueryAnswer, Error>({
    ...watchOptions(text),
    enabled,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(endsWhenUnused ? { gcTime: 0 } : {}),
  });
  // TanStack Query has one type for the answers to all queries, so the type of this answer is taken from the query.
  return result as unknown as LiveQueryResult<Q>;
}

interface LiveParts<Q> {
  /** The answers that have arrived, in order. The array stays the same while no answer changes. */
  readonly answers: readonly QueryAnswerTo<Q>[];
  readonly error: Error | null;
}

/**
 * Each query waits until the earlier ones are answered and the page is idle. When `queries` changes, keeps the old
 * answer to the first query until the new one arrives.
 */
export function useLiveQueries<const Q>(queries: readonly TypedQuery<Q>[]): LiveParts<Q> {
  const all = queries.map(queryTextOf);
  const [asked, setAsked] = useState({ first: all[0], count: 1 });
  const count = asked.first === all[0] ? asked.count : 1;
  useAppliedPatches(all.slice(0, count));
  const results = useQueries({
    queries: all.map((text, index) => ({
      ...watchOptions(text),
      enabled: index < count,
      ...(index === 0 ? { placeholderData: keepPreviousData } : {}),
    })),
  });
  const haveArrived = results.slice(0, count).every(({ data, isPlaceholderData }) => data && !isPlaceholderData);
  const [first, isMore] = [all[0], count < all.length];
  useEffect(() => {
    return haveArrived && isMore ? whenIdle(() => setAsked({ first, count: count + 1 })) : undefined;
  }, [haveArrived, isMore, first, count]);
  const answers = results.flatMap(({ data }) => data ?? []);
  const [kept, keep] = useState(answers);
  const isSame = answers.length === kept.length && answers.every((answer, index) => answer === kept[index]);
  if (!isSame) keep(answers);
  return {
    answers: (isSame ? kept : answers) as unknown as readonly QueryAnswerTo<Q>[],
    error: results.find(({ error }) => error)?.error ?? null,
  };
}

/** For code outside React. Undefined if the query is not watched or not answered yet. */
export const currentAnswerOf = <const Q>(query: TypedQuery<Q>): QueryAnswerTo<Q> | undefined =>
  liveAnswersOfWindow?.client.getQueryData(liveKey(queryTextOf(query)));

/** @throws FailureError */
export async function queryOnce<const Q>(query: TypedQuery<Q>): Promise<QueryAnswerTo<Q>> {
  const { text } = await call('data/query', { query: query as unknown as Record<string, unknown[]> });
  return parseAnswer(text) as QueryAnswerTo<Q>;
}

/**
 * Called when the pointer rests on or presses the link to a view, so that the answer arrives earlier than with a watch
 * that starts after the click.
 */
export function prefetchLiveQuery<const Q>(query: TypedQuery<Q>): void {
  // The view sends the query again and shows the failure.
  void liveAnswers().client.prefetchQuery(watchOptions(queryTextOf(query)));
}
