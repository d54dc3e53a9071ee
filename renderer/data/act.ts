/** Sends actions for all views and commands, with the stacks for undo and redo. */
import { create } from 'zustand';
import type { ActAnswer, Steps } from '../../shared/bridge/index.ts';
import type { ActionName, Params } from '../../shared/contract/index.ts';
import { closeToast, toast } from '../ui/popups/toast.ts';
import { type Label, pastTense } from './action-labels.ts';
import { call, failureOf } from './bridge.ts';
import { failureText } from './failures.ts';

export interface ActStep {
  readonly action: ActionName;
  readonly params: Record<string, unknown>;
}

/** One action whose params the compiler checks against the contract. */
export const step = <A extends ActionName>(action: A, params: Params<A>): ActStep => ({
  action,
  params: params as unknown as Record<string, unknown>,
});

interface Done {
  readonly label: Label;
  /** Steps that undo the action. For changes on this computer only, a function that undoes it and returns its own inverse. */
  readonly undo: Steps | Inverse;
  readonly alongside?: Alongside | undefined;
  /** Groups changes on this computer, so that a view can undo its own ones. */
  readonly topic?: string | undefined;
}
type Inverse = () => Inverse;

/** Changes on this computer that belong to an action. Undo and redo make them once the service's part is accepted. */
export interface Alongside {
  /** Returns a sentence for the toast. */
  undo(): string;
  redo(): void;
}

interface UndoStore {
  readonly done: readonly Done[];
  readonly undone: readonly Done[];
}

const maxUndos = 100;

export const useUndo = create<UndoStore>(() => ({ done: [], undone: [] }));

export interface ActOptions {
  /** Shows a toast with an Undo button: for actions that remove rows or move them out of sight. */
  readonly announce?: boolean;
  /** False: the action cannot be undone by Undo. */
  readonly undoable?: boolean;
  /** Throws failures instead of showing them in a toast. */
  readonly quiet?: boolean;
  /** Effects of the action in a sentence, or null; the toast shows them. */
  readonly effects?: Promise<string | null>;
  readonly alongside?: Alongside;
}

/**
 * Sends the steps as one change with one label and one undo. Returns null if the change is refused at once; a toast then
 * shows why. Refusals that arrive later are shown in the outbox.
 */
export async function act(
  label: Label,
  steps: readonly ActStep[],
  options: ActOptions = {},
): Promise<ActAnswer | null> {
  if (steps.length === 0) return null;
  return trackActing(async () => {
    const answer = await send({ label, steps: steps.map(({ action, params }) => ({ action, params })) }, options.quiet);
    if (!answer) return null;
    void announceAct(label, options, pushUndo(label, answer.undo, options));
    return answer;
  });
}

/** Actions, undos and redos without an answer yet. The next undo or redo waits for them, since it is meant for the last one. */
const acting = new Set<Promise<unknown>>();
export const isActing = (): boolean => acting.size > 0;

async function trackActing<T>(run: () => Promise<T>): Promise<T> {
  const running = run();
  acting.add(running);
  try {
    return await running;
  } finally {
    acting.delete(running);
  }
}

/** Puts the change on the undo stack; null if it cannot or must not be undone. */
function pushUndo(label: Label, undo: Steps | null, options: ActOptions): Done | null {
  if (!undo || options.undoable === false) return null;
  const entry = { label, undo, alongside: options.alongside };
  useUndo.setState(({ done }) => ({ done: [...done, entry].slice(-maxUndos), undone: [] }));
  return entry;
}

/**
 * Puts a change that was made on this computer only, such as a deleted saved view, on the undo stack, and shows a toast with
 * an Undo button unless `announce` is false. `back` undoes it, `again` redoes it.
 */
export function recordLocalChange(
  label: Label,
  back: () => void,
  again: () => void,
  { topic, announce = true }: { topic?: string; announce?: boolean } = {},
): void {
  const undo = (): Inverse => {
    back();
    return () => {
      again();
      return undo;
    };
  };
  const entry: Done = { label, undo, topic };
  useUndo.setState(({ done }) => ({ done: [...done, entry].slice(-maxUndos), undone: [] }));
  void announceAct(label, { announce }, entry);
}

/** Shows a toast about the change if there is something to show. */
async function announceAct(label: Label, { announce, effects }: ActOptions, entry: Done | null): Promise<void> {
  const detail = (await effects) ?? undefined;
  // A toast of an earlier change would have an Undo button for the wrong change.
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
 * Like `act`, for changes whose later steps need answers of earlier ones, such as ids of new cards. `next` returns the steps
 * of each further round; an empty list ends the change. There is one undo for all rounds. Returns the answers of all steps
 * so far, or null if the first steps were refused.
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
  return trackActing(() => actInRounds(label, steps, next, options));
}

async function actInRounds(
  label: Label,
  steps: readonly ActStep[],
  next: Parameters<typeof actThen>[2],
  options: ActOptions,
): Promise<readonly Record<string, unknown>[] | null> {
  const answers: Record<string, unknown>[] = [];
  const undos: Steps['steps'][] = [];
  let canUndo = true;
  for (let round = 0, wanted = steps; wanted.length > 0; round++, wanted = await next(answers, round)) {
    const answer = await send(
      { label, steps: wanted.map(({ action, params }) => ({ action, params })) },
      options.quiet,
    );
    if (!answer) break;
    answers.push(...answer.answers);
    // Later rounds change rows that the first one created: undoing the first removes them, so theirs may be missing.
    if (answer.undo) undos.unshift(answer.undo.steps);
    else if (round === 0) canUndo = false;
  }
  if (answers.length === 0) return null;
  // The last round is undone first.
  const undo = canUndo && undos.length > 0 ? { label, steps: undos.flat() } : null;
  void announceAct(label, options, pushUndo(label, undo, options));
  return answers;
}

const listeners = new Set<(steps: readonly ActStep[]) => void>();

/** Calls the listener with steps before they are sent. Returns the function that stops this. */
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
    toast({ title: failureText(failure), detail: steps.label, tone: 'danger' });
    return null;
  }
}

const directions = {
  undo: { verb: 'Undo', pastTense: 'Undid', from: 'done', to: 'undone', back: 'redo' },
  redo: { verb: 'Redo', pastTense: 'Redid', from: 'undone', to: 'done', back: 'undo' },
} as const;
type Direction = keyof typeof directions;

export const undoLast = (): Promise<void> => undoOrRedo('undo');
export const redoLast = (): Promise<void> => undoOrRedo('redo');

/** The last change of a topic that can be undone or redone, with the function that does so; null if there is none. */
export function useLastOf(topic: string, direction: Direction): { readonly label: Label; run(): void } | null {
  const entry = useUndo((state) => state[directions[direction].from].findLast((one) => one.topic === topic));
  return entry ? { label: entry.label, run: () => void undoOrRedo(direction, entry) } : null;
}

/**
 * Undoes or redoes the last change, or the one of a toast's button even if other changes were made since. The inverse of an
 * inverse is the change itself, so an entry moves from one stack to the other.
 */
async function undoOrRedo(direction: Direction, which?: Done): Promise<void> {
  if (!which) while (acting.size > 0) await Promise.allSettled(acting);
  return trackActing(() => moveEntry(direction, which));
}

async function moveEntry(direction: Direction, which?: Done): Promise<void> {
  const { from, to, pastTense: verb, back } = directions[direction];
  const stack = useUndo.getState()[from];
  const last = which ?? stack.at(-1);
  if (!last || (which && !stack.includes(which))) return;
  useUndo.setState((state) => ({ ...state, [from]: state[from].filter((entry) => entry !== last) }));
  const answer = typeof last.undo === 'function' ? { undo: last.undo() } : await send(last.undo);
  if (!answer) return;
  const detail = direction === 'undo' ? last.alongside?.undo() : last.alongside?.redo();
  const entry = answer.undo && { ...last, undo: answer.undo };
  if (entry) useUndo.setState((state) => ({ ...state, [to]: [...state[to], entry] }));
  toast({
    title: `${verb}: ${last.label}`,
    ...(detail ? { detail } : {}),
    id: 'act',
    ...(entry ? { action: buttonOf(back, entry) } : {}),
  });
}

const buttonOf = (direction: Direction, entry: Done) => ({
  label: directions[direction].verb,
  run: () => void undoOrRedo(direction, entry),
});

/** Removes the changes of a topic from both stacks, because what they changed is gone. */
export const forgetTopic = (topic: string): void =>
  useUndo.setState(({ done, undone }) => ({
    done: done.filter((entry) => entry.topic !== topic),
    undone: undone.filter((entry) => entry.topic !== topic),
  }));

/** Empties both stacks, because another workspace is open. */
export const forgetUndo = (): void => useUndo.setState({ done: [], undone: [] });
