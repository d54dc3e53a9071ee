/**
 * Sends the first requests before the rest of the code is loaded. `live.ts` and `app-state.ts` take the answers;
 * answers that no code takes are dropped.
 */
import type { BridgeEvents, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';

type PatchEvent = BridgeEvents['data/patch'];

interface PreloadedWatch {
  readonly watchId: string;
  /** Null if the request failed; `live.ts` then sends it again. */
  readonly answer: Promise<CommandAnswer<'data/watch'> | null>;
  /** Arrived so far. */
  readonly patches: PatchEvent[];
}

type PreloadedCommand = Extract<CommandName, 'settings/get' | 'workspace/current' | 'app/filesKey'>;

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

/** Runs before `live.ts` is loaded. */
export function startLiveQueryEarly(query: object): void {
  if (watchCount === 0) listen();
  const watchId = `e${++watchCount}`;
  const answer = bridge()
    .call('data/watch', { query: query as Record<string, unknown[]>, watchId })
    .then((outcome) => (outcome.ok ? outcome.value : null));
  watches.set(JSON.stringify(query), { watchId, answer, patches: [] });
  if (watches.size === 1) setTimeout(drop, dropAfterMs);
}

/** Removes the watch; undefined if there is none. The caller must handle later patches. */
export function takePreloadedWatch(queryText: string): PreloadedWatch | undefined {
  const watch = watches.get(queryText);
  watches.delete(queryText);
  return watch;
}

/** Without the watches that are already taken. */
export const preloadedQueryTexts = (): readonly string[] => [...watches.keys()];

export function preloadCommandAnswer<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> {
  const answer = bridge().call(command, {} as CommandParams<C>);
  answers.set(command, answer);
  return answer;
}

/** Removes the answer. If the command was not preloaded, sends it now. */
export function takePreloadedAnswerOrCall<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> {
  const answer = answers.get(command) as Promise<Outcome<CommandAnswer<C>>> | undefined;
  answers.delete(command);
  return answer ?? bridge().call(command, {} as CommandParams<C>);
}
