/**
 * Measures the full-text search for texts that a person types: prefixes of one to four letters, whole words, two words,
 * and a word with a prefix. Compares it with SQLite's FTS5 ranking and with MiniSearch.
 */
import type { Database } from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { createCardFinder } from '../../../../electron/engine/query/find.ts';
import { fullTextExpression, wordsIn } from '../../../../shared/contract/query-parse/text.ts';
import { cardCount, openLargeAccount } from '../../support/large-account.ts';
import { measureAlternately, usedHeapBytes } from '../../support/measure.ts';
import type { BenchResult, BenchRow } from '../../support/row.ts';

const maxResults = 50;

function measure(): BenchResult {
  const { db } = openLargeAccount();
  const finder = createCardFinder(db);
  const contentOf = db.prepare('SELECT content FROM card WHERE n = ?').pluck();
  const words = Array.from({ length: 40 }, (_, index) => {
    const all = wordsIn(String(contentOf.get(1 + ((index * 7919) % cardCount))));
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

  const ranked = db.prepare(
    `SELECT c.cardId, c.title, c.accountSeq, c.derivedStatus, d.title AS deckTitle, snippet(cardText, 0, char(57344), char(57345), '…', 20) AS snippet
     FROM cardText JOIN card c ON c.n = cardText.rowid LEFT JOIN deck d ON d.id = c.deckId WHERE cardText MATCH ? ORDER BY rank LIMIT ?`,
  );
  const textAt = (round: number) => typed[round % typed.length] ?? '';
  for (const text of typed)
    if (finder.find(text, maxResults).length === 0 && ranked.all(fullTextExpression(wordsIn(text)), 1).length > 0)
      throw new Error(`Nothing found for '${text}'`);
  const { ours, baseline } = measureAlternately(
    {
      ours: (round) => finder.find(textAt(round), maxResults),
      baseline: (round) => ranked.all(fullTextExpression(wordsIn(textAt(round))), maxResults),
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
    note: `${typed.length} texts over ${cardCount} cards`,
  };
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
