/** Replaces and counts wrong values in answers, so that one wrong value stops neither a sync nor a screen. */
import {
  type FieldList,
  fieldTypeOf,
  isRecord,
  type Model,
  modelByName,
  models,
  type Query,
  type QueryAnswer,
  relationByName,
  type ValueType,
} from '../../shared/contract/index.ts';
import { correctionOf, type ValueCorrection } from '../../shared/contract/neutral.ts';
import { relationNameOfQueryKey } from './refused.ts';

type Row = Record<string, unknown>;

/** The types of fields, lists of related ids, and single related ids. */
function typesOf({ fields, relations }: Model): [string, ValueType][] {
  const types = new Map<string, ValueType>(Object.entries(fields));
  for (const [name, relation] of Object.entries(relations)) {
    const id = { kind: 'id', model: relation.model } as const;
    if (relation.kind === 'listed') types.set(name, { kind: 'list', of: id });
    if (relation.kind === 'one' && !types.has(relation.field)) types.set(relation.field, { kind: 'nullable', of: id });
  }
  return [...types];
}

interface ModelCorrection {
  readonly id: readonly string[];
  readonly corrections: readonly (readonly [string, ValueCorrection])[];
}

const corrections: ReadonlyMap<string, ModelCorrection> = new Map(
  Object.entries(models as Record<string, Model>).map(([name, model]) => [
    name,
    { id: model.id, corrections: typesOf(model).map(([field, type]) => [field, correctionOf(type)] as const) },
  ]),
);

/**
 * By model: the fields that each selection of its rows names, so that no row may lack them. Without preview fields,
 * which a service may drop.
 */
function fieldsAskedOf(query: Query): ReadonlyMap<string, ReadonlySet<string>> {
  const asked = new Map<string, ReadonlySet<string>>();
  const add = (modelName: string, list: FieldList): void => {
    const model = modelByName(modelName);
    if (!model) return;
    const before = asked.get(modelName);
    const names = list.filter((item): item is string => typeof item === 'string' && (!before || before.has(item)));
    asked.set(modelName, new Set(names.filter((name) => fieldTypeOf(model, name)?.preview === undefined)));
    for (const selection of list)
      if (typeof selection !== 'string')
        for (const [key, inner] of Object.entries(selection))
          add(relationByName(model, relationNameOfQueryKey(key))?.model ?? '', inner);
  };
  for (const [key, list] of Object.entries(query)) add(relationNameOfQueryKey(key), list);
  return asked;
}

const noFields: ReadonlySet<string> = new Set();

/** A service may add such a row for an id in another row. It is not stored, so it must not look like a whole one. */
const isNamedOnly = (row: Row, { id }: ModelCorrection) => Object.keys(row).every((name) => id.includes(name));

/** Keys of rows that are remembered per field. More rows are not counted. */
const maxCountedRows = 10_000;

/** The key is `model.field`; a row that is no object counts for its model. */
export type WrongValueCounts = Readonly<Record<string, number>>;

export class AnswerCorrector {
  #wrongRows = new Map<string, Set<string>>();

  get counts(): WrongValueCounts {
    return Object.fromEntries([...this.#wrongRows].map(([field, rows]) => [field, rows.size]));
  }

  #note(field: string, key: string): void {
    const rows = this.#wrongRows.get(field) ?? new Set();
    this.#wrongRows.set(field, rows);
    if (rows.size < maxCountedRows) rows.add(key);
  }

  /**
   * Corrects in place, and fills in ids and fields of `query` that a row lacks. Drops a row that is no object, or whose
   * key of several parts is wrong or not whole.
   */
  correct(answer: QueryAnswer, query: Query): void {
    const askedOf = fieldsAskedOf(query);
    for (const [model, rows] of Object.entries(answer) as [string, Record<string, Row>][]) {
      // As in `parseAnswer`.
      Object.setPrototypeOf(rows, null);
      const correction = model === '_root' ? undefined : corrections.get(model);
      if (!correction) continue;
      const asked = askedOf.get(model) ?? noFields;
      for (const [key, row] of Object.entries(rows))
        if (
          !isRecord(row) ||
          !this.#correctRow(model, correction, isNamedOnly(row, correction) ? noFields : asked, key, row)
        ) {
          this.#note(model, key);
          delete rows[key];
        }
    }
  }

  #correctRow(
    model: string,
    { id, corrections }: ModelCorrection,
    asked: ReadonlySet<string>,
    key: string,
    row: Row,
  ): boolean {
    const [onlyId] = id.length === 1 ? id : [];
    for (const [name, correct] of corrections) {
      const value = row[name];
      if (value === undefined && !asked.has(name) && !id.includes(name)) continue;
      // The answer's lists name the row by its key, so the key is right. An id that differs would overwrite another row.
      const right = name === onlyId ? key : correct(value);
      if (right === value) continue;
      if (name !== onlyId && id.includes(name)) return false;
      row[name] = right;
      this.#note(`${model}.${name}`, key);
    }
    if (model === 'card' && typeof row.parentCardId === 'string' && row.parentCardId === key) {
      row.parentCardId = null;
      this.#note('card.parentCardId', key);
    }
    return true;
  }
}
