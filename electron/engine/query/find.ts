/**
 * The search of the app: finds cards by short code, title or content in limited time, and returns the best matches
 * first.
 */
import type { Database } from 'better-sqlite3';
import type { CardSearchResult } from '../../../shared/bridge/commands.ts';
import { maxSearchWords, wordsIn } from '../../../shared/contract/query-parse/text.ts';
import { accountSeqOfShortCode, shortCodeOf } from '../../../shared/domain/short-code.ts';

export interface CardFinder {
  /**
   * Returns at most `limit` cards that contain every word of `text`, the last word as a prefix. A short code, such as
   * `$1ac`, finds its card. Excludes deleted cards and cards of archived or deleted projects. Cards with a matching
   * title come first, and newer cards come before older cards. Archived cards come last.
   */
  find(text: string, limit: number): CardSearchResult[];
}

/**
 * Maximum numbers of cards that one search ranks, because a short prefix can match tens of thousands of cards. The
 * search takes the `newest` matches. If there are more, it adds at most `beginning` matches whose content begins with
 * the searched words, so that it also finds older cards by their title.
 */
const maxCandidates = { newest: 400, beginning: 200 } as const;

/** Number of characters in a snippet before and after the start of the first match. */
const snippetLength = { before: 40, after: 120 } as const;
/** Maximum number of characters of a card's content that the search reads to build a snippet. */
const maxScannedLength = 20_000;

interface Candidate {
  readonly n: number;
  readonly title: string;
  readonly lastUpdatedAt: string;
  readonly visibility: string;
}

type FoundRow = readonly [
  cardId: string,
  title: string | null,
  accountSeq: number | null,
  deckTitle: string | null,
  derivedStatus: string | null,
  content: string | null,
];

const ascii = /^\p{ASCII}*$/u;

/** Returns the word as the full-text index stores it: in lower case and without diacritics. */
function plainWord(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function createCardFinder(db: Database): CardFinder {
  const columns = 'c.n, c."title", c."lastUpdatedAt", c."visibility"';
  // The service does not return deleted projects. So if the project row of a deck is missing, the project is deleted.
  const findable = `c."visibility" IS NOT 'deleted' AND NOT EXISTS (
    SELECT 1 FROM "deck" d LEFT JOIN "project" p ON p."id" = d."projectId"
    WHERE d."id" = c."deckId" AND p."visibility" IS NOT 'default')`;
  // Cards with higher rowids are newer (`highestRowId` in first-sync.ts). FTS5 returns them first without sorting.
  const matching = `FROM (SELECT rowid AS n FROM cardText WHERE cardText MATCH ? ORDER BY rowid DESC LIMIT ?) m CROSS JOIN "card" c ON c.n = m.n WHERE ${findable}`;
  const byText = db.prepare(`SELECT ${columns} ${matching}`);
  const bySeq = db.prepare(`SELECT c.n FROM "card" c WHERE c."accountSeq" = ? AND ${findable}`).pluck();
  const shown = db
    .prepare(
      `SELECT c."cardId", c."title", c."accountSeq", d."title", c."derivedStatus", c."content"
       FROM "card" c LEFT JOIN "deck" d ON d."id" = c."deckId" WHERE c.n = ?`,
    )
    .raw(true);

  function show(n: number, findMatches: FindMatches | null): CardSearchResult[] {
    const row = shown.get(n) as FoundRow | undefined;
    if (!row) return [];
    const [cardId, title, accountSeq, deckTitle, derivedStatus, content] = row;
    return [
      {
        cardId,
        title: title ?? '',
        code: accountSeq === null ? null : `$${shortCodeOf(accountSeq)}`,
        deckTitle,
        derivedStatus: derivedStatus ?? '',
        snippet: findMatches && snippetOf(content ?? '', findMatches),
      },
    ];
  }

  return {
    find(text, limit) {
      const typed = text.trim();
      if (typed.startsWith('$')) {
        const seq = accountSeqOfShortCode(typed);
        return seq === undefined ? [] : (bySeq.all(seq) as number[]).slice(0, limit).flatMap((n) => show(n, null));
      }
      const words = wordsIn(typed).slice(0, maxSearchWords);
      const last = words.at(-1);
      if (last === undefined) return [];
      const match = `${words.map((word) => `"${word}"`).join(' ')}*`;
      const newest = byText.all(match, maxCandidates.newest) as Candidate[];
      // If there are fewer matches than the maximum, `newest` already contains all matches.
      const beginning =
        newest.length < maxCandidates.newest ? [] : (byText.all(`^${match}`, maxCandidates.beginning) as Candidate[]);
      const plain = words.map(plainWord);
      const ranked = [...new Map([...newest, ...beginning].map((card) => [card.n, card])).values()]
        .map((card) => ({ card, tier: tierOf(card.title, plain) + (card.visibility === 'archived' ? tierCount : 0) }))
        .sort((a, b) => a.tier - b.tier || compareNewestFirst(a.card, b.card));
      const findMatches = matchFinderOf(plain);
      return ranked.slice(0, limit).flatMap(({ card }) => show(card.n, findMatches));
    },
  };
}

function compareNewestFirst(a: Candidate, b: Candidate): number {
  if (a.lastUpdatedAt === b.lastUpdatedAt) return b.n - a.n;
  return (a.lastUpdatedAt ?? '') < (b.lastUpdatedAt ?? '') ? 1 : -1;
}

/** Number of tiers that `tierOf` returns. */
const tierCount = 4;

/**
 * Returns the tier of a match; the lowest tier is the best. 0: the title equals the words; 1: the title begins with the
 * words; 2: the title contains all words; 3: only the content contains all words.
 */
function tierOf(title: string | null, words: readonly string[]): number {
  const plain = wordsIn(title ?? '').map(plainWord);
  const isLast = (index: number) => index === words.length - 1;
  const fits = (word: string, index: number, candidate: string | undefined) =>
    candidate !== undefined && (isLast(index) ? candidate.startsWith(word) : candidate === word);
  if (words.every((word, index) => fits(word, index, plain[index])))
    return plain.length === words.length && plain.at(-1) === words.at(-1) ? 0 : 1;
  return words.every((word, index) => plain.some((candidate) => fits(word, index, candidate))) ? 2 : 3;
}

/** Private-use characters around each match in a snippet; windows replace these characters with a highlight. */
const matchStart = '\u{E000}';
const matchEnd = '\u{E001}';

/** Returns the start and end index of each match of the words in a text. */
type FindMatches = (text: string) => Iterable<readonly [from: number, to: number]>;

/**
 * Returns a function that finds the words in texts; the last word matches as a prefix. ASCII texts are searched with
 * one regular expression, which is fast. Other texts are first split into words.
 */
function matchFinderOf(words: readonly string[]): FindMatches {
  const last = words.at(-1) ?? '';
  const wholeWords = words.slice(0, -1).map((word) => `${word}(?![a-z0-9])|`);
  const quick = new RegExp(`(?<![a-z0-9])(?:${wholeWords.join('')}${last}[a-z0-9]*)`, 'gi');
  return function* spans(text) {
    const isPlain = ascii.test(text);
    for (const found of text.matchAll(isPlain ? quick : /[\p{L}\p{N}\p{Co}\p{M}]+/gu)) {
      const plain = isPlain ? '' : plainWord(found[0]);
      if (isPlain || plain.startsWith(last) || words.includes(plain))
        yield [found.index, found.index + found[0].length];
    }
  };
}

/**
 * Returns the text around the first match below the title line, with marked matches; null if only the title line
 * matches.
 */
function snippetOf(content: string, findMatches: FindMatches): string | null {
  const lineEnd = content.indexOf('\n');
  if (lineEnd < 0) return null;
  const body = content.slice(lineEnd + 1, lineEnd + 1 + maxScannedLength);
  let text = '';
  let at = -1;
  let end = body.length;
  for (const [from, to] of findMatches(body)) {
    if (at < 0) {
      at = wordStart(body, Math.max(0, from - snippetLength.before), from);
      end = Math.min(end, from + snippetLength.after);
      if (at > 0) text = '…';
    }
    if (to > end) break;
    text += `${body.slice(at, from)}${matchStart}${body.slice(from, to)}${matchEnd}`;
    at = to;
  }
  if (at < 0) return null;
  // Cutting the text at `end` can split a surrogate pair. Then the cut text ends with the first half of the pair, which
  // is removed here.
  const rest = body
    .slice(at, end)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return withoutLineMarks(`${text}${rest}${end < body.length ? '…' : ''}`)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Replaces the markdown of list items and checkboxes with a bullet. Removes the markdown of headings and quotes. */
const withoutLineMarks = (text: string): string =>
  text
    .replaceAll(/^(…?)[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '$1• ')
    .replaceAll(/^(…?)[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)/gm, '$1');

/**
 * Returns the index after the first space between `from` and `before`, so that a snippet does not begin inside a word.
 * Returns `before` if there is no space.
 */
function wordStart(body: string, from: number, before: number): number {
  if (from === 0) return 0;
  const space = body.slice(from, before).search(/\s/);
  return space < 0 ? before : from + space + 1;
}
