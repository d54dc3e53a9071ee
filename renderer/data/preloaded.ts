/**
 * Sends the first requests of a window before the rest of its code is loaded, since loading takes longer than
 * answering. `live.ts` and `app-state.ts` use the answers; unused ones are dropped.
 */
import type { BridgeEvents, CommandAnswer, CommandName, CommandParams } from '../../shared/bridge/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';

type PatchEvent = BridgeEvents['data/patch'];

interface PreloadedWatch {
  readonly watchId: string;
  /** Null if the request failed; it is then sent again. */
  readonly answer: Promise<CommandAnswer<'data/watch'> | null>;
  /** Patches to the answer that have arrived since. */
  readonly patches: PatchEvent[];
}

type PreloadedCommand = Extract<CommandName, 'settings/get' | 'workspace/current'>;

/** Unused answers are dropped after this time. */
const timeoutMs = 10_000;

class Preloads {
  readonly #watches = new Map<string, PreloadedWatch>();
  readonly #answers = new Map<PreloadedCommand, Promise<Outcome<unknown>>>();
  #watchCount = 0;

  watch(query: object): void {
    if (this.#watchCount === 0) this.#listen();
    const watchId = `e${++this.#watchCount}`;
    const answer = bridge()
      .call('data/watch', { query: query as Record<string, unknown[]>, watchId })
      .then((outcome) => (outcome.ok ? outcome.value : null));
    this.#watches.set(JSON.stringify(query), { watchId, answer, patches: [] });
    if (this.#watches.size === 1) setTimeout(this.#drop, timeoutMs);
  }

  take(text: string): PreloadedWatch | undefined {
    const watch = this.#watches.get(text);
    this.#watches.delete(text);
    return watch;
  }

  texts(): readonly string[] {
    return [...this.#watches.keys()];
  }

  ask<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> {
    const answer = bridge().call(command, {} as CommandParams<C>);
    this.#answers.set(command, answer);
    return answer;
  }

  applyAnswer<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> | undefined {
    const answer = this.#answers.get(command) as Promise<Outcome<CommandAnswer<C>>> | undefined;
    this.#answers.delete(command);
    return answer;
  }

  #listen(): void {
    bridge().on('data/patch', (event) => {
      for (const { watchId, patches } of this.#watches.values()) if (watchId === event.watchId) patches.push(event);
    });
    // The answers are about the workspace that was open before.
    bridge().on('workspace/changed', this.#drop);
  }

  readonly #drop = (): void => {
    for (const { watchId } of this.#watches.values()) void bridge().call('data/unwatch', { watchId });
    this.#watches.clear();
    this.#answers.clear();
  };
}

const preloads = new Preloads();

/** Starts to watch a query. */
export const preloadWatch = (query: object): void => preloads.watch(query);

/** The preloaded watch of a query, or undefined. The caller handles its patches from then on. */
export const consumePreload = (text: string): PreloadedWatch | undefined => preloads.take(text);

/** Texts of the preloaded queries that nothing has used yet. */
export const preloadedTexts = (): readonly string[] => preloads.texts();

/** Sends a command and keeps its answer for `commandAnswer`. */
export const preloadCommand = <C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> =>
  preloads.ask(command);

/** The preloaded answer to a command; sends the command if there is none. */
export const commandAnswer = <C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> =>
  preloads.applyAnswer(command) ?? bridge().call(command, {} as CommandParams<C>);
