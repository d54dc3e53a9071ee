/**
 * Questions asked before the code that shows their answers has been read: reading it takes longer than answering them.
 * Whoever asks the same later takes the answer over; what nobody takes is let go.
 */
import type { BridgeEvents, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';

type PatchEvent = BridgeEvents['data/patch'];

export interface EarlyWatch {
  readonly watchId: string;
  /** Null: it failed, and is to be asked again. */
  readonly answer: Promise<CommandAnswer<'data/watch'> | null>;
  /** Patches that came meanwhile. */
  readonly patches: PatchEvent[];
}

type Plain = Extract<CommandName, 'settings/get' | 'workspace/current'>;

/** ms after which an answer that nobody took is let go. */
const patience = 10_000;

const watches = new Map<string, EarlyWatch>();
const answers = new Map<Plain, Promise<Outcome<unknown>>>();
let isHeard = false;
let last = 0;

function listen(): void {
  if (isHeard) return;
  isHeard = true;
  bridge().on('data/patch', (event) => {
    for (const { watchId, patches } of watches.values()) if (watchId === event.watchId) patches.push(event);
  });
  // Another workspace: what was asked of the one before holds no longer.
  bridge().on('workspace/changed', forget);
}

function forget(): void {
  for (const { watchId } of watches.values()) void bridge().call('data/unwatch', { watchId });
  watches.clear();
  answers.clear();
}

export function watchEarly(query: object): void {
  listen();
  const text = JSON.stringify(query);
  const watchId = `e${++last}`;
  const answer = bridge()
    .call('data/watch', { query: query as Record<string, unknown[]>, watchId })
    .then((outcome) => (outcome.ok ? outcome.value : null));
  watches.set(text, { watchId, answer, patches: [] });
  if (watches.size === 1) setTimeout(forget, patience);
}

/** The watch of a query, if it was begun early; its patches are the taker's from now on. */
export function consumePreload(text: string): EarlyWatch | undefined {
  const watch = watches.get(text);
  watches.delete(text);
  return watch;
}

/** Texts of the queries that wait to be taken over. */
export const begunEarly = (): readonly string[] => [...watches.keys()];

export function askEarly<C extends Plain>(command: C): Promise<Outcome<CommandAnswer<C>>> {
  const answer = bridge().call(command, {} as CommandParams<C>);
  answers.set(command, answer);
  return answer;
}

/** The answer to a command, asked early or now. */
export function askedOnce<C extends Plain>(command: C): Promise<Outcome<CommandAnswer<C>>> {
  const early = answers.get(command) as Promise<Outcome<CommandAnswer<C>>> | undefined;
  answers.delete(command);
  return early ?? bridge().call(command, {} as CommandParams<C>);
}
