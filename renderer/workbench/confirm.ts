/** Asking before a change that does more than it says: what follows is counted, shown, and only then done. */
import { create } from 'zustand';
import type { Planned } from '../../shared/domain/consequence-facts.ts';
import type { Consequence } from '../../shared/domain/consequences.ts';
import { setViewState, viewState } from '../data/app-state.ts';
import { failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { ask } from '../data/live.ts';
import { holdKeysAsking } from './key-buffer.ts';

export interface Question {
  /** A question: "Delete Gameplay?". */
  readonly title: string;
  /** The action's own verb, on the button: "Delete deck". */
  readonly verb: string;
  readonly change: Planned;
  /** What is to be said besides the counted consequences. */
  readonly note?: string;
  readonly danger?: boolean;
  /** Asks even when nothing follows. */
  readonly always?: boolean;
  /** False where the interface has no way back: said, and always asked. */
  readonly undoable?: boolean;
  /** Whether these consequences are worth asking about; any are, unless told otherwise. */
  readonly matters?: (consequences: readonly Consequence[]) => boolean;
  /** Offers not to ask again about changes of one kind. */
  readonly quiet?: { readonly name: string; readonly label: string };
}

export interface Asked extends Question {
  readonly consequences: readonly Consequence[];
  /** Why the service will refuse it. */
  readonly refusal: string | null;
  /** Why the consequences are not known. */
  readonly unknown: string | null;
  readonly answer: (goOn: boolean, neverAgain?: boolean) => void;
}

export const useAsked = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Questions that are not to be asked again, by name, as a view state. */
const quietKey = 'asks:quiet';
const quietNames = (): readonly string[] => (viewState(quietKey) as string[] | undefined) ?? [];
export const hasQuiet = (): boolean => quietNames().length > 0;
export const askAgain = (): void => setViewState(quietKey, []);

type Rules = typeof import('../../shared/domain/consequence-facts.ts') &
  typeof import('../../shared/domain/consequences.ts');
let rules: Rules | null = null;

/** The rules come with the first question: no board needs them to show. Once they are here, foreseeing asks at once. */
export async function loadRules(): Promise<Rules> {
  const [facts, consequences] = await Promise.all([
    import('../../shared/domain/consequence-facts.ts'),
    import('../../shared/domain/consequences.ts'),
  ]);
  rules = { ...facts, ...consequences };
  return rules;
}

export async function foresee(change: Planned): Promise<Pick<Asked, 'consequences' | 'refusal' | 'unknown'>> {
  try {
    const { factsFrom, factsQuery, consequencesOf, refusalOf } = rules ?? (await loadRules());
    const facts = factsFrom(await ask(factsQuery(change)));
    return { consequences: consequencesOf(change, facts), refusal: refusalOf(change, facts), unknown: null };
  } catch (error) {
    return { consequences: [], refusal: null, unknown: sentenceOf(failureOf(error)) };
  }
}

/** True when the person wants it, or when there is nothing to ask about. */
export async function askFirst(question: Question): Promise<boolean> {
  const { always = false, undoable = true, matters = () => true, quiet } = question;
  if (quiet && quietNames().includes(quiet.name)) return true;
  let isOff = false;
  let callOff = () => {
    isOff = true;
  };
  // Until it is known what follows, and a question that comes of it has the focus, no key is for what lies behind.
  const keys = holdKeysAsking(() => callOff());
  const foreseen = await foresee(question.change);
  if (isOff) return false;
  const isQuiet = foreseen.consequences.length === 0 || !matters(foreseen.consequences);
  if (isQuiet && undoable && !always && foreseen.refusal === null && foreseen.unknown === null) {
    keys.play();
    return true;
  }
  keys.drop();
  // Another question that still waits is answered by this one having come.
  useAsked.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (goOn: boolean, neverAgain = false) => {
      if (goOn && neverAgain && quiet) setViewState(quietKey, [...new Set([...quietNames(), quiet.name])]);
      // The dialog of an earlier question may still be fading: it does not answer this one.
      useAsked.setState((state) => (state.asked?.answer === answer ? { asked: null } : state));
      keys.stop();
      resolve(goOn);
    };
    callOff = () => answer(false);
    useAsked.setState({ asked: { ...question, ...foreseen, answer } });
  });
}
