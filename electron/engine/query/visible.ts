/**
 * Which rows a viewer may see, as SQL: private cards are their creator's alone; a viewer of selected projects sees those
 * and what hangs on them. Roots, relations, aggregates and relation filters all use this.
 */
import type { Relation, RowModel } from '../../../shared/contract/index.ts';
import { quote, tableOf } from '../store/schema.ts';

/**
 * `everything`: a replica, whose rows are all its person's. `all-projects`: all but other people's private cards.
 * `some-projects`: the selected projects only. Statements bind `@me` and, for the last, `@projects` (JSON list).
 */
export type Sight = 'everything' | 'all-projects' | 'some-projects';

/** `field` holds the id of a row of `model`, and the row is seen where that one is. */
interface Hold {
  readonly field: string;
  readonly model: RowModel;
}

/**
 * What rows hang on. The first hold decides; further ones name rows that imply the same. A card without a deck is
 * private and hangs on nobody's project.
 */
const holds: Record<RowModel, 'everyone' | 'own rule' | readonly [Hold, ...Hold[]]> = {
  account: 'everyone',
  accountRole: 'everyone',
  attachment: [{ field: 'cardId', model: 'card' }],
  card: 'own rule',
  cardHistory: [{ field: 'cardId', model: 'card' }],
  cardOrder: [{ field: 'cardId', model: 'card' }],
  deck: [{ field: 'projectId', model: 'project' }],
  file: 'own rule',
  handCard: [{ field: 'cardId', model: 'card' }],
  milestone: 'own rule',
  milestoneProgress: [{ field: 'milestoneId', model: 'milestone' }],
  milestoneProject: [{ field: 'projectId', model: 'project' }],
  project: 'own rule',
  projectTag: [{ field: 'projectId', model: 'project' }],
  queueEntry: [{ field: 'cardId', model: 'card' }],
  release: 'everyone',
  resolvable: [{ field: 'cardId', model: 'card' }],
  resolvableEntry: [
    { field: 'cardId', model: 'card' },
    { field: 'resolvableId', model: 'resolvable' },
  ],
  resolvableEntryReaction: [
    { field: 'resolvableId', model: 'resolvable' },
    { field: 'entryId', model: 'resolvableEntry' },
  ],
  sprint: [{ field: 'sprintConfigId', model: 'sprintConfig' }],
  sprintConfig: 'own rule',
  sprintConfigProgress: [{ field: 'sprintConfigId', model: 'sprintConfig' }],
  sprintProgress: [{ field: 'sprintId', model: 'sprint' }],
  sprintProject: [{ field: 'projectId', model: 'project' }],
  user: 'everyone',
  workflowItem: [{ field: 'deckId', model: 'deck' }],
};

/** A seen deck implies its cards, and a seen card its deck. */
const cardHold: Hold = { field: 'deckId', model: 'deck' };

function holdsOf(model: string): readonly Hold[] {
  if (model === 'card') return [cardHold];
  const rule = holds[model as RowModel];
  return rule === undefined || typeof rule === 'string' ? [] : rule;
}

/** Whether following the relation from a row that is seen can only lead to rows that are seen too. */
export function impliesSight(from: string, relation: Relation): boolean {
  if (relation.kind === 'many')
    return holdsOf(relation.model).some((hold) => hold.field === relation.field && hold.model === from);
  if (relation.kind === 'one')
    return holdsOf(from).some((hold) => hold.field === relation.field && hold.model === relation.model);
  return false;
}

/** Names each subselect's table anew. */
export interface Names {
  next(): string;
}

/**
 * The condition under which a row, named `alias`, is seen; null where all are. It may be NULL: callers that negate it
 * write `IS NOT TRUE`. `leading: false` keeps SQLite from finding cards by it, where another index gives their order.
 */
export function seen(sight: Sight, model: string, alias: string, names: Names, leading = true): string | null {
  if (sight === 'everything' || model === '_root') return null;
  if (sight === 'all-projects') return notPrivate(model, alias, names);
  return inProjects(model, alias, names, leading);
}

/** Ids of the rows of a model that are somebody else's private matter; null where there are none. */
function privateIds(model: string, names: Names): string | null {
  const name = names.next();
  if (model === 'card')
    return `SELECT ${name}."cardId" FROM "card" ${name} WHERE ${name}."deckId" IS NULL AND (@me IS NULL OR ${name}."creatorId" IS NOT @me)`;
  const [hold] = holdsOf(model);
  const inner = hold && privateIds(hold.model, names);
  if (!hold || !inner) return null;
  const id = tableOf(model).key[0] ?? '';
  return `SELECT ${name}.${quote(id)} FROM ${quote(model)} ${name} WHERE ${name}.${quote(hold.field)} IN (${inner})`;
}

function notPrivate(model: string, alias: string, names: Names): string | null {
  if (model === 'card') return `(${alias}."deckId" IS NOT NULL OR (@me IS NOT NULL AND ${alias}."creatorId" IS @me))`;
  if (model === 'file') {
    // Private is a file whose only use is on private cards.
    const [used, shared] = [names.next(), names.next()];
    const cards = `(${privateIds('card', names)})`;
    const hidden = `SELECT ${used}."fileId" FROM "attachment" ${used} WHERE ${used}."cardId" IN ${cards} AND NOT EXISTS (SELECT 1 FROM "attachment" ${shared} WHERE ${shared}."fileId" = ${used}."fileId" AND ${shared}."cardId" NOT IN ${cards})`;
    return `(${alias}."id" NOT IN (${hidden}) OR ${shownFile('all-projects', alias, names)})`;
  }
  const [hold] = holdsOf(model);
  const inner = hold && privateIds(hold.model, names);
  return hold && inner ? `${alias}.${quote(hold.field)} NOT IN (${inner})` : null;
}

const projects = '(SELECT value FROM json_each(@projects))';

function inProjects(model: string, alias: string, names: Names, leading = true): string | null {
  switch (model) {
    case 'project':
      return `${alias}."id" IN ${projects}`;
    case 'card': {
      const deck = names.next();
      // https://sqlite.org/optoverview.html, "Disqualifying WHERE clause terms using unary +"
      return `(${leading ? '' : '+'}${alias}."deckId" IN (SELECT ${deck}."id" FROM "deck" ${deck} WHERE ${deck}."projectId" IN ${projects}) OR (${alias}."deckId" IS NULL AND @me IS NOT NULL AND ${alias}."creatorId" IS @me))`;
    }
    case 'milestone':
      return planned(alias, 'milestoneProject', 'milestoneId', names);
    case 'sprintConfig':
      return planned(alias, 'sprintProject', 'sprintConfigId', names);
    case 'file':
      return usedFile(alias, names);
    default: {
      const [hold] = holdsOf(model);
      if (!hold) return null;
      if (hold.model === 'project') return `${alias}.${quote(hold.field)} IN ${projects}`;
      const held = names.next();
      const key = quote(tableOf(hold.model).key[0] ?? '');
      const inner = inProjects(hold.model, held, names) ?? '1';
      return `EXISTS (SELECT 1 FROM ${quote(hold.model)} ${held} WHERE ${held}.${key} = ${alias}.${quote(hold.field)} AND ${inner})`;
    }
  }
}

/** Milestones and Run Configs belong to all projects or to those they are linked to. */
function planned(alias: string, linkTable: string, field: string, names: Names): string {
  const link = names.next();
  return `(${alias}."isGlobal" = 1 OR EXISTS (SELECT 1 FROM ${quote(linkTable)} ${link} WHERE ${link}.${quote(field)} = ${alias}."id" AND ${link}."projectId" IN ${projects}))`;
}

/** Files are seen by use: attached to a seen card, the cover of something seen, somebody's picture, or one's own. */
function usedFile(alias: string, names: Names): string {
  const attachment = names.next();
  return `(${shownFile('some-projects', alias, names)} OR EXISTS (SELECT 1 FROM "attachment" ${attachment} WHERE ${attachment}."fileId" = ${alias}."id" AND ${inProjects('attachment', attachment, names)}))`;
}

/** Whether a file is seen for another reason than a card it is attached to. */
function shownFile(sight: Sight, alias: string, names: Names): string {
  const covers = ['project', 'deck', 'milestone', 'sprint'].map((model) => {
    const cover = names.next();
    return `EXISTS (SELECT 1 FROM ${quote(model)} ${cover} WHERE ${cover}."coverFileId" = ${alias}."id" AND ${seen(sight, model, cover, names) ?? '1'})`;
  });
  const user = names.next();
  return `(${[
    `(@me IS NOT NULL AND ${alias}."uploaderId" IS @me)`,
    ...covers,
    `${alias}."id" IN (SELECT ${user}."profileImageId" FROM "user" ${user} WHERE ${user}."profileImageId" IS NOT NULL)`,
  ].join(' OR ')})`;
}
