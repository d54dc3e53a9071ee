/**
 * SQL conditions for the rows that a viewer may see: private cards only for their creator; for a viewer of selected
 * projects only these projects and what belongs to them. Roots, relations, aggregates and relation filters use it.
 */
import type { Relation, RowModel } from '../../../shared/contract/index.ts';
import { quote, tableOf } from '../store/schema.ts';

/**
 * `everything`: a replica, whose person may see all its rows. `all-projects`: all but other people's private cards.
 * `some-projects`: the selected projects only. Statements bind `@me` and, for the last, `@projects` (JSON list).
 */
export type Sight = 'everything' | 'all-projects' | 'some-projects';

/** `field` has the id of a row of `model`; a row is visible if that row is. */
interface VisibleThrough {
  readonly field: string;
  readonly model: RowModel;
}

/**
 * The rows on which visibility depends. The first one decides; further ones imply the same. A card without a deck is
 * private and belongs to no project.
 */
const visibleThrough: Record<RowModel, 'everyone' | 'own rule' | readonly [VisibleThrough, ...VisibleThrough[]]> = {
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

/** A visible deck implies that its cards are visible, and a visible card its deck. */
const throughDeck: VisibleThrough = { field: 'deckId', model: 'deck' };

function visibleThroughOf(model: string): readonly VisibleThrough[] {
  if (model === 'card') return [throughDeck];
  const rule = visibleThrough[model as RowModel];
  return rule === undefined || typeof rule === 'string' ? [] : rule;
}

/** Whether the relation leads from visible rows to visible rows only. */
export function impliesSight(from: string, relation: Relation): boolean {
  if (relation.kind === 'many')
    return visibleThroughOf(relation.model).some(
      (through) => through.field === relation.field && through.model === from,
    );
  if (relation.kind === 'one')
    return visibleThroughOf(from).some(
      (through) => through.field === relation.field && through.model === relation.model,
    );
  return false;
}

/** Returns a new table name for each subselect. */
export interface Names {
  next(): string;
}

/**
 * The condition under which the row `alias` is visible; null where all are. It can be NULL, so callers that negate it
 * write `IS NOT TRUE`. `leading: false` keeps SQLite from finding cards by it, where another index gives their order.
 */
export function visibleSql(sight: Sight, model: string, alias: string, names: Names, leading = true): string | null {
  if (sight === 'everything' || model === '_root') return null;
  if (sight === 'all-projects') return notPrivate(model, alias, names);
  return inProjects(model, alias, names, leading);
}

/** SQL for the ids of rows that are private to somebody else; null where a model has none. */
function privateIds(model: string, names: Names): string | null {
  const name = names.next();
  if (model === 'card')
    return `SELECT ${name}."cardId" FROM "card" ${name} WHERE ${name}."deckId" IS NULL AND (@me IS NULL OR ${name}."creatorId" IS NOT @me)`;
  const [through] = visibleThroughOf(model);
  const inner = through && privateIds(through.model, names);
  if (!through || !inner) return null;
  const id = tableOf(model).key[0] ?? '';
  return `SELECT ${name}.${quote(id)} FROM ${quote(model)} ${name} WHERE ${name}.${quote(through.field)} IN (${inner})`;
}

function notPrivate(model: string, alias: string, names: Names): string | null {
  if (model === 'card') return `(${alias}."deckId" IS NOT NULL OR (@me IS NOT NULL AND ${alias}."creatorId" IS @me))`;
  if (model === 'file') {
    // A file is private if only private cards use it.
    const [used, shared] = [names.next(), names.next()];
    const cards = `(${privateIds('card', names)})`;
    const hidden = `SELECT ${used}."fileId" FROM "attachment" ${used} WHERE ${used}."cardId" IN ${cards} AND NOT EXISTS (SELECT 1 FROM "attachment" ${shared} WHERE ${shared}."fileId" = ${used}."fileId" AND ${shared}."cardId" NOT IN ${cards})`;
    return `(${alias}."id" NOT IN (${hidden}) OR ${shownFile('all-projects', alias, names)})`;
  }
  const [through] = visibleThroughOf(model);
  const inner = through && privateIds(through.model, names);
  return through && inner ? `${alias}.${quote(through.field)} NOT IN (${inner})` : null;
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
      const [through] = visibleThroughOf(model);
      if (!through) return null;
      if (through.model === 'project') return `${alias}.${quote(through.field)} IN ${projects}`;
      const owner = names.next();
      const key = quote(tableOf(through.model).key[0] ?? '');
      const inner = inProjects(through.model, owner, names) ?? '1';
      return `EXISTS (SELECT 1 FROM ${quote(through.model)} ${owner} WHERE ${owner}.${key} = ${alias}.${quote(through.field)} AND ${inner})`;
    }
  }
}

/** Milestones and Run Configs belong to all projects, or to those that they are linked to. */
function planned(alias: string, linkTable: string, field: string, names: Names): string {
  const link = names.next();
  return `(${alias}."isGlobal" = 1 OR EXISTS (SELECT 1 FROM ${quote(linkTable)} ${link} WHERE ${link}.${quote(field)} = ${alias}."id" AND ${link}."projectId" IN ${projects}))`;
}

/**
 * A file is visible by its use: attached to a visible card, cover of something visible, somebody's picture, or uploaded
 * by the viewer.
 */
function usedFile(alias: string, names: Names): string {
  const attachment = names.next();
  return `(${shownFile('some-projects', alias, names)} OR EXISTS (SELECT 1 FROM "attachment" ${attachment} WHERE ${attachment}."fileId" = ${alias}."id" AND ${inProjects('attachment', attachment, names)}))`;
}

/** Whether a file is visible for another reason than an attachment. */
function shownFile(sight: Sight, alias: string, names: Names): string {
  const covers = ['project', 'deck', 'milestone', 'sprint'].map((model) => {
    const cover = names.next();
    return `EXISTS (SELECT 1 FROM ${quote(model)} ${cover} WHERE ${cover}."coverFileId" = ${alias}."id" AND ${visibleSql(sight, model, cover, names) ?? '1'})`;
  });
  const user = names.next();
  return `(${[
    `(@me IS NOT NULL AND ${alias}."uploaderId" IS @me)`,
    ...covers,
    `${alias}."id" IN (SELECT ${user}."profileImageId" FROM "user" ${user} WHERE ${user}."profileImageId" IS NOT NULL)`,
  ].join(' OR ')})`;
}
