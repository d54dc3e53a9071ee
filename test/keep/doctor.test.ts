/** Checks that the doctor finds each kind of fault, says so in words, and mends what can be mended. */
import SQLite, { type Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { databaseChecks, examine, mendAll } from '../../electron/keep/doctor.ts';
import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { createService } from '../../electron/service/service.ts';
import { invariantViolations } from '../support/invariants.ts';

const service = createService({ file: ':memory:', content: createDemoStudioContent() });
const bytes = service.engine.db.serialize();
service.close();
const demo = (): Database => new SQLite(bytes);
const textsOf = (db: Database) => examine(db, databaseChecks).map(({ text }) => text);

test('a whole workspace has no findings, and mending changes nothing', () => {
  const db = demo();
  expect(examine(db, databaseChecks)).toEqual([]);
  mendAll(db, databaseChecks);
  expect(db.prepare('SELECT total_changes()').pluck().get()).toBe(0);
  db.close();
});

test.each([
  ['name others that do not exist', `UPDATE card SET milestoneId = 'gone' WHERE n = 1`, true],
  ['name others that do not exist', `UPDATE card SET childCards = '["gone"]' WHERE n = 1`, true],
  ['would get numbers that others have', `UPDATE counter SET value = 3 WHERE name = 'card'`, true],
  ['would get numbers that others have', `DELETE FROM counter`, true],
  ['Numbers in overviews differ', `UPDATE cardTally SET n = n + 1`, true],
  ['Numbers in overviews differ', `DELETE FROM cardPlace`, true],
  ['Search does not know all cards', `DELETE FROM cardText WHERE rowid = 1`, true],
  ['share a number', `UPDATE deck SET accountSeq = 1`, false],
  ['attached files are not complete', `DELETE FROM storedFile`, false],
  ['attached files are not complete', `UPDATE storedFile SET bytes = x'00'`, false],
  ['values cannot be read', `UPDATE card SET tags = '{' WHERE n = 2`, false],
  ['values cannot be read', `UPDATE deck SET title = x'07'`, false],
])('%s: %s', (text, sql, canMend) => {
  const db = demo();
  db.exec(sql);
  const findings = examine(db, databaseChecks);
  expect(findings).toContainEqual(expect.objectContaining({ text: expect.stringContaining(text), canMend }));
  for (const { examples, count } of findings) expect(Math.min(count, 20)).toBe(examples.length);
  if (canMend) {
    mendAll(db, databaseChecks);
    expect(textsOf(db)).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM card').pluck().get()).toBeGreaterThan(50);
  }
  db.close();
});

test('a row that is nothing without a missing one is named and left', () => {
  const db = demo();
  db.exec(`UPDATE resolvable SET cardId = 'gone' WHERE id = (SELECT id FROM resolvable LIMIT 1)`);
  mendAll(db, databaseChecks);
  expect(examine(db, databaseChecks)).toMatchObject([
    { examples: expect.arrayContaining([`resolvable.cardId names the card 'gone', which does not exist`]) },
  ]);
  db.close();
});

test('damaged pages are a finding, and checks that cannot run say so', () => {
  const damaged = Buffer.from(bytes);
  damaged.fill(0xff, 4096 * 20, 4096 * 60);
  const db = new SQLite(damaged);
  const findings = examine(db, databaseChecks);
  expect(findings[0]).toMatchObject({ text: 'The file of the workspace is damaged', canMend: false });
  db.close();
});

test('the demo that was mended satisfies all invariants', () => {
  const mended = createService({ file: ':memory:', content: createDemoStudioContent() });
  const { db } = mended.engine;
  db.exec(`UPDATE cardTally SET n = 7; DELETE FROM cardText WHERE rowid < 9; DELETE FROM counter`);
  mendAll(db, databaseChecks);
  expect(invariantViolations(mended.engine)).toEqual([]);
  mended.close();
});
