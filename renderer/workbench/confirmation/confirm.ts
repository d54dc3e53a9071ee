/** Asks for confirmation before an action with side effects. */
import { create } from 'zustand';
import type { PreviewedChange } from '../../../shared/bridge/index.ts';
import type { QueryObject } from '../../../shared/contract/index.ts';
import type { ActStep } from '../../data/act.ts';
import { countRows } from '../../data/answer-rows.ts';
import { setViewState, viewState } from '../../data/app-state.ts';
import { call, failureOf, failureText } from '../../data/bridge.ts';
import { currentLookups } from '../../data/lookups.ts';
import type { EffectLine } from '../../model/effects.ts';
import { bufferAllKeys } from '../key-buffer.ts';

interface ConfirmationRequest {
  /** Such as "Delete Gameplay?". */
  readonly title: string;
  /** Text of the confirming button, such as "Delete deck". */
  readonly verb: string;
  readonly steps: readonly ActStep[];
  /** Shown below the effects. */
  readonly note?: string;
  /** Shows the effect on each row. */
  readonly table?: (changes: readonly PreviewedChange[]) => Promise<EffectTable>;
  readonly danger?: boolean;
  /** The dialog opens even if the steps have no effects. */
  readonly always?: boolean;
  /** False if the action cannot be undone. The dialog then always opens, and says so. */
  readonly undoable?: boolean;
  /** Without this function, any effect needs a confirmation. */
  readonly needsConfirmation?: (effects: readonly EffectLine[]) => boolean;
  /** The app stores `name` and shows no confirmation with this name any more. */
  readonly doNotAskAgain?: { readonly name: string; readonly label: string };
}

export interface EffectTable {
  readonly caption: string;
  readonly columns: readonly string[];
  /** One text per column. With `choices`, the last cell is a list of them; `choose` gets the new choice. */
  readonly rows: readonly {
    readonly key: string;
    readonly cells: readonly string[];
    readonly choices?: readonly string[];
    readonly choose?: (choice: string) => void;
  }[];
}

interface EffectsPreview {
  readonly effectTable?: EffectTable | undefined;
  readonly effects: readonly EffectLine[];
  /** Why the service will refuse the steps, or null. */
  readonly refusal: string | null;
  /** Why the effects are not known, or null. */
  readonly unknown: string | null;
}

export interface ShownConfirmation extends ConfirmationRequest, EffectsPreview {
  readonly answer: (goOn: boolean, neverAgain?: boolean) => void;
}

/** Null if none is open. */
export const useConfirmation = create<{ readonly open: ShownConfirmation | null }>(() => ({ open: null }));

/** View state with the confirmations that the person switched off. */
const silencedKey = 'asks:quiet';
const silencedNames = (): readonly string[] => (viewState(silencedKey) as string[] | undefined) ?? [];
export const hasDisabledConfirmations = (): boolean => silencedNames().length > 0;
export const enableAllConfirmations = (): void => setViewState(silencedKey, []);

const countCards = async (where: QueryObject): Promise<number> => (await countRows({ cards: where })).cards;

/**
 * Sends the preview request at once, so that an action that the caller sends afterwards does not change the previewed
 * effects. The first preview also loads the code that describes effects.
 */
export async function previewEffects(
  steps: readonly ActStep[],
  table?: ConfirmationRequest['table'],
): Promise<EffectsPreview> {
  try {
    const previewed = call('data/preview', { steps: steps.map(({ action, params }) => ({ action, params })) });
    const [changes, { effectLinesOfSteps }] = await Promise.all([previewed, import('../../model/effects.ts')]);
    const effects = await effectLinesOfSteps(steps, changes, currentLookups(), countCards);
    return { effects, refusal: null, unknown: null, effectTable: await table?.(changes) };
  } catch (error) {
    const failure = failureOf(error);
    const reason = failureText(failure);
    const isRefused = failure.kind === 'rejected';
    return { effects: [], refusal: isRefused ? reason : null, unknown: isRefused ? null : reason };
  }
}

/**
 * Resolves to true if the person agrees, if the action needs no confirmation, or if the person switched this
 * confirmation off.
 */
export async function confirmEffects(confirmation: ConfirmationRequest): Promise<boolean> {
  const { always = false, undoable = true, needsConfirmation = () => true, doNotAskAgain } = confirmation;
  if (doNotAskAgain && silencedNames().includes(doNotAskAgain.name)) return true;
  let isCancelled = false;
  let cancel = () => {
    isCancelled = true;
  };
  // Keys must not act on the view behind the dialog before it has the focus.
  const keys = bufferAllKeys(() => cancel());
  const preview = await previewEffects(confirmation.steps, confirmation.table);
  if (isCancelled) return false;
  const areEffectsHarmless = preview.effects.length === 0 || !needsConfirmation(preview.effects);
  if (areEffectsHarmless && undoable && !always && preview.refusal === null && preview.unknown === null) {
    keys.replayNow();
    return true;
  }
  keys.waitForDialog();
  // Only one confirmation can be open.
  useConfirmation.getState().open?.answer(false);
  return new Promise((resolve) => {
    const answer = (goOn: boolean, neverAgain = false) => {
      if (goOn && neverAgain && doNotAskAgain)
        setViewState(silencedKey, [...new Set([...silencedNames(), doNotAskAgain.name])]);
      // The dialog of an earlier confirmation can still fade out. Its answer must not close the new one.
      useConfirmation.setState((state) => (state.open?.answer === answer ? { open: null } : state));
      keys.stop();
      resolve(goOn);
    };
    cancel = () => answer(false);
    useConfirmation.setState({ open: { ...confirmation, ...preview, answer } });
  });
}
