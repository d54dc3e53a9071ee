/** Checks that the service opens database files of its earlier versions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { createCardFinder } from '../../electron/engine/query/find.ts';
import { createService } from '../../electron/service/service.ts';
import { remedyForCode } from '../../electron/service/storage.ts';
import { textIndexDifferences } from '../support/invariants.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates a database file of the service with a Run Config. `back` is SQL that changes the file to an earlier format.
 */
function olderFile(back: string): { file: string; accountId: string; configId: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-storage-'));
  folders.push(folder);
  const file = path.join(folder, 'service.sqlite');
  const service = createService({ file });
  const { accountId } = service;
  const { id: configId } = service.engine.perform(
    'sprints/createConfig',
    { name: 'Sprints', startDate: new Date().toISOString().slice(0, 10), days: 7 },
    {
      at: new Date().toISOString(),
      accountId,
      newId: () => crypto.randomUUID(),
      actor: { userId: accountId, isPerson: false, isProducer: true, projects: 'all', scopes: 'all' },
    },
  ).answer;
  service.close();
  const db = new SQLite(file);
  db.exec(back);
  db.close();
  return { file, accountId, configId };
}

test('A file of format 1 keeps the organization of its Run Configs, now in a column', () => {
  const { file, accountId, configId } = olderFile(
    `ALTER TABLE "sprintConfig" ADD COLUMN "account" TEXT;
     UPDATE "sprintConfig" SET "account" = "accountId";
     ALTER TABLE "sprintConfig" DROP COLUMN "accountId";
     ALTER TABLE "accountRole" RENAME TO "member";
     PRAGMA user_version = 1`,
  );
  for (const _start of ['first', 'second']) {
    const service = createService({ file });
    expect(service.engine.rows.get('sprintConfig', configId)).toMatchObject({ id: configId, accountId });
    const columns = service.engine.db.pragma('table_info("sprintConfig")') as { name: string }[];
    expect(columns.map(({ name }) => name)).not.toContain('account');
    service.close();
  }
});

test('A file whose first rows cannot be stored is closed, so that another attempt can open it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-storage-'));
  folders.push(folder);
  const file = path.join(folder, 'service.sqlite');
  const newId = () => {
    throw new Error('No id');
  };
  expect(() => createService({ file, newId })).toThrow('No id');
  createService({ file }).close();
});

test('A file of format 2 keeps its members, and a removed member’s tokens are removed too', () => {
  const { file } = olderFile('ALTER TABLE "accountRole" RENAME TO "member"; PRAGMA user_version = 2');
  const service = createService({ file });
  const { rows, db } = service.engine;
  const [member] = rows.find('accountRole', {});
  expect(member).toMatchObject({ role: 'owner', isDisabled: false });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE name = 'member'").all();
  expect(tables).toEqual([]);
  const userId = member?.userId ?? '';
  const tokens = () => service.administration.listTokens().filter((token) => token.userId === userId);
  service.administration.createToken({ kind: 'personal', permission: 'read', label: 'Old', userId });
  expect(tokens().length).toBeGreaterThan(0);
  rows.remove('accountRole', userId);
  expect(tokens()).toEqual([]);
  service.close();
});

test('A file of format 3 gets the full-text index of folded texts', () => {
  const { file, accountId } = olderFile(
    `DROP TABLE cardText;
     CREATE VIRTUAL TABLE cardText USING fts5(content, content='card', content_rowid='n',
       tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
     INSERT INTO "card" ("cardId", "accountId", "title", "content", "visibility")
       VALUES ('old', 'here', 'Łódź 修复登录', 'Łódź 修复登录', 'default');
     INSERT INTO cardText(cardText) VALUES ('rebuild');
     PRAGMA user_version = 3`,
  );
  for (const _start of ['first', 'second']) {
    const service = createService({ file });
    expect(service.accountId).toBe(accountId);
    const finder = createCardFinder(service.engine.db);
    for (const text of ['lodz', '登录']) expect(finder.find(text, 5).map(({ cardId }) => cardId)).toEqual(['old']);
    service.engine.rows.remove('card', 'old');
    service.engine.rows.discardChanges();
    service.engine.rows.put('card', { cardId: 'old', accountId, title: 'Łódź 登录', content: 'Łódź 登录' } as never);
    service.engine.rows.flushText();
    expect(textIndexDifferences(service.engine.db)).toEqual([]);
    service.close();
  }
});

test.each([
  ['SQLITE_FULL', 'the disk is full'],
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_IOERR_SHMSIZE', 'the disk is full'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['EROFS', 'read-only'],
  ['EACCES', 'permissions'],
  ['SQLITE_IOERR_READ', 'check the disk'],
  ['SQLITE_CANTOPEN', 'its folder exists'],
])('a start that %s ends says what it is', (code, remedy) => {
  expect(remedyForCode(code)).toContain(remedy);
});
