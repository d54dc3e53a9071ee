/** What must be known to say what a change would bring about: one query, and the facts in its answer. */
import { type Params, type QueryAnswer, type QueryObject, query, under } from '../contract/index.ts';

/** Actions that do more than they are told, as interface.md states it. */
type CascadingAction =
  | 'cards/update'
  | 'cards/bulkUpdate'
  | 'decks/update'
  | 'decks/delete'
  | 'decks/addToSpaceAfter'
  | 'decks/addToSpaceBefore'
  | 'milestones/update'
  | 'milestones/delete'
  | 'projects/update'
  | 'projects/setVisibility'
  | 'sprints/updateSprint';

export type PlannedChange = {
  [A in CascadingAction]: { readonly action: A; readonly params: Params<A> };
}[CascadingAction];

/** A change of cards' own fields: several of them make one change, as a drop of cards that differ does. */
export type CardChange = Extract<PlannedChange, { action: 'cards/update' | 'cards/bulkUpdate' }>;
export type Planned = PlannedChange | readonly CardChange[];

export const idsIn = ({ action, params }: CardChange): readonly string[] =>
  action === 'cards/update' ? [params.id] : params.ids;

export interface HandFact {
  readonly userId: string;
  readonly isDone: boolean;
}

export interface CardFact {
  readonly cardId: string;
  readonly assigneeId: string | null;
  readonly bookmarks: number;
  readonly childCards: readonly string[];
  /** Only where tags change. */
  readonly content: string;
  readonly deckId: string | null;
  readonly hand: readonly HandFact[];
  readonly inDeps: readonly string[];
  readonly isDoc: boolean | null;
  readonly masterTags: readonly string[];
  readonly milestoneId: string | null;
  /** Contexts of its open threads. */
  readonly openThreads: readonly string[];
  readonly outDeps: readonly string[];
  readonly sprintId: string | null;
  readonly status: string;
  readonly visibility: string;
}

export interface DeckFact {
  readonly id: string;
  readonly title: string;
  readonly deckType: string;
  readonly defaultProjectTagId: string | null;
  readonly handSyncEnabled: boolean;
  readonly isDeleted: boolean;
  readonly milestoneId: string | null;
  readonly projectId: string;
  readonly spaceId: number | null;
}

export interface MilestoneFact {
  readonly name: string;
  readonly handSyncEnabled: boolean;
  readonly isGlobal: boolean;
}

export interface RunFact {
  readonly id: string;
  readonly index: number;
  readonly name: string | null;
  readonly startDate: string;
  readonly completedAt: string | null;
  readonly sprintConfigId: string;
  readonly autoMilestoneId: string | null;
}

type ById<T> = Readonly<Record<string, T>>;

export interface ProjectFact {
  readonly name: string;
  readonly spaces: readonly { readonly id: number; readonly name: string }[];
  readonly visibility: string;
}

export interface Facts {
  /** The cards that the change names or sweeps over. */
  readonly swept: readonly CardFact[];
  /** Those, and their sub cards. */
  readonly cards: ById<CardFact>;
  readonly decks: ById<DeckFact>;
  readonly milestones: ById<MilestoneFact>;
  /** Milestone id → projects it belongs to. */
  readonly projectsOfMilestone: ById<ReadonlySet<string>>;
  readonly projects: ById<ProjectFact>;
  /** Tag id → name. */
  readonly tags: ById<string>;
  readonly runs: ById<RunFact>;
  readonly configs: ById<{ readonly moveOnFinish: readonly string[]; readonly runLabelTemplate: string | null }>;
  /** Journey steps in use: the deck that each one's cards go to. */
  readonly stepsInto: readonly string[];
}

const cardFields = [
  'assigneeId',
  'deckId',
  'isDoc',
  'masterTags',
  'milestoneId',
  'sprintId',
  'status',
  'visibility',
  'inDeps',
  'outDeps',
  'count:handCards',
  under('resolvables', { isClosed: false }, ['context', 'cardId']),
  { queueEntries: ['cardId', 'userId', 'cardDoneAt'] },
  {
    deck: [
      'title',
      'deckType',
      'defaultProjectTagId',
      'handSyncEnabled',
      'isDeleted',
      'milestoneId',
      'projectId',
      'spaceId',
    ],
  },
] as const;

export const isOne = (planned: Planned): planned is PlannedChange => 'action' in planned;

/** The cards that a change names or sweeps over. */
function sweptBy(planned: Planned): QueryObject {
  if (!isOne(planned)) return { cardId: { op: 'in', value: [...new Set(planned.flatMap(idsIn))] } };
  const { action, params } = planned;
  switch (action) {
    case 'cards/update':
    case 'cards/bulkUpdate':
      return sweptBy([planned]);
    case 'decks/update':
    case 'decks/delete':
      return { deckId: params.id };
    case 'decks/addToSpaceAfter':
    case 'decks/addToSpaceBefore':
      return { deckId: { op: 'in', value: [...params.deckIds] } };
    case 'milestones/update':
    case 'milestones/delete':
      return { milestoneId: params.id };
    case 'projects/setVisibility':
      return { deck: { projectId: params.id } };
    case 'projects/update':
      // No card changes.
      return { cardId: { op: 'in', value: [] } };
    case 'sprints/updateSprint':
      return { sprintId: params.id };
  }
}

/** Texts are long: they are asked for only where tags that a text writes itself make a difference. */
const readsTexts = (planned: Planned): boolean => {
  if (!isOne(planned)) return planned.some(readsTexts);
  const { action, params } = planned;
  return (
    (action === 'decks/update' && params.defaultProjectTagId !== undefined) ||
    ((action === 'cards/update' || action === 'cards/bulkUpdate') && params.deckId !== undefined)
  );
};

/** Asks for all that `factsFrom` reads. */
export function factsQuery(change: Planned) {
  const fields = readsTexts(change) ? ([...cardFields, 'content'] as const) : cardFields;
  return query({
    _root: [
      {
        account: [
          under('cards', sweptBy(change), [...fields, { childCards: cardFields }]),
          { projects: ['name', 'spaces', 'visibility', { tags: ['tag'] }] },
          { archivedProjects: ['name', 'spaces', 'visibility'] },
          {
            decks: [
              'title',
              'deckType',
              'defaultProjectTagId',
              'handSyncEnabled',
              'isDeleted',
              'milestoneId',
              'projectId',
              'spaceId',
            ],
          },
          under('milestones', { isDeleted: false }, [
            'name',
            'handSyncEnabled',
            'isGlobal',
            { milestoneProjects: ['milestoneId', 'projectId'] },
          ]),
          { sprintConfigs: ['moveOnFinish', 'runLabelTemplate'] },
          under('sprints', { isDeleted: false }, [
            'index',
            'name',
            'startDate',
            'completedAt',
            'sprintConfigId',
            'autoMilestoneId',
          ]),
          under('workflowItems', { visibility: 'default' }, ['deckId', 'targetDeckId']),
        ],
      },
    ],
  });
}

type Loose = Record<string, Record<string, unknown>>;
const rowsOf = (answer: QueryAnswer, model: string): Loose => (answer[model] ?? {}) as Loose;

function grouped<T>(rows: Loose, value: (row: Record<string, unknown>) => T): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of Object.values(rows)) {
    const cardId = String(row.cardId);
    const group = groups.get(cardId);
    if (group) group.push(value(row));
    else groups.set(cardId, [value(row)]);
  }
  return groups;
}

function spacesIn(value: unknown): { id: number; name: string }[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((space) => {
    const { id, name } = (space ?? {}) as Record<string, unknown>;
    return typeof id === 'number' ? [{ id, name: typeof name === 'string' ? name : `Space ${id}` }] : [];
  });
}

/** The facts in the answer to `factsQuery`. */
export function factsFrom(answer: QueryAnswer): Facts {
  const threads = grouped(rowsOf(answer, 'resolvable'), ({ context }) => String(context));
  const hand = grouped(rowsOf(answer, 'queueEntry'), (entry) => ({
    userId: String(entry.userId),
    isDone: entry.cardDoneAt !== null,
  }));
  const cards: Record<string, CardFact> = {};
  for (const [cardId, row] of Object.entries(rowsOf(answer, 'card')))
    cards[cardId] = {
      ...(row as unknown as CardFact),
      cardId,
      bookmarks: Number(row['count:handCards'] ?? 0),
      childCards: (row.childCards ?? []) as string[],
      content: typeof row.content === 'string' ? row.content : '',
      hand: hand.get(cardId) ?? [],
      openThreads: threads.get(cardId) ?? [],
    };
  const account = Object.values(rowsOf(answer, 'account'))[0] ?? {};
  const ids = Object.entries(account).find(([key]) => key.startsWith('cards('))?.[1] as readonly string[] | undefined;

  const projectsOfMilestone: Record<string, Set<string>> = {};
  for (const { milestoneId, projectId } of Object.values(rowsOf(answer, 'milestoneProject'))) {
    projectsOfMilestone[String(milestoneId)] ??= new Set();
    projectsOfMilestone[String(milestoneId)]?.add(String(projectId));
  }
  const mapped = <T>(model: string, value: (row: Record<string, unknown>) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(rowsOf(answer, model)).map(([id, row]) => [id, value(row)]));
  return {
    swept: (ids ?? []).flatMap((id) => cards[id] ?? []),
    cards,
    decks: rowsOf(answer, 'deck') as unknown as Record<string, DeckFact>,
    milestones: rowsOf(answer, 'milestone') as unknown as Record<string, MilestoneFact>,
    projectsOfMilestone,
    projects: mapped('project', ({ name, spaces, visibility }) => ({
      name: String(name),
      spaces: spacesIn(spaces),
      visibility: String(visibility),
    })),
    tags: mapped('projectTag', ({ tag }) => String(tag)),
    runs: rowsOf(answer, 'sprint') as unknown as Record<string, RunFact>,
    configs: rowsOf(answer, 'sprintConfig') as unknown as Facts['configs'],
    stepsInto: Object.values(rowsOf(answer, 'workflowItem')).map((item) => String(item.targetDeckId ?? item.deckId)),
  };
}
