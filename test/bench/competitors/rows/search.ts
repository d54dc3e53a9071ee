/**
 * Measures the full-text search for texts that a person types: prefixes of one to four letters, whole words, two words,
 * and a word with a prefix. Compares it with SQLite's FTS5 ranking and with MiniSearch.
 */
import SQLite, { type Database } from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { createCardFinder } from '../../../../electron/engine/query/find.ts';
import { createTables, refillTextIndex } from '../../../../electron/engine/store/schema.ts';
import { fullTextExpression, searchForm, searchPhrases } from '../../../../shared/domain/search-text.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { cardCount, openLargeAccount } from '../../support/large-account.ts';
import { measureAlternately, usedHeapBytes } from '../../support/measure.ts';
import type { BenchResult, BenchRow } from '../../support/row.ts';

const maxResults = 50;

function measure(): BenchResult {
  const { db } = openLargeAccount();
  const finder = createCardFinder(db);
  const contentOf = db.prepare('SELECT content FROM card WHERE n = ?').pluck();
  const words = Array.from({ length: 40 }, (_, index) => {
    const all = searchForm(String(contentOf.get(1 + ((index * 7919) % cardCount)))).split(' ');
    return all[(index * 13) % all.length] ?? 'the';
  });
  const typed = words.flatMap((word, index) => {
    const other = words[(index + 7) % words.length] ?? '';
    return [
      ...[1, 2, 3, 4].map((length) => word.slice(0, length)),
      word,
      `${word} ${other}`,
      `${word} ${other.slice(0, 2)}`,
    ];
  });

  db.exec(`CREATE VIRTUAL TABLE temp.plainText USING fts5(content, prefix='1 2 3')`);
  db.exec(`INSERT INTO temp.plainText(rowid, content) SELECT n, content FROM card`);
  const ranked = db.prepare(
    `SELECT c.cardId, c.title, c.accountSeq, c.derivedStatus, d.title AS deckTitle, snippet(plainText, 0, char(57344), char(57345), '…', 20) AS snippet
     FROM temp.plainText JOIN card c ON c.n = plainText.rowid LEFT JOIN deck d ON d.id = c.deckId WHERE plainText MATCH ? ORDER BY rank LIMIT ?`,
  );
  const textAt = (round: number) => typed[round % typed.length] ?? '';
  for (const text of typed)
    if (finder.find(text, maxResults).length === 0 && ranked.all(fullTextExpression(searchPhrases(text)), 1).length > 0)
      throw new Error(`Nothing found for '${text}'`);
  const { ours, baseline } = measureAlternately(
    {
      ours: (round) => finder.find(textAt(round), maxResults),
      baseline: (round) => ranked.all(fullTextExpression(searchPhrases(textAt(round))), maxResults),
    },
    typed.length,
    30,
  );
  const mini = miniSearchIndex(db);
  const { besides } = measureAlternately(
    {
      besides: (round) => mini.index.search(textAt(round), { combineWith: 'AND', prefix: isLast }).slice(0, maxResults),
    },
    typed.length,
    30,
  );
  db.close();
  return {
    ...ours,
    baseline: { what: 'FTS5, all matches ranked', ...baseline },
    besides: [{ what: `MiniSearch in memory (${mini.megabytes.toFixed(0)} MB of heap)`, ...besides }],
    limits: [{ what: 'p95 of parts of Chinese words', value: p95OfChinese(), max: 10 }],
    note: `${typed.length} texts over ${cardCount} cards`,
  };
}

/**
 * Measures searches for one to four characters in texts of 20 to 120 characters, of which few are frequent, as in
 * Chinese.
 */
function p95OfChinese(): number {
  const random = seededRandom(1);
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random.next() ** 4 * 3_000));
  const db = new SQLite(':memory:');
  createTables(db);
  const insert = db.prepare('INSERT INTO "card" (n, "cardId", "title", "content") VALUES (?, ?, ?, ?)');
  const texts: string[] = [];
  for (let n = 1; n <= cardCount; n++) {
    const text = Array.from({ length: 20 + Math.floor(random.next() * 100) }, character).join('');
    insert.run(n, `c${n}`, text.slice(0, 20), `${text.slice(0, 20)}\n${text.slice(20)}`);
    if (n % 1_000 === 0) texts.push(...[1, 2, 3, 4].map((length) => text.slice(5, 5 + length)));
  }
  refillTextIndex(db);
  const finder = createCardFinder(db);
  const { ours } = measureAlternately(
    { ours: (round) => finder.find(texts[round % texts.length] ?? '', maxResults) },
    texts.length,
    30,
  );
  db.close();
  return ours.p95;
}

/** Tells MiniSearch to treat only the last word of a search as a prefix. */
const isLast = (_term: string, index: number, terms: readonly string[]) => index === terms.length - 1;

/** Indexes the same card texts with MiniSearch, which keeps its index in memory. */
function miniSearchIndex(db: Database) {
  const before = usedHeapBytes();
  const index = new MiniSearch<{ id: number; content: string }>({ fields: ['content'] });
  for (const row of db.prepare('SELECT n AS id, content FROM card').iterate())
    index.add(row as { id: number; content: string });
  return { index, megabytes: (usedHeapBytes() - before) / 1e6 };
}

export const { name, budget, run }: BenchRow = { name: 'search', budget: { p95: 10 }, run: measure };
