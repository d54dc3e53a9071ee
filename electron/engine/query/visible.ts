/**
 * Conditions for the rows that a viewer may see. A private card is visible only to its creator. A viewer limited to
 * selected projects sees these projects and their rows, and rows that belong to no single project, such as people,
 * global milestones and the viewer's own private cards.
 */
import type { Relation, RowModelName } from '../../../shared/contract/index.ts';
import { quoteSqlIdentifier, tableDefinitionOf } from '../store/schema.ts';

/**
 * - `everything`: all rows. Used on a replica.
 * - `all-projects`: all rows except other people's private cards and the rows that belong to these cards.
 * - `some-projects`: the rows of selected projects, and the rows that belong to no single project.
 * Statements bind `@me`, and for `some-projects` also `@projects` (a JSON list).
 */
export type ReadAccess = 'everything' | 'all-projects' | 'some-projects';

/** A row is visible if the row of `model` whose id is in `field` is visible. */
interface VisibleThrough {
  readonly field: string;
  readonly model: RowModelName;
}

/**
 * For each model: the rows on which the visibility of a row depends.
 * - `everyone`: every viewer sees all rows.
 * - `own rule`: the functions below have a condition.
 * - A list: visible if the row in one of these fields is visible. All entries give the same result, for example the
 * card and the thread of a comment. So SQL uses only the first, and `leadsOnlyToVisibleRows` accepts any.
 */
const visibleThrough: Record<RowModelName, 'everyone' | 'own rule' | readonly [VisibleThrough, ...VisibleThrough[]]> = {
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

/** Returns true if a viewer of some projects does not see all rows of a visible owner. */
const hasOwnProjectRule = (model: string) => model === 'cardOrder' || ownerFieldByProgress[model] !== undefined;

/** For each model of progress: the field with the id of the milestone, run or Run Config. */
const ownerFieldByProgress: { readonly [model: string]: string | undefined } = {
  milestoneProgress: 'milestoneId',
  sprintProgress: 'sprintId',
  sprintConfigProgress: 'sprintConfigId',
};

/**
 * The condition that `part`, a row of `projectProgress`, belongs to the progress row `alias` and to a visible project;
 * null for other models. Dates are not compared.
 */
export function partOfProgressSql(model: string, alias: string, part: string): string | null {
  const owner = ownerFieldByProgress[model];
  return owner === undefined
    ? null
    : `${part}."model" = '${model}' AND ${part}."ownerId" = ${alias}.${quoteSqlIdentifier(owner)} AND ${part}."projectId" IN ${projectIdsSql}`;
}

const throughDeck: VisibleThrough = { field: 'deckId', model: 'deck' };

/** Empty for `everyone` and for models with a rule of their own. */
export function visibleThroughOf(model: string): readonly VisibleThrough[] {
  if (model === 'card') return [throughDeck];
  const rule = visibleThrough[model as RowModelName];
  return rule === undefined || typeof rule === 'string' ? [] : rule;
}

/** True if the related rows of a visible row are always visible, so that they need no check of their own. */
export function leadsOnlyToVisibleRows(readAccess: ReadAccess, from: string, relation: Relation): boolean {
  if (readAccess === 'some-projects' && hasOwnProjectRule(relation.model)) return false;
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

export interface AliasGenerator {
  nextAlias(): string;
}

/**
 * The condition under which the row `alias` is visible; null if all rows are. It can be NULL, so negate it with `IS NOT
 * TRUE`. `leading: false` keeps SQLite from using an index for the condition on cards, so that it can use one that
 * provides the order of the cards instead.
 */
export function visibilityConditionSql(
  readAccess: ReadAccess,
  model: string,
  alias: string,
  names: AliasGenerator,
  leading = true,
): string | null {
  if (readAccess === 'everything' || model === '_root') return null;
  if (readAccess === 'all-projects') return notPrivateSql(model, alias, names);
  return inProjectsSql(model, alias, names, leading);
}

/** Ids of rows that are private to another person; null if the model has no private rows. */
export function privateIdsSql(model: string, names: AliasGenerator): string | null {
  const name = names.nextAlias();
  if (model === 'card')
    return `SELECT ${name}."cardId" FROM "card" ${name} WHERE ${name}."deckId" IS NULL AND (@me IS NULL OR ${name}."creatorId" IS NOT @me)`;
  const [through] = visibleThroughOf(model);
  const inner = through && privateIdsSql(through.model, names);
  if (!through || !inner) return null;
  const id = tableDefinitionOf(model).key[0] ?? '';
  return `SELECT ${name}.${quoteSqlIdentifier(id)} FROM ${quoteSqlIdentifier(model)} ${name} WHERE ${name}.${quoteSqlIdentifier(through.field)} IN (${inner})`;
}

function notPrivateSql(model: string, alias: string, names: AliasGenerator): string | null {
  if (model === 'card') return `(${alias}."deckId" IS NOT NULL OR (@me IS NOT NULL AND ${alias}."creatorId" IS @me))`;
  if (model === 'file') {
    // A file is private if all cards with the file are private.
    const [used, shared] = [names.nextAlias(), names.nextAlias()];
    const cards = `(${privateIdsSql('card', names)})`;
    const hidden = `SELECT ${used}."fileId" FROM "attachment" ${used} WHERE ${used}."cardId" IN ${cards} AND NOT EXISTS (SELECT 1 FROM "attachment" ${shared} WHERE ${shared}."fileId" = ${used}."fileId" AND ${shared}."cardId" NOT IN ${cards})`;
    return `(${alias}."id" NOT IN (${hidden}) OR ${fileWithoutCardSql('all-projects', alias, names)})`;
  }
  const [through] = visibleThroughOf(model);
  const inner = through && privateIdsSql(through.model, names);
  return through && inner ? `${alias}.${quoteSqlIdentifier(through.field)} NOT IN (${inner})` : null;
}

const projectIdsSql = '(SELECT value FROM json_each(@projects))';

function inProjectsSql(model: string, alias: string, names: AliasGenerator, leading = true): string | null {
  switch (model) {
    case 'project':
      return `${alias}."id" IN ${projectIdsSql}`;
    case 'card': {
      const deck = names.nextAlias();
      // The unary `+` prevents SQLite from using an index for this term (https://sqlite.org/optoverview.html).
      return `(${leading ? '' : '+'}${alias}."deckId" IN (SELECT ${deck}."id" FROM "deck" ${deck} WHERE ${deck}."projectId" IN ${projectIdsSql}) OR (${alias}."deckId" IS NULL AND @me IS NOT NULL AND ${alias}."creatorId" IS @me))`;
    }
    case 'milestone':
      return planningSql(alias, 'milestoneProject', 'milestoneId', names);
    case 'sprintConfig':
      return planningSql(alias, 'sprintProject', 'sprintConfigId', names);
    case 'file':
      return fileSql(alias, names);
    case 'cardOrder':
      return cardOrderSql(alias, names);
    default: {
      const owned = ownerVisibleSql(model, alias, names);
      const part = names.nextAlias();
      const isPart = partOfProgressSql(model, alias, part);
      // A progress row is visible on the days on which the numbers of visible projects changed.
      return isPart
        ? `(${owned} AND EXISTS (SELECT 1 FROM "projectProgress" ${part} WHERE ${isPart} AND ${part}."date" = ${alias}."date"))`
        : owned;
    }
  }
}

/** Null for models that every viewer sees. */
function ownerVisibleSql(model: string, alias: string, names: AliasGenerator): string | null {
  const [through] = visibleThroughOf(model);
  if (!through) return null;
  if (through.model === 'project') return `${alias}.${quoteSqlIdentifier(through.field)} IN ${projectIdsSql}`;
  const owner = names.nextAlias();
  const key = quoteSqlIdentifier(tableDefinitionOf(through.model).key[0] ?? '');
  const inner = inProjectsSql(through.model, owner, names) ?? '1';
  return `EXISTS (SELECT 1 FROM ${quoteSqlIdentifier(through.model)} ${owner} WHERE ${owner}.${key} = ${alias}.${quoteSqlIdentifier(through.field)} AND ${inner})`;
}

/** A milestone or Run Config is visible if it is global, or linked to a visible project. */
function planningSql(alias: string, linkTable: string, field: string, names: AliasGenerator): string {
  const link = names.nextAlias();
  return `(${alias}."isGlobal" = 1 OR EXISTS (SELECT 1 FROM ${quoteSqlIdentifier(linkTable)} ${link} WHERE ${link}.${quoteSqlIdentifier(field)} = ${alias}."id" AND ${link}."projectId" IN ${projectIdsSql}))`;
}

/** A position is visible if the card is, and the milestone or run in whose order the card has it. */
function cardOrderSql(alias: string, names: AliasGenerator): string {
  const [card, milestone, run] = [names.nextAlias(), names.nextAlias(), names.nextAlias()];
  const isIn = (context: string, model: string, owner: string, column: string) =>
    `WHEN '${context}' THEN EXISTS (SELECT 1 FROM "${model}" ${owner} WHERE ${owner}."id" = ${card}."${column}" AND ${inProjectsSql(model, owner, names)})`;
  return `EXISTS (SELECT 1 FROM "card" ${card} WHERE ${card}."cardId" = ${alias}."cardId" AND ${inProjectsSql('card', card, names)}
    AND CASE ${alias}."context" ${isIn('milestone', 'milestone', milestone, 'milestoneId')} ${isIn('sprint', 'sprint', run, 'sprintId')} ELSE 1 END)`;
}

/**
 * A file is visible if it is attached to a visible card, is the cover of a visible row, is the profile picture of a
 * person, or was uploaded by the viewer.
 */
function fileSql(alias: string, names: AliasGenerator): string {
  const attachment = names.nextAlias();
  return `(${fileWithoutCardSql('some-projects', alias, names)} OR EXISTS (SELECT 1 FROM "attachment" ${attachment} WHERE ${attachment}."fileId" = ${alias}."id" AND ${inProjectsSql('attachment', attachment, names)}))`;
}

/** Visible without a card: as a cover or picture, or as the viewer's upload. */
function fileWithoutCardSql(readAccess: ReadAccess, alias: string, names: AliasGenerator): string {
  const covers = ['project', 'deck', 'milestone', 'sprint'].map((model) => {
    const cover = names.nextAlias();
    return `EXISTS (SELECT 1 FROM ${quoteSqlIdentifier(model)} ${cover} WHERE ${cover}."coverFileId" = ${alias}."id" AND ${visibilityConditionSql(readAccess, model, cover, names) ?? '1'})`;
  });
  const user = names.nextAlias();
  return `(${[
    `(@me IS NOT NULL AND ${alias}."uploaderId" IS @me)`,
    ...covers,
    `${alias}."id" IN (SELECT ${user}."profileImageId" FROM "user" ${user} WHERE ${user}."profileImageId" IS NOT NULL)`,
  ].join(' OR ')})`;
}
