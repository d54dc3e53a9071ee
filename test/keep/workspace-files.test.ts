/** Checks that the doctor compares waiting changes with the rows here, and replaces what can be read again. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineFolder } from '../../electron/keep/workspace-files.ts';
import { rowRef } from '../../electron/replica/outbox/operation.ts';
import { openReplicaStorage } from '../../electron/replica/store/storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A replica's files with a waiting change of each of these rows. */
function writeReplica(refs: readonly string[], sql: string): void {
  const opened = openReplicaStorage(folder);
  if (!opened.ok) throw new Error(opened.failure.message);
  const { db, close } = opened.value;
  for (const ref of refs)
    db.prepare(
      `INSERT INTO durable.operation (key, batch, action, params, base, label, at, state, answer, footprint)
       VALUES (?, 'b', 'cards/update', '{}', '{}', ?, '', 'queued', '{}', ?)`,
    ).run(ref, `Edit ${ref.split('\t')[1]}`, JSON.stringify({ [ref]: ['content'] }));
  db.exec(sql);
  close();
}
const examined = (mends = false) => examineFolder(folder, { isOpen: false, mends });

test('a waiting change of a row that is not here is named, one of a known, deleted or renamed row is not', () => {
  const refs = ['here', 'deleted', 'renamed', 'gone'].map((id) => rowRef('card', id));
  writeReplica(
    [...refs, rowRef('deckGuardian', '["d","u"]')],
    `INSERT INTO card (cardId) VALUES ('here');
     INSERT INTO deckGuardian (deckId, userId) VALUES ('d', 'u');
     INSERT INTO "replica.image" VALUES ('card', 'deleted', '{}');
     INSERT INTO durable.renamed VALUES ('renamed', 'card', 'new')`,
  );
  expect(examined()).toEqual([
    {
      text: 'Some waiting changes concern rows that are not here',
      count: 1,
      examples: [`“Edit gone” concerns ${rowRef('card', 'gone')}`],
      canMend: false,
    },
  ]);
});

test('a waiting change that cannot be read is named', () => {
  writeReplica(
    [],
    `INSERT INTO durable.operation (key, batch, action, params, base, label, at, state, answer)
    VALUES ('k', 'b', 'x', '{', '{}', 'Edit', '', 'queued', '{}')`,
  );
  expect(examined()).toMatchObject([{ text: 'Some waiting changes cannot be read', examples: ['Edit'] }]);
});

test('a damaged copy of the service’s rows is replaced, a damaged outbox is named and left', () => {
  writeReplica([], '');
  expect(examined()).toEqual([]);
  const cache = path.join(folder, 'cache.sqlite');
  writeFileSync(cache, 'no database');
  expect(examined()).toMatchObject([{ text: 'The copy of the service’s rows is damaged', canMend: true }]);
  expect(examined(true)).toEqual([]);
  expect(existsSync(cache)).toBe(false);
  const outbox = path.join(folder, 'outbox.sqlite');
  writeFileSync(outbox, 'no database');
  expect(examined(true)).toMatchObject([{ text: 'The file of waiting changes and drafts is damaged', canMend: false }]);
  expect(existsSync(outbox)).toBe(true);
});
