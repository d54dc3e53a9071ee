/**
 * Fields that can tell of invisible rows. On the service, a viewer reads them as if these rows did not exist: in
 * answers, filters and orders.
 */
import { modelByName, type Relation } from '../../../shared/contract/index.ts';
import { quoteSqlIdentifier, tableDefinitionOf } from '../store/schema.ts';
import {
  type AliasGenerator,
  leadsOnlyToVisibleRows,
  partOfProgressSql,
  privateIdsSql,
  type ReadAccess,
  visibilityConditionSql,
} from './visible.ts';

interface Reading {
  readonly readAccess: ReadAccess;
  readonly names: AliasGenerator;
}

/** `id` belongs to a visible row; null if all rows are visible. */
function isSeenSql({ readAccess, names }: Reading, model: string, id: string): string | null {
  const row = names.nextAlias();
  const visible = visibilityConditionSql(readAccess, model, row, names);
  const key = quoteSqlIdentifier(tableDefinitionOf(model).key[0] ?? '');
  return (
    visible && `EXISTS (SELECT 1 FROM ${quoteSqlIdentifier(model)} ${row} WHERE ${row}.${key} = ${id} AND ${visible})`
  );
}

/** `id` belongs to a row that exists and is invisible; null if no row can be. */
function isHiddenSql({ readAccess, names }: Reading, model: string, id: string): string | null {
  if (readAccess === 'all-projects') {
    const ids = privateIdsSql(model, names);
    return ids && `${id} IN (${ids})`;
  }
  const row = names.nextAlias();
  const visible = visibilityConditionSql(readAccess, model, row, names);
  if (visible === null) return null;
  const key = `${row}.${quoteSqlIdentifier(tableDefinitionOf(model).key[0] ?? '')}`;
  const rows = `FROM ${quoteSqlIdentifier(model)} ${row} WHERE ${visible} IS NOT TRUE`;
  // SQLite reads the list only once. There are few milestones, runs, decks and steps, but many cards.
  return model === 'card' ? `EXISTS (SELECT 1 ${rows} AND ${key} = ${id})` : `${id} IN (SELECT ${key} ${rows})`;
}

/**
 * The related rows are visible wherever the referring row is, so their ids need no check. The cover of a visible row is
 * visible, because the card has it as an attachment, too.
 */
const alwaysVisible = (readAccess: ReadAccess, from: string, relation: Relation): boolean =>
  relation.model === 'file' || leadsOnlyToVisibleRows(readAccess, from, relation);

/** The relation whose id the field contains, if a visible row can refer to an invisible one through it. */
function nullableRelation(readAccess: ReadAccess, model: string, field: string): Relation | undefined {
  const relation = Object.values(modelByName(model)?.relations ?? {}).find(
    (candidate) => candidate.kind === 'one' && candidate.orNull && candidate.field === field,
  );
  return relation && !alwaysVisible(readAccess, model, relation) ? relation : undefined;
}

/** True if the viewer reads the field as its stored value or as null, so that an index finds its values. */
export const isReference = (readAccess: ReadAccess, model: string, field: string): boolean =>
  nullableRelation(readAccess, model, field) !== undefined;

const listByFlag: Readonly<Record<string, string>> = { hasBlockingDeps: 'inDeps', isBlockingDep: 'outDeps' };

/** Null if the viewer reads the stored value. `alias` is the alias of the row. */
export function shownValueSql(
  readAccess: ReadAccess,
  model: string,
  alias: string,
  field: string,
  names: AliasGenerator,
): string | null {
  if (readAccess === 'everything') return null;
  const reading = { readAccess, names };
  const column = `${alias}.${quoteSqlIdentifier(field)}`;
  const relation = nullableRelation(readAccess, model, field);
  if (relation) {
    const hidden = isHiddenSql(reading, relation.model, column);
    return hidden && `CASE WHEN ${column} IS NOT NULL AND NOT ${hidden} THEN ${column} END`;
  }
  const list = model === 'card' ? listByFlag[field] : undefined;
  if (list) return shownFlagSql(reading, alias, column, list);
  if (model === 'queueEntry' && field === 'sortIndex') return shownPlaceSql(reading, alias, column);
  if (model === 'cardHistory' && field === 'diff') return shownDiffSql(reading, column);
  if (field === 'progress' && readAccess === 'some-projects') return shownProgressSql(reading, model, alias);
  return null;
}

/** The flag says that a card in the list is not done. Without invisible cards in the list, it is the stored flag. */
function shownFlagSql(reading: Reading, alias: string, flag: string, list: string): string {
  const { names } = reading;
  const [each, one] = [names.nextAlias(), names.nextAlias()];
  const ids = `json_each(${alias}.${quoteSqlIdentifier(list)}) ${each}`;
  const hidden = isHiddenSql(reading, 'card', `${each}.value`);
  const visible = visibilityConditionSql(reading.readAccess, 'card', one, names) ?? '1';
  return `CASE WHEN ${flag} AND EXISTS (SELECT 1 FROM ${ids} WHERE ${hidden})
    THEN EXISTS (SELECT 1 FROM ${ids} CROSS JOIN "card" ${one} ON ${one}."cardId" = ${each}.value WHERE ${one}."status" IS NOT 'done' AND ${visible})
    ELSE ${flag} END`;
}

/** The place in a Hand, without the invisible cards before it. */
function shownPlaceSql({ readAccess, names }: Reading, alias: string, place: string): string {
  const other = names.nextAlias();
  const visible = visibilityConditionSql(readAccess, 'queueEntry', other, names) ?? '1';
  return `${place} - (SELECT count(*) FROM "queueEntry" ${other} WHERE ${other}."userId" = ${alias}."userId"
    AND ${other}."cardDoneAt" IS NULL AND ${other}."sortIndex" < ${place} AND ${visible} IS NOT TRUE)`;
}

/** The last numbers of each visible project until the day of the row, added up. */
function shownProgressSql({ names }: Reading, model: string, alias: string): string | null {
  const [part, later] = [names.nextAlias(), names.nextAlias()];
  const isPart = partOfProgressSql(model, alias, part);
  return (
    isPart &&
    `progress_of_parts('${model}', (SELECT json_group_array(json(${part}."stats")) FROM "projectProgress" ${part}
      WHERE ${isPart} AND ${part}."date" <= ${alias}."date" AND NOT EXISTS (SELECT 1 FROM "projectProgress" ${later}
        WHERE ${later}."model" = ${part}."model" AND ${later}."ownerId" = ${part}."ownerId" AND ${later}."projectId" = ${part}."projectId"
          AND ${later}."date" > ${part}."date" AND ${later}."date" <= ${alias}."date")))`
  );
}

/**
 * Leaves out invisible rows and rows that no longer exist, so that both look alike: pairs of single values have null in
 * their place, lists lack them, and a field of which nothing is left is missing.
 */
function shownDiffSql(reading: Reading, diff: string): string {
  const { names } = reading;
  const card = modelByName('card')?.relations ?? {};
  const each = names.nextAlias();
  const shown = Object.entries(card).flatMap(([name, relation]) => {
    // The attachments of a visible card are visible.
    if (relation.model === 'attachment' || relation.model === 'file') return [];
    if (relation.kind === 'listed') {
      const lists = ['+', '-'].map((sign) => {
        const id = names.nextAlias();
        const seen = isSeenSql(reading, relation.model, `${id}.value`);
        return (
          seen &&
          `(SELECT json_group_array(${id}.value) FROM json_each(${each}.value, '$."${sign}"') ${id} WHERE ${seen})`
        );
      });
      if (lists.includes(null)) return [];
      return [
        `WHEN '${name}' THEN nullif(json_object('+', json(${lists[0]}), '-', json(${lists[1]})), '{"+":[],"-":[]}')`,
      ];
    }
    if (relation.kind !== 'one') return [];
    const sides = [0, 1].map((side) => {
      const id = `json_extract(${each}.value, '$[${side}]')`;
      const seen = isSeenSql(reading, relation.model, id);
      return seen && `CASE WHEN ${seen} THEN ${id} END`;
    });
    if (sides.includes(null)) return [];
    return [`WHEN '${relation.field}' THEN nullif(json_array(${sides.join(', ')}), '[null,null]')`];
  });
  const key = names.nextAlias();
  return `CASE WHEN json_type(${diff}) = 'object' THEN (SELECT json_group_object(${key}.key, json(${key}.shown)) FROM
    (SELECT ${each}.key AS key, CASE ${each}.key ${shown.join(' ')} ELSE ${diff} -> ('$."' || ${each}.key || '"') END AS shown
     FROM json_each(${diff}) ${each}) ${key} WHERE ${key}.shown IS NOT NULL) ELSE ${diff} END`;
}
