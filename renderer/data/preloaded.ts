/**
 * Sends the first requests of a window before the rest of its code is loaded, so that the answers arrive earlier.
 * `live.ts` and `app-state.ts` take the answers. Answers that no code takes are dropped.
 */
import type { BridgeEvents, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';

type PatchEvent = BridgeEvents['data/patch'];

interface PreloadedWatch {
  readonly watchId: string;
  /** Resolves to null if the request failed; `live.ts` then sends it again. */
  readonly answer: Promise<CommandAnswer<'data/watch'> | null>;
  /** Patches to the answer that have arrived so far. */
  readonly patches: PatchEvent[];
}

type PreloadedCommand = Extract<CommandName, 'settings/get' | 'workspace/current' | 'app/filesKey'>;

/** Time after which answers that no code has taken are dropped. */
const dropAfterMs = 10_000;

const watches = new Map<string, PreloadedWatch>();
const answers = new Map<PreloadedCommand, Promise<Outcome<unknown>>>();
let watchCount = 0;

function drop(): void {
  for (const { watchId } of watches.values()) void bridge().call('data/unwatch', { watchId });
  watches.clear();
  answers.clear();
}

function listen(): void {
  bridge().on('data/patch', (event) => {
    for (const { watchId, patches } of watches.values()) if (watchId === event.watchId) patches.push(event);
  });
  // When another workspace is opened, the preloaded answers belong to the previous workspace.
  bridge().on('workspace/changed', drop);
}

/** Starts a watch for a query, before `live.ts` is loaded. */
export function startLiveQueryEarly(query: object): void {
  if (watchCount === 0) listen();
  const watchId = `e${++watchCount}`;
  const answer = bridge()
    .call('data/watch', { query: query as Record<string, unknown[]>, watchId })
    .then((outcome) => (outcome.ok ? outcome.value : null));
  watches.set(JSON.stringify(query), { watchId, answer, patches: [] });
  if (watches.size === 1) setTimeout(drop, dropAfterMs);
}

/**
 * Returns and removes the preloaded watch of a query; undefined if there is none. The caller must handle later patches.
 */
export function takePreloadedWatch(queryText: string): PreloadedWatch | undefined {
  const watch = watches.get(queryText);
  watches.delete(queryText);
  return watch;
}

/** Returns the texts of the preloaded queries whose watches no code has taken yet. */
export const preloadedQueryTexts = (): readonly string[] => [...watches.keys()];

/** Sends a command and stores its answer for `takePreloadedAnswerOrCall`. */
export function preloadCommandAnswer<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> {
  const answer = bridge().call(command, {} as CommandParams<C>);
  answers.set(command, answer);
  return answer;
}

/** Returns and removes the preloaded answer to a command. If the command was not preloaded, sends it now. */
export function takePreloadedAnswerOrCall<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> {
  const answer = answers.get(command) as Promise<Outcome<CommandAnswer<C>>> | undefined;
  answers.delete(command);
  return answer ?? bridge().call(command, {} as CommandParams<C>);
}
