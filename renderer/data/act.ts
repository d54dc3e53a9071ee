/** Acting: one call per thing the person does, with undo and redo of what the interface can take back. */
import { create } from 'zustand';
import type { ActAnswer, Steps } from '../../shared/bridge/index.ts';
import type { ActionName, Params } from '../../shared/contract/index.ts';
import { closeToast, toast } from '../ui/popups/toast.ts';
import { type Label, pastTense } from './action-labels.ts';
import { call, failureOf } from './bridge.ts';
import { sentenceOf } from './failures.ts';

export interface ActStep {
  readonly action: ActionName;
  readonly params: Record<string, unknown>;
}

/** One action with its params checked against the contract at compile time. */
export const step = <A extends ActionName>(action: A, params: Params<A>): ActStep => ({
  action,
  params: params as unknown as Record<string, unknown>,
});

interface Done {
  readonly label: Label;
  /** Steps that take it back; for what is kept on this machine only, a function that answers its own inverse. */
  readonly undo: Steps | Inverse;
}
type Inverse = () => Inverse;

interface UndoStore {
  readonly done: readonly Done[];
  readonly undone: readonly Done[];
}

/** Undoing further back than this is no longer what anyone means. */
const depth = 100;

export const useUndo = create<UndoStore>(() => ({ done: [], undone: [] }));

export interface ActOptions {
  /** Says it in a toast with an Undo button: for what removes or moves things out of sight. */
  readonly announce?: boolean;
  /** False for acts nobody would want to take back by a key. */
  readonly undoable?: boolean;
  /** The caller shows refusals itself. */
  readonly quiet?: boolean;
  /** What follows from it: said in the toast, where it is anything. */
  readonly follows?: Promise<string | null>;
}

/**
 * Carries out the steps as one thing with one label. Refusals that are certain come back at once: they are shown, and the
 * answer is null. What the service refuses later shows in the outbox.
 */
export async function act(
  label: Label,
  steps: readonly ActStep[],
  options: ActOptions = {},
): Promise<ActAnswer | null> {
  if (steps.length === 0) return null;
  return underWay(async () => {
    const answer = await send({ label, steps: steps.map(({ action, params }) => ({ action, params })) }, options.quiet);
    if (!answer) return null;
    void say(label, options, keep(label, answer.undo, options));
    return answer;
  });
}

/** Acts, undos and redos that are not answered yet: an undo or redo right behind one is meant for it. */
const acting = new Set<Promise<unknown>>();
export const isActing = (): boolean => acting.size > 0;

async function underWay<T>(run: () => Promise<T>): Promise<T> {
  const running = run();
  acting.add(running);
  try {
    return await running;
  } finally {
    acting.delete(running);
  }
}

/** Remembers how to take it back; null where there is no way, or none is wanted. */
function keep(label: Label, undo: Steps | null, options: ActOptions): Done | null {
  if (!undo || options.undoable === false) return null;
  const entry = { label, undo };
  useUndo.setState(({ done }) => ({ done: [...done, entry].slice(-depth), undone: [] }));
  return entry;
}

/**
 * Something done on this machine only (a saved view deleted, a text taken back), in the same stack as everything else:
 * `back` takes it back and `again` does it once more. Says it with an Undo button.
 */
export function didHere(label: Label, back: () => void, again: () => void): void {
  const undo = (): Inverse => {
    back();
    return () => {
      again();
      return undo;
    };
  };
  const entry: Done = { label, undo };
  useUndo.setState(({ done }) => ({ done: [...done, entry].slice(-depth), undone: [] }));
  void say(label, { announce: true }, entry);
}

/** Nobody waits for what is said. */
async function say(label: Label, { announce, follows }: ActOptions, entry: Done | null): Promise<void> {
  const detail = (await follows) ?? undefined;
  // The button of what was said before would no longer take back what was done last.
  if (!announce && !detail) closeToast('act');
  else
    toast({
      title: pastTense(label),
      ...(detail ? { detail } : {}),
      id: 'act',
      ...(entry ? { action: buttonOf('undo', entry) } : {}),
    });
}

/**
 * As `act`, where later steps need what the first ones answered (ids of new cards): `next` makes them, again and again until
 * it has none. All of it is one thing to undo. Answers every step's answer so far, null when the first steps were refused.
 */
export function actThen(
  label: Label,
  steps: readonly ActStep[],
  next: (
    answers: readonly Record<string, unknown>[],
    round: number,
  ) => readonly ActStep[] | Promise<readonly ActStep[]>,
  options: ActOptions = {},
): Promise<readonly Record<string, unknown>[] | null> {
  return underWay(() => inRounds(label, steps, next, options));
}

async function inRounds(
  label: Label,
  steps: readonly ActStep[],
  next: Parameters<typeof actThen>[2],
  options: ActOptions,
): Promise<readonly Record<string, unknown>[] | null> {
  const answers: Record<string, unknown>[] = [];
  const undos: Steps['steps'][] = [];
  let whole = true;
  for (let round = 0, wanted = steps; wanted.length > 0; round++, wanted = await next(answers, round)) {
    const answer = await send(
      { label, steps: wanted.map(({ action, params }) => ({ action, params })) },
      options.quiet,
    );
    if (!answer) break;
    answers.push(...answer.answers);
    // What follows is about what the first steps made: taking those back takes it back, where it has no inverse of its own.
    if (answer.undo) undos.unshift(answer.undo.steps);
    else if (round === 0) whole = false;
  }
  if (answers.length === 0) return null;
  // What came last is taken back first.
  const undo = whole && undos.length > 0 ? { label, steps: undos.flat() } : null;
  void say(label, options, keep(label, undo, options));
  return answers;
}

const listeners = new Set<(steps: readonly ActStep[]) => void>();

/** Called with what is about to be sent: to show it, not to change it. */
export function onSend(listener: (steps: readonly ActStep[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function send(steps: Steps, quiet = false): Promise<ActAnswer | null> {
  for (const listener of listeners) listener(steps.steps as readonly ActStep[]);
  try {
    return await call('data/act', steps);
  } catch (error) {
    const failure = failureOf(error);
    if (quiet) throw error;
    toast({ title: sentenceOf(failure), detail: steps.label, tone: 'danger' });
    return null;
  }
}

const ways = {
  undo: { verb: 'Undo', said: 'Undid', from: 'done', to: 'undone', back: 'redo' },
  redo: { verb: 'Redo', said: 'Redid', from: 'undone', to: 'done', back: 'undo' },
} as const;
type Way = keyof typeof ways;

export const undoLast = (): Promise<void> => turn('undo');
export const redoLast = (): Promise<void> => turn('redo');

/**
 * The inverse of an inverse is the act again: the two stacks only trade places. A toast's own button takes back what the
 * toast says, also when more was done since.
 */
async function turn(way: Way, which?: Done): Promise<void> {
  if (!which) while (acting.size > 0) await Promise.allSettled(acting);
  return underWay(() => trade(way, which));
}

async function trade(way: Way, which?: Done): Promise<void> {
  const { from, to, said, back } = ways[way];
  const stack = useUndo.getState()[from];
  const last = which ?? stack.at(-1);
  if (!last || (which && !stack.includes(which))) return;
  useUndo.setState((state) => ({ ...state, [from]: state[from].filter((entry) => entry !== last) }));
  const answer = typeof last.undo === 'function' ? { undo: last.undo() } : await send(last.undo);
  if (!answer) return;
  const entry = answer.undo && { label: last.label, undo: answer.undo };
  if (entry) useUndo.setState((state) => ({ ...state, [to]: [...state[to], entry] }));
  toast({ title: `${said}: ${last.label}`, id: 'act', ...(entry ? { action: buttonOf(back, entry) } : {}) });
}

const buttonOf = (way: Way, entry: Done) => ({ label: ways[way].verb, run: () => void turn(way, entry) });

/** Forgets what could be undone: another workspace is open. */
export const forgetUndo = (): void => useUndo.setState({ done: [], undone: [] });

export const useAct = (): typeof act => act;
