/** Asks before an action that does more than it says: previews it, shows the effects with counts, and waits for the answer. */
import { create } from 'zustand';
import { type QueryObject, query } from '../../shared/contract/index.ts';
import type { ActStep } from '../data/act.ts';
import { setViewState, viewState } from '../data/app-state.ts';
import { only } from '../data/assemble.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { ask } from '../data/live.ts';
import { currentLookups } from '../data/lookups.ts';
import type { EffectLine } from '../model/effects.ts';
import { holdKeysAsking } from './key-buffer.ts';

export interface Question {
  /** A question: "Delete Gameplay?". */
  readonly title: string;
  /** The action's own verb, on the button: "Delete deck". */
  readonly verb: string;
  /** What is done when the person agrees. */
  readonly steps: readonly ActStep[];
  /** Shown below the effects. */
  readonly note?: string;
  readonly danger?: boolean;
  /** Asks even when the steps have no effects. */
  readonly always?: boolean;
  /** False where the interface has no undo: the dialog says so, and is always shown. */
  readonly undoable?: boolean;
  /** Whether these effects are worth a question; by default any are. */
  readonly matters?: (effects: readonly EffectLine[]) => boolean;
  /** Offers not to ask again about changes of one kind. */
  readonly quiet?: { readonly name: string; readonly label: string };
}

export interface Preview {
  readonly effects: readonly EffectLine[];
  /** Why the steps will be refused. */
  readonly refusal: string | null;
  /** Why the effects are not known. */
  readonly unknown: string | null;
}

export interface Asked extends Question, Preview {
  readonly answer: (goOn: boolean, neverAgain?: boolean) => void;
}

export const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Names of the questions that the person switched off, in a view state. */
const quietKey = 'asks:quiet';
const quietNames = (): readonly string[] => (viewState(quietKey) as string[] | undefined) ?? [];
export const hasQuiet = (): boolean => quietNames().length > 0;
export const askAgain = (): void => setViewState(quietKey, []);

async function countCards(where: QueryObject): Promise<number> {
  const key = `count:cards(${JSON.stringify(where)})` as 'count:cards';
  return only((await ask(query({ _root: [{ account: [key] }] }))).account)?.[key] ?? 0;
}

/**
 * Previews the steps. The request is sent before this returns, so that an act right after it does not change the answer.
 * The code for sentences is loaded with the first preview, since no board needs it to show.
 */
export async function previewEffects(steps: readonly ActStep[]): Promise<Preview> {
  try {
    const previewed = call('data/preview', { steps: steps.map(({ action, params }) => ({ action, params })) });
    const [changes, { effectsInWords }] = await Promise.all([previewed, import('../model/effects.ts')]);
    const effects = await effectsInWords(steps, changes, currentLookups(), countCards);
    return { effects, refusal: null, unknown: null };
  } catch (error) {
    const failure = failureOf(error);
    const reason = sentenceOf(failure);
    const isRefused = failure.kind === 'rejected';
    return { effects: [], refusal: isRefused ? reason : null, unknown: isRefused ? null : reason };
  }
}

/** True when the person agrees, or when no question is needed. */
export async function askFirst(question: Question): Promise<boolean> {
  const { always = false, undoable = true, matters = () => true, quiet } = question;
  if (quiet && quietNames().includes(quiet.name)) return true;
  let isOff = false;
  let callOff = () => {
    isOff = true;
  };
  // Until the effects are known and a question has the focus, no key may act on what is behind it.
  const keys = holdKeysAsking(() => callOff());
  const preview = await previewEffects(question.steps);
  if (isOff) return false;
  const isQuiet = preview.effects.length === 0 || !matters(preview.effects);
  if (isQuiet && undoable && !always && preview.refusal === null && preview.unknown === null) {
    keys.play();
    return true;
  }
  keys.drop();
  // This question replaces one that is still open.
  useAsked.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (goOn: boolean, neverAgain = false) => {
      if (goOn && neverAgain && quiet) setViewState(quietKey, [...new Set([...quietNames(), quiet.name])]);
      // The dialog of an earlier question may still be fading: it must not close this one.
      useAsked.setState((state) => (state.asked?.answer === answer ? { asked: null } : state));
      keys.stop();
      resolve(goOn);
    };
    callOff = () => answer(false);
    useAsked.setState({ asked: { ...question, ...preview, answer } });
  });
}
