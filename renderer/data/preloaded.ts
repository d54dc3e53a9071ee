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

class Preloads {
  readonly #watches = new Map<string, PreloadedWatch>();
  readonly #answers = new Map<PreloadedCommand, Promise<Outcome<unknown>>>();
  #watchCount = 0;

  startWatch(query: object): void {
    if (this.#watchCount === 0) this.#listen();
    const watchId = `e${++this.#watchCount}`;
    const answer = bridge()
      .call('data/watch', { query: query as Record<string, unknown[]>, watchId })
      .then((outcome) => (outcome.ok ? outcome.value : null));
    this.#watches.set(JSON.stringify(query), { watchId, answer, patches: [] });
    if (this.#watches.size === 1) setTimeout(this.#drop, dropAfterMs);
  }

  takeWatch(text: string): PreloadedWatch | undefined {
    const watch = this.#watches.get(text);
    this.#watches.delete(text);
    return watch;
  }

  texts(): readonly string[] {
    return [...this.#watches.keys()];
  }

  sendCommand<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> {
    const answer = bridge().call(command, {} as CommandParams<C>);
    this.#answers.set(command, answer);
    return answer;
  }

  takeAnswer<C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> | undefined {
    const answer = this.#answers.get(command) as Promise<Outcome<CommandAnswer<C>>> | undefined;
    this.#answers.delete(command);
    return answer;
  }

  #listen(): void {
    bridge().on('data/patch', (event) => {
      for (const { watchId, patches } of this.#watches.values()) if (watchId === event.watchId) patches.push(event);
    });
    // When another workspace is opened, the preloaded answers belong to the previous workspace.
    bridge().on('workspace/changed', this.#drop);
  }

  readonly #drop = (): void => {
    for (const { watchId } of this.#watches.values()) void bridge().call('data/unwatch', { watchId });
    this.#watches.clear();
    this.#answers.clear();
  };
}

const preloads = new Preloads();

/** Starts a watch for a query, before `live.ts` is loaded. */
export const startLiveQueryEarly = (query: object): void => preloads.startWatch(query);

/**
 * Returns and removes the preloaded watch of a query; undefined if there is none. The caller must handle later patches.
 */
export const takePreloadedWatch = (queryText: string): PreloadedWatch | undefined => preloads.takeWatch(queryText);

/** Returns the texts of the preloaded queries whose watches no code has taken yet. */
export const preloadedQueryTexts = (): readonly string[] => preloads.texts();

/** Sends a command and stores its answer for `takePreloadedAnswerOrCall`. */
export const preloadCommandAnswer = <C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> =>
  preloads.sendCommand(command);

/** Returns and removes the preloaded answer to a command. If the command was not preloaded, sends it now. */
export const takePreloadedAnswerOrCall = <C extends PreloadedCommand>(command: C): Promise<Outcome<CommandAnswer<C>>> =>
  preloads.takeAnswer(command) ?? bridge().call(command, {} as CommandParams<C>);
