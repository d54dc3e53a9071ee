/** Checks that a watched answer equals a new answer to the same query, after any changes to the database. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChangedRows } from '../../../electron/engine/query/changed-rows.ts';
import type { AnswerPatch, LiveAnswer } from '../../../electron/engine/query/live-answer.ts';
import type { SerializedRow } from '../../../electron/engine/query/live-texts.ts';
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import { type AnyRow, RowStore } from '../../../electron/engine/store/rows.ts';
import { type StoredModelName, tableDefinitionOf } from '../../../electron/engine/store/schema.ts';
import { packAnswerRows, unpackAnswer } from '../../../shared/bridge/packed.ts';
import { type QueryAnswer, type RowModelName, rowKey } from '../../../shared/contract/index.ts';
import type { ReferenceRows } from '../../support/reference-evaluator.ts';
import { comparableAnswer } from './comparable-answer.ts';
import { createDatabaseWithRows, unrestrictedViewer } from './database.ts';
import { randomQueries, randomReferenceRows } from './random-rows.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/**
 * The environment variable `RUNS` sets the number of cases. `SEED` is the seed of the cases, for repeating a failure.
 */
const runs = Number(process.env.RUNS ?? 120);
/** A case takes less than 100 ms on an idle computer. The timeout allows 2 seconds, for computers under load. */
const timeoutMs = Math.max(120_000, 2_000 * runs);

interface Write {
  readonly model: StoredModelName;
  readonly key: string;
  /** The row after the write; undefined if the write deletes the row. */
  readonly row: AnyRow | undefined;
}

/** Returns the writes that turn one random database into another. */
function writesBetween(from: ReferenceRows, to: ReferenceRows): Write[] {
  return Object.keys({ ...from, ...to }).flatMap((name) => {
    const model = name as StoredModelName;
    const keyed = (world: ReferenceRows) =>
      new Map(
        (world[name as RowModelName] ?? []).map((row) => [rowKey(tableDefinitionOf(name).model, row), row as AnyRow]),
      );
    const [old, now] = [keyed(from), keyed(to)];
    const gone = [...old.keys()].filter((key) => !now.has(key)).map((key) => ({ model, key, row: undefined }));
    return [...gone, ...[...now].map(([key, row]) => ({ model, key, row }))];
  });
}

/** The answer that a window builds from the messages it receives. */
class WindowAnswer {
  root: SerializedRow;
  readonly models: Map<string, Map<string, SerializedRow>>;

  constructor({ texts }: LiveAnswer) {
    this.root = texts.root;
    this.models = new Map([...texts.models].map(([model, rows]) => [model, new Map(rows)]));
  }

  take(moved: AnswerPatch | undefined): void {
    this.root = moved?.root ?? this.root;
    for (const [model, rows] of moved?.models ?? []) {
      const map = this.models.get(model) ?? new Map<string, SerializedRow>();
      this.models.set(model, map);
      for (const [key, shown] of rows) {
        if (shown === null) expect(map.delete(key)).toBe(true);
        else {
          expect(map.get(key)).not.toEqual(shown);
          map.set(key, shown);
        }
      }
    }
  }

  /** The answer after it was packed and unpacked, like an answer that is sent to a window. */
  get answer(): QueryAnswer {
    return unpackAnswer(
      packAnswerRows(
        this.root,
        [...this.models].map(([model, rows]) => [model, rows.values()]),
      ),
    );
  }
}

describe('watched answers', () => {
  test(
    `equal a new answer after any writes (seed ${seed})`,
    () => {
      fc.assert(
        fc.property(
          randomReferenceRows,
          randomReferenceRows,
          fc.array(randomQueries, { minLength: 1, maxLength: 12 }),
          fc.array(fc.nat({ max: 1000 }), { minLength: 60, maxLength: 60 }),
          fc.integer({ min: 1, max: 12 }),
          (from, to, queries, shuffle, batch) => {
            const db = createDatabaseWithRows(from);
            try {
              const rows = new RowStore(db);
              const reader = createDatabaseReader(db, 'replica');
              const kept = queries.map((query) => {
                const live = reader.live(query, unrestrictedViewer);
                return { query, live, shown: new WindowAnswer(live) };
              });
              const place = (index: number) => shuffle[index % shuffle.length] ?? 0;
              const writes = writesBetween(from, to)
                .map((write, index) => ({ write, at: place(index) }))
                .toSorted((a, b) => a.at - b.at)
                .map(({ write }) => write);
              for (let at = 0; at < writes.length; at += batch) {
                const changed = new ChangedRows();
                for (const { model, key, row } of writes.slice(at, at + batch)) {
                  const before = rows.get(model, key) as AnyRow | undefined;
                  if (row) rows.put(model, row as never);
                  else rows.remove(model, key);
                  changed.add(model, key, before, rows.get(model, key) as AnyRow | undefined);
                }
                rows.flushText();
                for (const { query, live, shown } of kept) {
                  shown.take(live.update(changed));
                  const anew = comparableAnswer(JSON.parse(reader.answerText(query, unrestrictedViewer)));
                  expect(comparableAnswer(shown.answer)).toEqual(anew);
                }
              }
            } finally {
              db.close();
            }
          },
        ),
        { seed, numRuns: runs },
      );
    },
    timeoutMs,
  );
});
