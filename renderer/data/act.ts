/** Sends the actions of all views and commands, and keeps the undo and redo stacks. */
import { create } from 'zustand';
import type { ActAnswer, LabelledActionSteps } from '../../shared/bridge/index.ts';
import { withoutUnstorable } from '../../shared/contract/check.ts';
import { type ActionName, type Failure, noUndoTextOf, type Params } from '../../shared/contract/index.ts';
import { closeToast, type ToastMessage, toast } from '../ui/popups/toast.ts';
import { type ActionLabel, labelInPastTense } from './action-labels.ts';
import { call, failureOf, failureText } from './bridge.ts';
import { remappedRowId } from './id-remap.ts';
import { useSelection } from './selection.ts';

export interface ActStep {
  readonly action: ActionName;
  readonly params: Record<string, unknown>;
  /** See `actionStepSchema` in shared/bridge. */
  readonly base?: Record<string, unknown>;
}

/**
 * @param seen the row as this window shows it, if a param is a text, list or record that was computed from the row. The
 * change is then applied to the newest row, so that quick clicks do not undo each other.
 */
export function actStep<A extends ActionName>(action: A, params: Params<A>, seen?: object): ActStep {
  const step: ActStep = { action, params: params as unknown as Record<string, unknown> };
  if (!seen) return step;
  const names = Object.keys(step.params).filter((name) => Object.hasOwn(seen, name));
  return { ...step, base: Object.fromEntries(names.map((name) => [name, (seen as Record<string, unknown>)[name]])) };
}

interface UndoEntry {
  readonly label: ActionLabel;
  /**
   * Steps to send or, for a change on this computer only, a function; it returns the function that redoes the change.
   * `said` is the sentence for a change that cannot be undone. It is said once, so that asking to undo such a change
   * does not undo an older one, and asking again does.
   */
  readonly undo: LabelledActionSteps | LocalUndo | { readonly said: string };
  readonly localChange?: LocalUndoAndRedo | undefined;
  /** By `performance.now()`. */
  readonly madeAtMs: number;
  /** Group of changes, such as those of the run plan: a view can undo only the changes of its group. */
  readonly group?: string | undefined;
}
type LocalUndo = () => LocalUndo;

/** Changes on this computer that are undone or redone after the action to which they belong. */
export interface LocalUndoAndRedo {
  /** Returns a sentence for the toast. */
  undo(): string;
  redo(): void;
}

interface UndoStore {
  readonly done: readonly UndoEntry[];
  readonly undone: readonly UndoEntry[];
}

const maxUndos = 100;

/**
 * If the number changes before an action is answered, the answer belongs to the earlier workspace, and its undo steps
 * are dropped.
 */
let workspaceSwitchCount = 0;

export const useUndoStacks = create<UndoStore>(() => ({ done: [], undone: [] }));

export interface ActOptions {
  /** If true, shows a toast with an Undo button. Set it for actions that remove rows or move rows out of sight. */
  readonly showsToast?: boolean;
  /** For the toast's button *Show*. */
  readonly show?: () => void;
  readonly undoable?: boolean;
  /** If true, throws failures instead of showing them in a toast. */
  readonly throwsFailures?: boolean;
  /** A sentence for the toast about the effects of the action; null if there are none. */
  readonly effects?: Promise<string | null>;
  readonly localChange?: LocalUndoAndRedo;
}

/**
 * One change with one undo step. Returns null if there are no steps, and if the change fails at once; a toast then
 * shows the reason (see `throwsFailures`). If the service refuses the change later, the outbox shows the refusal.
 */
export async function act(
  label: ActionLabel,
  steps: readonly ActStep[],
  options: ActOptions = {},
): Promise<ActAnswer | null> {
  if (steps.length === 0) return null;
  const switchCountAtSend = workspaceSwitchCount;
  return trackPendingAct(async () => {
    const answer = await sendSteps(label, steps, options.throwsFailures);
    if (!answer) return null;
    void showActToast(label, options, pushUndo(label, { ...answer, steps }, options, switchCountAtSend));
    return answer;
  });
}

/** The next undo or redo waits for these answers, because one of them can be the change to undo or redo. */
const pendingActs = new Set<Promise<unknown>>();
export const hasPendingActs = (): boolean => pendingActs.size > 0;

async function trackPendingAct<T>(run: () => Promise<T>): Promise<T> {
  const running = run();
  pendingActs.add(running);
  try {
    return await running;
  } finally {
    pendingActs.delete(running);
  }
}

/**
 * Returns null if the change has no undo, if `undoable` is false, or if another workspace was opened since the change
 * was sent. If the change is final, the sentence of its first action that has one goes onto the stack.
 */
function pushUndo(
  label: ActionLabel,
  { undo, isFinal, steps }: Pick<ActAnswer, 'undo' | 'isFinal'> & { readonly steps: readonly ActStep[] },
  options: ActOptions,
  switchCountAtSend: number,
): UndoEntry | null {
  if (options.undoable === false || switchCountAtSend !== workspaceSwitchCount) return null;
  if (undo) return pushEntry({ label, undo, localChange: options.localChange });
  if (isFinal) pushFinalChange(label, steps.map(({ action }) => noUndoTextOf(action)).find(Boolean));
  return null;
}

/** Returns the function that removes the entry, for a change that fails afterwards. */
export function pushFinalChange(
  label: ActionLabel,
  said = `“${labelInPastTense(label)}” cannot be undone.`,
): () => void {
  const entry = pushEntry({ label, undo: { said } });
  return () => useUndoStacks.setState(({ done }) => ({ done: done.filter((other) => other !== entry) }));
}

function pushEntry(change: Omit<UndoEntry, 'madeAtMs'>): UndoEntry {
  const entry = { ...change, madeAtMs: performance.now() };
  useUndoStacks.setState(({ done }) => ({ done: [...done, entry].slice(-maxUndos), undone: [] }));
  return entry;
}

/**
 * For a change on this computer only, such as a deleted saved view. Shows a toast with an Undo button, unless
 * `showsToast` is false. `back` undoes the change, `again` redoes it.
 */
export function addLocalChangeToUndoStack(
  label: ActionLabel,
  back: () => void,
  again: () => void,
  { group, showsToast = true }: { group?: string; showsToast?: boolean } = {},
): void {
  const undo = (): LocalUndo => {
    back();
    return () => {
      again();
      return undo;
    };
  };
  void showActToast(label, { showsToast }, pushEntry({ label, undo, group }));
}

async function showActToast(
  label: ActionLabel,
  { showsToast, show, effects }: ActOptions,
  entry: UndoEntry | null,
): Promise<void> {
  const detail = (await effects) ?? undefined;
  if (showsToast || detail)
    showToastWithButton(labelInPastTense(label), detail, 'undo', entry, show && { label: 'Show', run: show });
  // Closes the toast of the earlier change. Otherwise the Undo button of that toast seems to belong to this change.
  else if (!entry || shownToast?.entry !== entry) closeToast('act');
}

/** A toast about the same change keeps both parts: the effects and the button *Show* come in any order. */
let shownToast: (Pick<ToastMessage, 'detail' | 'otherAction'> & { readonly entry: UndoEntry }) | undefined;

function showToastWithButton(
  title: string,
  detail: string | undefined,
  direction: Direction,
  entry: UndoEntry | null | undefined,
  otherAction?: ToastMessage['otherAction'],
): void {
  const { verb: label } = undoDirections[direction];
  const before = shownToast?.entry === entry ? shownToast : undefined;
  const parts = { detail: detail ?? before?.detail, otherAction: otherAction ?? before?.otherAction };
  shownToast = entry ? { ...parts, entry } : undefined;
  toast({
    ...parts,
    title,
    id: 'act',
    action: entry ? { label, run: () => void undoOrRedo(direction, entry) } : undefined,
  });
}

/** A change counts as made just now for this time in ms: its effect on a board follows within some frames. */
const justNowMs = 1_500;

/** Waits until the pending changes are answered; null if there is no such change. */
export async function changeMadeJustNow(rowId: string): Promise<UndoEntry | null> {
  await Promise.allSettled(pendingActs);
  const entry = useUndoStacks.getState().done.at(-1);
  const isOfRow = entry && 'steps' in entry.undo && JSON.stringify(entry.undo.steps).includes(`"${rowId}"`);
  return isOfRow && performance.now() - entry.madeAtMs < justNowMs ? entry : null;
}

/** For a change that took a card out of sight. */
export const showToastOfChange = (entry: UndoEntry, show: () => void): void =>
  showToastWithButton(labelInPastTense(entry.label), undefined, 'undo', entry, { label: 'Show', run: show });

/**
 * Sends a change in rounds. Steps of a later round need answers to earlier steps, such as the ids of new cards. `next`
 * returns the steps of a further round; an empty list ends the change. One undo step covers all rounds. Returns the
 * answers to all accepted steps, or null if the first round was refused.
 */
export function actWithFollowUpSteps(
  label: ActionLabel,
  steps: readonly ActStep[],
  next: (
    answers: readonly Record<string, unknown>[],
    round: number,
  ) => readonly ActStep[] | Promise<readonly ActStep[]>,
  options: ActOptions = {},
): Promise<readonly Record<string, unknown>[] | null> {
  return trackPendingAct(async () => {
    const answers: Record<string, unknown>[] = [];
    const undos: LabelledActionSteps['steps'][] = [];
    const switchCountAtSend = workspaceSwitchCount;
    let canUndo = true;
    for (let round = 0, wanted = steps; wanted.length > 0; round++, wanted = await next(answers, round)) {
      // The remaining steps must not be sent to another workspace.
      if (switchCountAtSend !== workspaceSwitchCount) break;
      const answer = await sendSteps(label, wanted, options.throwsFailures);
      if (!answer) break;
      answers.push(...answer.answers);
      // The whole change can be undone even if a later round has no undo. Undoing the first round removes the rows that
      // the first round created, and with them the changes of later rounds.
      if (answer.undo) undos.unshift(answer.undo.steps);
      else if (round === 0) canUndo = false;
    }
    if (answers.length === 0) return null;
    // The last round comes first, because rounds are undone in reverse order.
    const undo = canUndo && undos.length > 0 ? { label, steps: undos.flat() } : null;
    const entry = pushUndo(label, { undo, isFinal: !undo, steps }, options, switchCountAtSend);
    void showActToast(label, options, entry);
    return answers;
  });
}

const sendListeners = new Set<(steps: readonly ActStep[]) => void>();

/** Calls the listener before each change is sent. Returns the function that removes the listener. */
export function onBeforeActStepsSent(listener: (steps: readonly ActStep[]) => void): () => void {
  sendListeners.add(listener);
  return () => sendListeners.delete(listener);
}

async function sendSteps(label: string, steps: readonly ActStep[], throwsFailures = false): Promise<ActAnswer | null> {
  for (const listener of sendListeners) listener(steps);
  try {
    return await call('data/act', {
      label,
      steps: steps.map(({ action, params, base }) => ({
        action,
        params: storable(params) as Record<string, unknown>,
        ...(base && { base }),
      })),
    });
  } catch (error) {
    if (throwsFailures) throw error;
    showFailure(failureOf(error), label);
    return null;
  }
}

/** Removes characters that no service stores, and says so in a toast. They come with pasted text and are not drawn. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = withoutUnstorable(value);
    if (text !== value) toast({ title: 'Left out a character that cannot be stored', id: 'unstorable' });
    return text;
  }
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, storable(item)]));
}

function showFailure(failure: Failure, label: string): void {
  toast({ title: failureText(failure), detail: label, tone: 'danger' });
}

const undoDirections = {
  undo: { verb: 'Undo', pastTense: 'Undid', from: 'done', to: 'undone', back: 'redo' },
  redo: { verb: 'Redo', pastTense: 'Redid', from: 'undone', to: 'done', back: 'undo' },
} as const;
type Direction = keyof typeof undoDirections;

export const undoLastChange = (): Promise<void> => undoOrRedo('undo');
export const redoLastChange = (): Promise<void> => undoOrRedo('redo');

/** Null if that stack has no change of the group. */
export function useUndoOrRedoOfGroup(
  group: string,
  direction: Direction,
): { readonly label: ActionLabel; run(): void } | null {
  const entry = useUndoStacks((state) => state[undoDirections[direction].from].findLast((one) => one.group === group));
  return entry ? { label: entry.label, run: () => void undoOrRedo(direction, entry) } : null;
}

/**
 * With `certainEntry`, undoes or redoes this change, even if others followed it; else the last one. The entry then
 * moves to the other stack, with the steps that reverse the undo or redo.
 */
async function undoOrRedo(direction: Direction, certainEntry?: UndoEntry): Promise<void> {
  if (!certainEntry) while (pendingActs.size > 0) await Promise.allSettled(pendingActs);
  return trackPendingAct(() => moveUndoEntry(direction, certainEntry));
}

/** Null if no step names a card. */
function firstCardIdIn(steps: LabelledActionSteps['steps']): string | null {
  const ids = steps.flatMap(({ action, params: { id, ids: several, cardId, cardIds, draggedCardIds } }) =>
    [action.startsWith('cards/') && [id, several].flat(), cardId, draggedCardIds ?? cardIds].flat(2),
  );
  const first = ids.find((id) => typeof id === 'string');
  return first === undefined ? null : remappedRowId(first);
}

async function moveUndoEntry(direction: Direction, certainEntry?: UndoEntry): Promise<void> {
  const { from, to, pastTense: verb, back } = undoDirections[direction];
  const stack = useUndoStacks.getState()[from];
  const last = certainEntry ?? stack.at(-1);
  if (!last || (certainEntry && !stack.includes(certainEntry))) return;
  const index = stack.indexOf(last);
  const switchCountAtSend = workspaceSwitchCount;
  useUndoStacks.setState((state) => ({ ...state, [from]: state[from].filter((entry) => entry !== last) }));
  if ('said' in last.undo) {
    toast({ title: last.undo.said, id: 'act' });
    return;
  }
  if (direction === 'undo' && 'steps' in last.undo)
    useSelection.setState({ returning: firstCardIdIn(last.undo.steps) });
  let undo: UndoEntry['undo'] | null | undefined;
  try {
    undo =
      typeof last.undo === 'function'
        ? last.undo()
        : (await sendSteps(last.undo.label, last.undo.steps as readonly ActStep[], true))?.undo;
  } catch (error) {
    const failure = failureOf(error);
    showFailure(failure, last.label);
    // Here, a failure of kind `conflict` is a problem of this computer, such as a full disk. The same steps may succeed
    // later, so the entry goes back to its position in its stack.
    if (failure.kind === 'conflict' && switchCountAtSend === workspaceSwitchCount)
      useUndoStacks.setState((state) => ({ ...state, [from]: state[from].toSpliced(index, 0, last) }));
    return;
  }
  if (switchCountAtSend !== workspaceSwitchCount) return;
  const detail = direction === 'undo' ? last.localChange?.undo() : last.localChange?.redo();
  const entry = undo && { ...last, undo, madeAtMs: performance.now() };
  if (entry) useUndoStacks.setState((state) => ({ ...state, [to]: [...state[to], entry] }));
  showToastWithButton(`${verb}: ${last.label}`, detail || undefined, back, entry);
}

/** For a group whose object no longer exists. */
export const removeUndoEntriesOfGroup = (group: string): void =>
  useUndoStacks.setState(({ done, undone }) => ({
    done: done.filter((entry) => entry.group !== group),
    undone: undone.filter((entry) => entry.group !== group),
  }));

export function clearUndoStacks(): void {
  workspaceSwitchCount += 1;
  useUndoStacks.setState({ done: [], undone: [] });
}
