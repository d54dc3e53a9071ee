/** SQL functions that queries use to compare texts and JSON. */
import type { Database } from 'better-sqlite3';
import { canonicalJson, foldCase } from '../../../shared/contract/query-parse/text.ts';

/** Registers the functions on a connection. A second call replaces them. */
export function registerSqlFunctions(db: Database): void {
  const options = { deterministic: true, directOnly: true };
  // `contains_folded` reads every text, which takes 0.14 s for 100,000 cards. A trigram index would double the time to
  // write contents, and would not find matches by full case folding (`ss` in `ß`).
  db.function('contains_folded', options, (text: unknown, folded: unknown) =>
    typeof text === 'string' && foldCase(text).includes(folded as string) ? 1 : 0,
  );
  db.function('canonical_json', options, (text: unknown) =>
    typeof text === 'string' ? canonicalJson(JSON.parse(text)) : null,
  );
}
