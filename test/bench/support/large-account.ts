/**
 * The database that benchmarks read: a generated workspace of 100,000 cards, with one deck of 5,000 and one of 500
 * cards. The file is stored in out/bench. If the generator or the schema changes, a new file is created.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { schemaFingerprint } from '../../../electron/engine/store/schema.ts';
import { createService } from '../../../electron/service/service.ts';
import { largeWorkspaceContent } from '../../support/large-workspace.ts';

export const cardCount = 100_000;
const root = path.join(import.meta.dirname, '../../..');
const createdAtMs = Date.UTC(2026, 0, 1);

export interface LargeAccount {
  readonly db: Database.Database;
  readonly accountId: string;
  /** A user whose Hand has cards. */
  readonly userId: string;
  readonly deckOf500: string;
  readonly deckOf5000: string;
  /** A card with sub cards. */
  readonly heroCard: string;
}

function versionKey(): string {
  const hash = createHash('sha256').update(schemaFingerprint());
  const sources = globSync(
    '{test/support/{large-workspace,words,seeded-random}.ts,shared/domain/{content,search-text}.ts}',
    {
      cwd: root,
    },
  ).toSorted();
  for (const source of sources) hash.update(readFileSync(path.join(root, source)));
  return hash.digest('hex').slice(0, 16);
}

/** Returns the path of the database file, and creates the file if it is missing. */
export function largeAccountFilePath(): string {
  const file = path.join(root, 'out/bench', `large-${versionKey()}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  for (const ending of ['', '-wal', '-shm']) rmSync(partial + ending, { force: true });
  const service = createService({ file: partial, clock: () => createdAtMs, content: largeWorkspaceContent(cardCount) });
  service.close();
  renameSync(partial, file);
  return file;
}

export function openLargeAccount(): LargeAccount {
  const db = new Database(largeAccountFilePath());
  db.pragma('journal_mode = WAL');
  db.pragma('cache_size = -65536');
  const text = (sql: string, ...values: unknown[]) =>
    String(
      db
        .prepare(sql)
        .pluck()
        .get(...values),
    );
  const deckOf = (title: string) => text('SELECT id FROM deck WHERE title = ?', title);
  return {
    db,
    accountId: text('SELECT id FROM account'),
    userId: text(`SELECT userId FROM queueEntry GROUP BY userId ORDER BY count(*) DESC, userId LIMIT 1`),
    deckOf500: deckOf('The middle deck'),
    deckOf5000: deckOf('The big deck'),
    heroCard: text(`SELECT cardId FROM card WHERE childCards <> '[]' ORDER BY n LIMIT 1`),
  };
}
