/** Labels of changes ("Move “Rope” to Done"), and their past tense for toasts. */
import { type ActionName, type Actions, allActions } from '../../shared/contract/index.ts';

/** Verbs of changes that are made on this computer only. */
const localVerbs = { Delete: 'Deleted', Discard: 'Discarded', Revert: 'Reverted' } as const;

type VerbOf<A extends ActionName> = A extends ActionName ? keyof Actions[A]['labels'] & string : never;
type Verb = VerbOf<ActionName> | keyof typeof localVerbs;
/** A verb of the contract's action labels or of `localVerbs`, and usually the name of the row that changes. */
export type ActionLabel = Verb | `${Verb} ${string}`;

const pastTenses: Readonly<Record<string, string>> = Object.assign(
  {},
  localVerbs,
  ...Object.values(allActions).map(({ labels }) => labels),
);

/** "Moved “Rope” to Done". */
export function labelInPastTense(label: ActionLabel): string {
  const [verb = ''] = label.split(' ', 1);
  return `${pastTenses[verb]}${label.slice(verb.length)}`;
}
