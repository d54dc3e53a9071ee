/** Labels of acts ("Move “Rope” to Done"), for undo, menus and the outbox, and what a toast says once they are done. */
import { type ActionName, type Actions, allActions } from '../../shared/contract/index.ts';

/** Verbs of acts that change only what this machine keeps. */
const localVerbs = { Delete: 'Deleted', Discard: 'Discarded', Revert: 'Reverted' } as const;

type VerbOf<A extends ActionName> = A extends ActionName ? keyof Actions[A]['labels'] & string : never;
type Verb = VerbOf<ActionName> | keyof typeof localVerbs;
/** A verb that some action's record names, and what the act is about. */
export type Label = Verb | `${Verb} ${string}`;

const pastTenses: Readonly<Record<string, string>> = Object.assign(
  {},
  localVerbs,
  ...Object.values(allActions).map(({ labels }) => labels),
);

/** "Moved “Rope” to Done". */
export function pastTense(label: Label): string {
  const [verb = ''] = label.split(' ', 1);
  return `${pastTenses[verb]}${label.slice(verb.length)}`;
}
