/** Checks that database files from elsewhere bring their rows, and nothing else. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCardFinder } from '../../electron/engine/query/find.ts';
import { takeOutbox, takeServiceDatabase } from '../../electron/keep/foreign-database.ts';
import { migrateOutboxTables } from '../../electron/replica/store/migrations.ts';
import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { createService } from '../../electron/service/service.ts';
import { invariantViolations } from '../support/invariants.ts';

let folder: string;
const file = () => path.join(folder, 'service.sqlite');
const target = () => path.join(folder, 'new', 'service.sqlite');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-foreign-'));
  mkdirSync(path.dirname(target()));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A workspace's file with the demo, or with one empty project. */
function writeWorkspace({ demo = false } = {}): void {
  const content = demo ? createDemoStudioContent() : undefined;
  const service = createService({ file: file(), content, initialContent: { projectName: 'Garden' } });
  service.administration.createToken({ kind: 'organization', permission: 'admin', label: 'Known elsewhere' });
  service.close();
  rmSync(`${file()}.lock`, { force: true });
}

function change(sql: string): void {
  const db = new SQLite(file());
  db.exec(sql);
  db.close();
}

const refusalOf = (): string => {
  try {
    takeServiceDatabase(file(), target());
  } catch (error) {
    expect(readdirSync(path.dirname(target()))).toEqual([]);
    return (error as Error).message;
  }
  return 'taken';
};

const rowsOf = (db: Database, table: string) => db.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all();

test('the rows arrive unchanged, without tokens, and the file stays as it is', () => {
  writeWorkspace({ demo: true });
  takeServiceDatabase(file(), target());
  const before = new SQLite(file(), { readonly: true });
  const service = createService({ file: target() });
  const { db, rows } = service.engine;
  for (const table of ['card', 'deck', 'resolvableEntry', 'storedFile', 'storedFilePiece', 'counter', 'mail'])
    expect(rowsOf(db, table), table).toEqual(rowsOf(before, table));
  expect(rows.find('card', {}).length).toBeGreaterThan(50);
  expect(service.administration.listTokens()).toEqual([]);
  expect(before.prepare('SELECT count(*) FROM apiToken').pluck().get()).toBe(1);
  expect(invariantViolations(service.engine)).toEqual([]);
  const [card] = rows.find('card', {}).filter(({ title }) => /^\w{4,}/.test(title));
  expect(
    createCardFinder(db)
      .find(card?.title ?? '', 9)
      .map(({ cardId }) => cardId),
  ).toContain(card?.cardId);
  before.close();
  service.close();
  expect(readdirSync(path.dirname(target())).filter((name) => !name.startsWith('service.sqlite'))).toEqual([]);
});

test('a file of an earlier format is migrated', () => {
  writeWorkspace();
  change(
    `ALTER TABLE "sprintConfig" ADD COLUMN "account" TEXT; ALTER TABLE "sprintConfig" DROP COLUMN "accountId";
     DROP TRIGGER "apiToken.ofMember"; ALTER TABLE "accountRole" RENAME TO "member"; PRAGMA user_version = 1`,
  );
  takeServiceDatabase(file(), target());
  const service = createService({ file: target() });
  expect(service.engine.rows.find('accountRole', {})).toMatchObject([{ role: 'owner' }]);
  service.close();
});

test.each([
  ['a view', 'CREATE VIEW "everything" AS SELECT 1', /the view “everything”/],
  ['a trigger', `CREATE TRIGGER later AFTER INSERT ON card BEGIN DELETE FROM card; END`, /the trigger “later”/],
  ['a virtual table', 'CREATE VIRTUAL TABLE more USING fts5(x)', /the table “more/],
  ['another table', 'CREATE TABLE more (x TEXT)', /the table “more”/],
  ['an index with a function', 'CREATE INDEX slow ON card (zeroblob(1000000000))', /the index “slow”/],
  [
    'a computed column',
    'DROP TABLE mail; CREATE TABLE mail (id INTEGER PRIMARY KEY, text TEXT AS (upper(subject)), subject TEXT)',
    /the table “mail”/,
  ],
  [
    'a checked column',
    'DROP TABLE mail; CREATE TABLE mail (id INTEGER PRIMARY KEY, text TEXT CHECK (length(text) > 0))',
    /the table “mail”/,
  ],
  ['a view in place of a table', 'DROP TABLE mail; CREATE VIEW mail AS SELECT 1 AS id', /the view “mail”/],
  ['a virtual table in place of a table', 'DROP TABLE mail; CREATE VIRTUAL TABLE mail USING fts5(id)', /“mail/],
  ['a missing table', 'DROP TABLE setting', /no copy of a workspace/],
  ['no organization', 'DELETE FROM account', /has no organization/],
  ['no person', `DELETE FROM setting WHERE name = 'localPerson'`, /names no local person/],
  ['a newer format', 'PRAGMA user_version = 99', /newer Decktop/],
  [
    'bytes in place of a text',
    `UPDATE account SET name = x'00ff'`,
    /wrong values: account .* a value that cannot be read/,
  ],
  ['a number in place of a list', `UPDATE account SET effortScale = '7'`, /wrong values: account .* in effortScale/],
  ['a text that is no JSON', `UPDATE project SET spaces = '[{'`, /wrong values: project .* cannot be read/],
  ['a day that does not exist', `UPDATE account SET createdAt = 'yesterday'`, /wrong values: account .* in createdAt/],
])('%s is refused with a clear message, and nothing is left', (_what, sql, message) => {
  writeWorkspace();
  change(sql);
  const refusal = refusalOf();
  expect(refusal).toMatch(message);
  expect(refusal).toContain(file());
});

test('what is no file, no database or no whole database is refused', () => {
  writeFileSync(file(), '');
  expect(refusalOf()).toMatch(/is no database/);
  writeFileSync(file(), 'no database at all');
  expect(refusalOf()).toMatch(/is no database/);
  writeFileSync(file(), `SQLite format 3\0${'x'.repeat(5_000)}`);
  expect(refusalOf()).toMatch(/damaged/);
  rmSync(file());
  mkdirSync(file());
  expect(refusalOf()).toMatch(/is no file/);
  rmSync(file(), { recursive: true });
  writeWorkspace({ demo: true });
  const whole = path.join(folder, 'whole.sqlite');
  copyFileSync(file(), whole);
  truncateSync(file(), 200_000);
  expect(refusalOf()).toMatch(/damaged/);
  rmSync(file());
  symlinkSync(whole, file());
  expect(refusalOf()).toMatch(/is a link/);
  rmSync(file());
  expect(refusalOf()).toMatch(/no such file/);
  // Bytes behind the last page are no part of the database.
  renameSync(whole, file());
  appendFileSync(file(), 'x'.repeat(100));
  expect(refusalOf()).toBe('taken');
});

test('changes of an outbox wait for the person, drafts arrive, and what Decktop does not make is refused', () => {
  const source = path.join(folder, 'outbox.sqlite');
  const taken = path.join(folder, 'new', 'outbox.sqlite');
  const write = (sql: string) => {
    rmSync(source, { force: true });
    const db = new SQLite(source);
    migrateOutboxTables(db);
    db.exec(sql);
    db.close();
  };
  write(`INSERT INTO operation (key, batch, action, params, base, label, at, state, answer)
      VALUES ('k', 'b', 'cards/update', '{}', '{}', 'Edit', '2026-01-01T00:00:00.000Z', 'queued', '{}');
    INSERT INTO draft VALUES ('d', 'Half a sentence', '', '2026-01-01T00:00:00.000Z');
    INSERT INTO importRun (source, label, at, state, report) VALUES ('s', 'l', '', 'running', '{}')`);
  takeOutbox(source, taken);
  const db = new SQLite(taken);
  expect(db.prepare('SELECT state, failure FROM operation').all()).toEqual([
    { state: 'rejected', failure: expect.stringContaining('from_backup') },
  ]);
  expect(db.prepare('SELECT text FROM draft').pluck().all()).toEqual(['Half a sentence']);
  expect(db.prepare('SELECT state FROM importRun').pluck().all()).toEqual(['stopped']);
  db.close();
  rmSync(taken);
  for (const sql of [
    'CREATE VIEW v AS SELECT 1',
    'CREATE TRIGGER t AFTER INSERT ON operation BEGIN DELETE FROM draft; END',
    'DROP TABLE draft; CREATE VIEW draft AS SELECT 1 AS key',
    `DROP TABLE fact; CREATE TABLE fact (name TEXT, value TEXT GENERATED ALWAYS AS (upper(name)))`,
    `DROP TABLE fact; CREATE TABLE fact (name TEXT, value TEXT AS(upper(name)))`,
  ]) {
    write(sql);
    expect(() => takeOutbox(source, taken), sql).toThrow(/Decktop does not make/);
    expect(existsSync(taken)).toBe(false);
  }
  write('PRAGMA user_version = 99');
  expect(() => takeOutbox(source, taken)).toThrow(/newer Decktop/);
});
