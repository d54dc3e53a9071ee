/**
 * Changes values in a replica's database, in every column that is not a key, and deletes rows. The service's versions
 * and timestamps stay the same, so polls do not show these differences. The replica must find and correct all of them
 * within the times that poll-intervals.ts promises.
 */
import { expect, test } from 'vitest';
import { type ColumnKind, type StoredModelName, tableDefinitionOf } from '../../../electron/engine/store/schema.ts';
import { remotePollIntervals } from '../../../electron/replica/pull/poll-intervals.ts';
import { fullyStoredModels, replicaDifferences } from '../comparison.ts';
import { createWorld } from '../support.ts';

const hourMs = 3_600_000;

/** Columns whose differences are corrected within a day. Those of all other columns are corrected within 15 minutes. */
const dailyColumns = new Set(['content', 'checkboxInfo', 'cardReferences']);

test('differences in every column of every model are found and corrected in time', { timeout: 120_000 }, async () => {
  const world = createWorld();
  let one = world.replica();
  await one.start();
  const { db } = one.replica.store.engine;
  const planted: string[] = [];
  const anyIdOf = (model: StoredModelName | undefined, but: unknown) => {
    const [id] = model ? tableDefinitionOf(model).key : [];
    return id && (db.prepare(`SELECT "${id}" FROM "${model}" WHERE "${id}" IS NOT ?`).pluck().get(but) as string);
  };
  for (const model of [...fullyStoredModels, 'handCard', 'user'] as const) {
    const { key, columns } = tableDefinitionOf(model);
    const where = model === 'handCard' ? `WHERE "userId" = '${world.userId}'` : '';
    const is = key.map((name) => `"${name}" = @${name}`).join(' AND ');
    const names = key.map((name) => `"${name}"`).join();
    const rows = db.prepare(`SELECT ${names} FROM "${model}" ${where} ORDER BY ${names}`).all() as object[];
    for (const [index, { name, kind, idsOfModel }] of columns
      .filter((column) => !key.includes(column.name))
      .entries()) {
      const row = rows[index % rows.length];
      const was = db.prepare(`SELECT "${name}" FROM "${model}" WHERE ${is}`).pluck().get(row);
      db.prepare(`UPDATE "${model}" SET "${name}" = @planted WHERE ${is}`).run({
        ...row,
        planted: differentValue(was, kind, anyIdOf(idsOfModel as StoredModelName | undefined, was)),
      });
      planted.push(`${model}.${name}`);
    }
    // Also delete one row of each model except `account`.
    if (model !== 'account') db.prepare(`DELETE FROM "${model}" WHERE ${is}`).run(rows.at(-1));
  }
  expect(planted.length).toBeGreaterThan(150);
  const left = () => replicaDifferences(one.replica, world.service, world.userId);
  expect(left().length).toBeGreaterThan(150);
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await world.clock.advance(60_000);
      await one.idle();
    }
  };
  await pass(17);
  expect(left().filter((line) => !dailyColumns.has(/\.(\w+):/.exec(line)?.[1] ?? ''))).toEqual([]);
  await one.close();
  // Poll rarely from now on, so that a simulated day needs few requests. Only the daily reading of whole cards can then
  // correct the remaining differences.
  const intervals = {
    ...remotePollIntervals,
    backgroundDeltaPollMs: hourMs,
    fullPollMs: hourMs,
    wholeDigestMs: 24 * hourMs,
  };
  one = world.replica({ directory: one.directory, intervals });
  await one.start();
  for (let hour = 0; hour < 25 && left().length > 0; hour += 1) {
    await world.clock.advance(hourMs);
    await one.idle();
  }
  expect(left()).toEqual([]);
  await world.close();
});

/**
 * Returns a column value other than `value`. Both values are as SQLite stores them: a boolean is 0 or 1, a list is JSON
 * text.
 */
function differentValue(value: unknown, kind: ColumnKind, id: string | undefined): unknown {
  if (id) return kind === 'text' ? id : value === '[]' ? JSON.stringify([id]) : '[]';
  if (kind === 'boolean') return value === 1 ? 0 : 1;
  if (kind === 'integer') return Number(value ?? 0) + 1;
  if (kind === 'text') return `${value ?? ''}x`;
  return value === '[]' ? '["planted"]' : String(value).startsWith('[') ? '[]' : '{"planted":1}';
}
