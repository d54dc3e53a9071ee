/** What the person decides about an import, and what is suggested. */
import { foldText } from '../search-text.ts';
import { progressOfName, type Source } from './source.ts';

export type LossChoice = 'text' | 'leave';

export const listStatuses = ['not_started', 'started', 'done'] as const;
/** Of the cards in a list that have no status of their own. */
export type ListStatus = (typeof listStatuses)[number];

export interface ImportChoices {
  readonly projectId: string;
  /** Only for a workspace: the project here for each of its projects, by name; null leaves its cards out. */
  readonly projects?: Readonly<Record<string, string | null>> | undefined;
  /** `zones`: one deck with a zone for each list. */
  readonly layout: 'decks' | 'zones';
  /** Only for `zones`: an existing deck, or null for a new one that is called `deckTitle`. */
  readonly deckId: string | null;
  readonly deckTitle: string;
  readonly lists: Readonly<
    Record<string, { readonly title: string; readonly isIncluded: boolean; readonly status: ListStatus }>
  >;
  /** By name in the source; null leaves the name in the text. */
  readonly people: Readonly<Record<string, string | null>>;
  readonly priorities: Readonly<Record<string, 'a' | 'b' | 'c' | null>>;
  readonly tags: 'tags' | LossChoice;
  readonly comments: 'threads' | LossChoice;
  readonly archived: 'archived' | 'leave';
  /** By name of a field that cards do not have. */
  readonly fields: Readonly<Record<string, LossChoice>>;
}

export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly fullName: string | null;
}

const high = /^(?:a|1|p0|p1|urgent|highest|high|critical|blocker|major|hoch|h)$/i;
const medium = /^(?:b|2|p2|medium|normal|mittel|m)$/i;
const low = /^(?:c|3|4|5|p3|p4|low|lowest|minor|trivial|niedrig|l)$/i;
/** Linear's and todo.txt's names, and words of most programs, such as Focalboard's “1. High 🔥”. */
export function priorityOf(written: string): 'a' | 'b' | 'c' | null {
  const word = written
    .slice(0, 40)
    .replace(/^\d\. /, '')
    .replace(/[^\p{L}\p{N}]+$/u, '');
  return high.test(word) ? 'a' : medium.test(word) ? 'b' : low.test(word) ? 'c' : null;
}

/** How often each value occurs, the most frequent first. */
export function countsOf(values: Iterable<string>): { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

export interface SourceSummary {
  readonly format: string;
  readonly name: string;
  readonly cardCount: number;
  readonly archivedCount: number;
  readonly commentCount: number;
  readonly subCardCount: number;
  readonly dueCount: number;
  readonly lists: readonly {
    readonly id: string;
    readonly name: string;
    readonly count: number;
    readonly status: ListStatus;
  }[];
  readonly people: readonly { readonly name: string; readonly count: number }[];
  readonly tags: readonly { readonly name: string; readonly count: number }[];
  readonly priorities: readonly { readonly name: string; readonly count: number }[];
  readonly fields: readonly { readonly name: string; readonly count: number }[];
  readonly notes: readonly string[];
  /** Of a workspace, with the number of their cards. */
  readonly projects: readonly { readonly name: string; readonly count: number }[];
  /** The person to whom a workspace belongs; empty for other sources. */
  readonly person: string;
}

export function summaryOf({ format, name, cards, lists, says, notes, workspace }: Source): SourceSummary {
  const projectOf = new Map(lists.map(({ id, deck }) => [id, deck?.project ?? '']));
  const perList = new Map(countsOf(cards.map((card) => card.list)).map(({ name: id, count }) => [id, count]));
  return {
    format,
    name,
    cardCount: cards.length,
    archivedCount: cards.filter(({ isArchived }) => isArchived).length,
    commentCount: cards.reduce((sum, { comments }) => sum + comments.length, 0),
    subCardCount: cards.filter(({ parent }) => parent !== '').length,
    dueCount: cards.filter(({ due }) => due !== '').length,
    lists: lists.map(({ id, name: title, isDone }) => ({
      id,
      name: title,
      count: perList.get(id) ?? 0,
      // The cards of Decktop's own exports and workspaces have their status.
      status: isDone ? 'done' : ((says === null && !workspace ? progressOfName(title) : null) ?? 'not_started'),
    })),
    people: peopleOf(cards, workspace),
    tags: countsOf(cards.flatMap(({ tags }) => tags)),
    priorities: countsOf(cards.flatMap(({ priority }) => (priority === '' ? [] : [priority]))),
    fields: countsOf(cards.flatMap(({ fields }) => fields.map(([field]) => field))),
    notes,
    projects: countsOf(cards.map(({ list }) => projectOf.get(list) ?? '')).filter(
      ({ name: project }) => project !== '',
    ),
    person: workspace?.person ?? '',
  };
}

/** Of a workspace also those whom only texts name. */
function peopleOf(cards: Source['cards'], workspace: Source['workspace']): SourceSummary['people'] {
  const owners = countsOf(cards.flatMap(({ people }) => people));
  const others = [...(workspace?.people.values() ?? [])].filter((name) => !owners.some((owner) => owner.name === name));
  return [...owners, ...others.map((name) => ({ name, count: 0 }))];
}

/** A member with that name, user name, or first name if only one member has it. */
export function personNamed(written: string, people: readonly KnownPerson[]): string | null {
  const wanted = foldText(written.split('@', 1)[0] || written);
  if (wanted === '') return null;
  const whole = people.filter(({ name, fullName }) =>
    [name, fullName ?? ''].some((known) => foldText(known) === wanted),
  );
  if (whole.length === 1) return whole[0]?.id ?? null;
  const first = people.filter(({ fullName }) => foldText(fullName?.split(' ')[0] ?? '') === wanted);
  return whole.length === 0 && first.length === 1 ? (first[0]?.id ?? null) : null;
}

/** More lists than this are zones of one deck by default. */
const mostSuggestedDecks = 12;

export const suggestedChoices = (
  summary: SourceSummary,
  projectId: string,
  people: readonly KnownPerson[],
  /** The organization's own names of the priorities. */
  labels: Readonly<Record<string, string>> = {},
  projects: readonly { readonly id: string; readonly name: string }[] = [],
  me: string | null = null,
): ImportChoices => ({
  projectId,
  ...(summary.projects.length > 0
    ? {
        projects: Object.fromEntries(
          summary.projects.map(({ name }) => [
            name,
            projects.find((project) => foldText(project.name) === foldText(name))?.id ?? projectId,
          ]),
        ),
      }
    : {}),
  layout:
    summary.projects.length > 0 ||
    summary.format === 'CSV of Decktop' ||
    (summary.format === 'Markdown' && summary.lists.length > 1 && summary.lists.length <= mostSuggestedDecks)
      ? 'decks'
      : 'zones',
  deckId: null,
  deckTitle: summary.name || summary.format,
  lists: Object.fromEntries(
    summary.lists.map(({ id, name, status }) => [id, { title: name, isIncluded: true, status }]),
  ),
  people: Object.fromEntries(
    summary.people.map(({ name }) => [name, (name === summary.person && me) || personNamed(name, people)]),
  ),
  priorities: Object.fromEntries(
    summary.priorities.map(({ name }) => [
      name,
      (['a', 'b', 'c'] as const).find((value) => foldText(labels[value] ?? '') === foldText(name)) ?? priorityOf(name),
    ]),
  ),
  tags: 'tags',
  comments: 'threads',
  archived: 'archived',
  fields: Object.fromEntries(summary.fields.map(({ name }) => [name, 'text' as const])),
});
