/** Labels of changes ("Move “Rope” to Done") for undo, menus and the outbox, and their past tense for toasts. */
import { type ActionName, type Actions, allActions } from '../../shared/contract/index.ts';

/** The verbs of changes that are made on this computer only, with their past tense. */
const localVerbs = { Delete: 'Deleted', Discard: 'Discarded', Revert: 'Reverted' } as const;

type VerbOf<A extends ActionName> = A extends ActionName ? keyof Actions[A]['labels'] & string : never;
type Verb = VerbOf<ActionName> | keyof typeof localVerbs;
/**
 * The label of a change: a verb, and usually the name of the row that changes. The verb is one of the action labels in
 * the contract, or one of `localVerbs`.
 */
export type ActionLabel = Verb | `${Verb} ${string}`;

const pastTenses: Readonly<Record<string, string>> = Object.assign(
  {},
  localVerbs,
  ...Object.values(allActions).map(({ labels }) => labels),
);

/** Returns the label in the past tense: "Moved “Rope” to Done". */
export function labelInPastTense(label: ActionLabel): string {
  const [verb = ''] = label.split(' ', 1);
  return `${pastTenses[verb]}${label.slice(verb.length)}`;
}
