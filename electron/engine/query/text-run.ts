/** Runs a plan compiled for text: the rows of its answer, each as JSON text. */
import type { Viewer } from '../types.ts';
import type { CompiledLink, CompiledNode, CompiledPlan, Source } from './compile.ts';
import { Inquiry, keyOfRow, type RawRow, type Statements } from './statements.ts';

/** Rows of one node. `texts` lack their closing braces. No key occurs twice. */
export interface Sheet {
  readonly node: CompiledNode;
  readonly keys: readonly string[];
  readonly raw: readonly RawRow[];
  readonly texts: string[];
  /** Keys added to the texts. */
  readonly written: Set<string>;
}

export class TextRun {
  readonly #inquiry: Inquiry;
  /** In order of mention. */
  readonly #sheets = new Map<string, Sheet[]>();
  /** Sheets whose links must still be followed, in order of depth. */
  readonly #pending: Sheet[] = [];

  constructor(statements: Statements, viewer: Viewer) {
    this.#inquiry = new Inquiry(statements, viewer);
  }

  /** Sheets by model, including `_root`. */
  answer(plan: CompiledPlan): ReadonlyMap<string, readonly Sheet[]> {
    for (const model of plan.models) this.#sheets.set(model, []);
    for (const root of plan.roots) {
      if (root.kind === 'row') this.#load(root.source, root.id);
      else this.#begin(root.source);
    }
    for (let next = 0; next < this.#pending.length; next += 1) {
      const sheet = this.#pending[next] as Sheet;
      for (const link of sheet.node.links) {
        if (link.kind === 'ref') this.#followRefs(sheet, link);
        else this.#followList(sheet, link);
      }
    }
    return this.#sheets;
  }

  #add(sheet: Sheet): void {
    const { model, links } = sheet.node;
    const sheets = this.#sheets.get(model);
    if (sheets) sheets.push(sheet);
    else this.#sheets.set(model, [sheet]);
    if (links.length > 0 && sheet.keys.length > 0) this.#pending.push(sheet);
  }

  #begin({ statement, node }: Source): void {
    const raw = this.#inquiry.all(statement);
    this.#add(sheetOf(node, [''], raw));
  }

  /** Adds rows to the answer. Returns the key of every raw row, including repeated ones. */
  #load({ statement, node }: Source, values: Readonly<Record<string, unknown>>, repeats = false) {
    const raw = this.#inquiry.rows(statement, values);
    const keys = raw.map((row) => keyOfRow(node, row));
    if (repeats) {
      const lastIndexes = [...new Map(keys.map((key, index) => [key, index])).values()];
      const uniqueRows = lastIndexes.map((place) => raw[place] as RawRow);
      this.#add(
        sheetOf(
          node,
          lastIndexes.map((place) => keys[place] as string),
          uniqueRows,
        ),
      );
    } else this.#add(sheetOf(node, keys, raw));
    return { keys, raw };
  }

  #followList(sheet: Sheet, link: Extract<CompiledLink, { kind: 'list' }>): void {
    const write = writerOf(sheet, link.key);
    const textOf = (ids: readonly string[]) => JSON.stringify(link.first ? (ids[0] ?? null) : ids);
    if (link.shared || sheet.keys.length === 1) {
      const text = textOf(this.#load(link.one, { parent: sheet.keys[0] }).keys);
      for (const index of sheet.keys.keys()) write(index, text);
      return;
    }
    const lists = new Map<string, string[]>(sheet.keys.map((key) => [key, []]));
    const { parentAt } = link.many.node;
    const { keys, raw } = this.#load(link.many, { parents: JSON.stringify(sheet.keys) }, link.repeats);
    for (const [index, key] of keys.entries()) lists.get(raw[index]?.[parentAt] as string)?.push(key);
    for (const [index, key] of sheet.keys.entries()) write(index, textOf(lists.get(key) ?? []));
  }

  /** The texts already contain the ids; those of invisible rows are replaced. */
  #followRefs(sheet: Sheet, link: Extract<CompiledLink, { kind: 'ref' }>): void {
    const { source, hidden: hiddenAmong } = link;
    if (!source && !hiddenAmong) return;
    const refs = sheet.raw.map((row) => idsIn(row[link.at] as string | null, link.isList));
    const ids = new Set(refs.flat());
    if (hiddenAmong) {
      const raw = ids.size === 0 ? [] : this.#inquiry.all(hiddenAmong, { parents: JSON.stringify([...ids]) });
      const hidden = new Set(raw.map(([id]) => id as string));
      const write = writerOf(sheet, link.key);
      for (const [index, list] of refs.entries()) {
        const shown = list.filter((id) => !hidden.has(id));
        write(index, JSON.stringify(link.isList ? shown : (shown[0] ?? null)));
      }
      for (const id of hidden) ids.delete(id);
    }
    if (!source || ids.size === 0) return;
    if (ids.size === 1) this.#load(source.only, { parent: [...ids][0] });
    else this.#load(source, { parents: JSON.stringify([...ids]) });
  }
}

function sheetOf(node: CompiledNode, keys: readonly string[], raw: readonly RawRow[]): Sheet {
  return { node, keys, raw, texts: raw.map((row) => row[node.textAt] as string), written: new Set() };
}

function idsIn(refText: string | null, isList: boolean): string[] {
  if (refText === null || (isList && refText === '[]')) return [];
  return isList ? (JSON.parse(refText) as string[]) : [refText];
}

/** Adds a key to the sheet's rows; a key that occurs twice is written once. */
function writerOf({ texts, written }: Sheet, key: string): (index: number, value: string) => void {
  if (written.has(key)) return () => undefined;
  written.add(key);
  const label = `${JSON.stringify(key)}:`;
  return (index, value) => {
    const text = texts[index] as string;
    texts[index] = `${text}${text.length > 1 ? ',' : ''}${label}${value}`;
  };
}
