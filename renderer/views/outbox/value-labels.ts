/** Fields and their values as people say them; ids by the names of what they stand for. */
import { runLabel } from '../../../shared/domain/run-label.ts';
import { type Lookups, nameOf, type usePeople } from '../../data/lookups.ts';

const fieldWords: Readonly<Record<string, string>> = {
  assigneeId: 'Owner',
  deckId: 'Deck',
  dueDate: 'Due date',
  isDoc: 'Document',
  milestoneId: 'Milestone',
  parentCardId: 'Hero card',
  sprintId: 'Run',
};
/** `startDate` reads "Start date" where there is no better word. */
export const fieldWord = (field: string): string =>
  fieldWords[field] ??
  field
    .replace(/Id$/, '')
    .replace(/^.|[A-Z]/g, (letter, at) => (at === 0 ? letter.toUpperCase() : ` ${letter.toLowerCase()}`));

export interface Facts {
  readonly lookups: Lookups;
  readonly people: ReturnType<typeof usePeople>;
}

/** A value as people say it; ids by the names of what they stand for. */
export function valueWord(field: string, value: unknown, { lookups, people }: Facts): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  switch (field) {
    case 'assigneeId':
      return nameOf(people[text]);
    case 'deckId':
      return lookups.decks[text]?.title ?? 'another deck';
    case 'milestoneId':
      return lookups.milestones[text]?.name ?? 'another milestone';
    case 'sprintId': {
      const run = lookups.sprints[text];
      const config = run && lookups.sprintConfigs[run.sprintConfigId];
      return run && config ? runLabel(run, config) : 'another run';
    }
    case 'priority':
      return ((lookups.account?.priorityLabels ?? {}) as Record<string, string>)[text] ?? text;
    default:
      return text.replaceAll('_', ' ');
  }
}
