/** The search of the app: by short code, title or content, in limited time, best matches first. */
import type { Database, Statement } from 'better-sqlite3';
import type { CardSearchResult } from '../../../shared/bridge/commands.ts';
import { maxSearchWords } from '../../../shared/contract/query-parse/text.ts';
import {
  fullTextExpression,
  normalizeText,
  type SearchPhrase,
  searchForm,
  searchMatches,
  searchPhrases,
  searchTest,
  searchWordCount,
} from '../../../shared/domain/search-text.ts';
import { accountSeqOfShortCode, shortCodeOf } from '../../../shared/domain/short-code.ts';

export interface CardFinder {
  /**
   * Cards whose texts contain the phrases of `text` (`searchPhrases`). The card of a short code, such as `$1ac`, comes
   * first, then matching titles, newer before older cards, archived cards last. Excludes deleted cards and cards of
   * archived or deleted projects. If there is none, one typing error in each longer word is forgiven.
   */
  find(text: string, limit: number): CardSearchResult[];
}

/**
 * Limits, because a short prefix can match tens of thousands of cards: the `newest` matches, and if there are more, at
 * most `beginning` matches whose content begins with the searched words, to find older cards by their title.
 */
const maxCandidates = { newest: 400, beginning: 200 } as const;

/** In characters, before and after the start of the first match. */
const snippetLength = { before: 40, after: 120 } as const;
/** The search reads this many characters of a card's content to build a snippet. */
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

export function createCardFinder(db: Database): CardFinder {
  const columns = 'c.n, c."title", c."lastUpdatedAt", c."visibility"';
  // The service does not return deleted projects, so a missing project row means a deleted project.
  const findable = `c."visibility" IS NOT 'deleted' AND NOT EXISTS (
    SELECT 1 FROM "deck" d LEFT JOIN "project" p ON p."id" = d."projectId"
    WHERE d."id" = c."deckId" AND p."visibility" IS NOT 'default')`;
  // Cards with higher rowids are newer (`highestRowId` in first-sync.ts). FTS5 returns them first without sorting.
  const matching = `FROM (SELECT rowid AS n FROM cardText WHERE cardText MATCH ? ORDER BY rowid DESC LIMIT ?) m CROSS JOIN "card" c ON c.n = m.n WHERE ${findable}`;
  db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.cardWord USING fts5vocab(main, cardText, row)');
  const wordsBetween = db.prepare('SELECT term, doc FROM temp.cardWord WHERE term >= ? AND term < ? LIMIT ?');
  const byText = db.prepare(`SELECT ${columns} ${matching}`);
  const bySeq = db.prepare(`SELECT c.n FROM "card" c WHERE c."accountSeq" = ? AND ${findable}`).pluck();
  const shown = db
    .prepare(
      `SELECT c."cardId", c."title", c."accountSeq", d."title", c."derivedStatus", c."content"
       FROM "card" c LEFT JOIN "deck" d ON d."id" = c."deckId" WHERE c.n = ?`,
    )
    .raw(true);

  function show(n: number, phrases: readonly SearchPhrase[]): CardSearchResult[] {
    const row = shown.get(n) as FoundRow | undefined;
    if (!row) return [];
    const [cardId, title, accountSeq, deckTitle, derivedStatus, content] = row;
    return [
      {
        cardId,
        title: title ?? '',
        code: accountSeq && accountSeq > 0 ? `$${shortCodeOf(accountSeq)}` : null,
        deckTitle,
        derivedStatus: derivedStatus ?? '',
        snippet: snippetOf(content ?? '', phrases),
      },
    ];
  }

  return {
    find(text, limit) {
      const seq = accountSeqInSearch(text);
      const coded = seq === undefined ? [] : (bySeq.all(seq) as number[]);
      let phrases = searchPhrases(text);
      while (searchWordCount(phrases) > maxSearchWords) phrases.pop();
      let match = fullTextExpression(phrases);
      if (match === null) return coded.slice(0, limit).flatMap((n) => show(n, []));
      let newest = byText.all(match, maxCandidates.newest) as Candidate[];
      if (newest.length === 0 && coded.length === 0) {
        phrases = phrases.map((phrase) => withCorrectedWord(phrase, wordsBetween));
        match = fullTextExpression(phrases) ?? match;
        newest = byText.all(match, maxCandidates.newest) as Candidate[];
      }
      // With fewer matches than the maximum, `newest` already contains all of them.
      const beginning =
        newest.length < maxCandidates.newest ? [] : (byText.all(`^${match}`, maxCandidates.beginning) as Candidate[]);
      const tierOf = createTierFinder(phrases);
      const ranked = [...new Map([...newest, ...beginning].map((card) => [card.n, card])).values()]
        .map((card) => ({ card, tier: tierOf(card.title) + (card.visibility === 'archived' ? tierCount : 0) }))
        .sort((a, b) => a.tier - b.tier || compareNewestFirst(a.card, b.card))
        .map(({ card }) => card.n);
      return [...new Set([...coded, ...ranked])].slice(0, limit).flatMap((n) => show(n, phrases));
    },
  };
}

/** In letters. In shorter words, a typing error could stand for too many other words. */
const correctedLength = { min: 4, max: 24 } as const;
/** Words with the same first letter that are compared, in their order. All languages have fewer; one text can have more. */
const maxComparedWords = 20_000;

/** The most frequent word of the cards' texts with one typing error, but not in the first letter. */
function withCorrectedWord(phrase: SearchPhrase, wordsBetween: Statement): SearchPhrase {
  const { form, isPrefix } = phrase;
  const first = form.charAt(0);
  if (!/^[\p{L}\p{N}]+$/u.test(form) || form.length < correctedLength.min || form.length > correctedLength.max)
    return phrase;
  const words = wordsBetween.all(first, `${first}\u{10FFFF}`, maxComparedWords) as { term: string; doc: number }[];
  const [best] = words.filter(({ term }) => differsByOneError(form, term, isPrefix)).toSorted((a, b) => b.doc - a.doc);
  return best ? { ...phrase, form: best.term } : phrase;
}

/** A letter more, less, another one, or two that changed places. With `isPrefix` the word can be longer. */
function differsByOneError(typed: string, word: string, isPrefix: boolean): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const rest = typed.slice(at);
  const goesOn = (text: string, from: number) => (isPrefix ? word.startsWith(text, from) : word.slice(from) === text);
  return (
    goesOn(rest, at + 1) ||
    goesOn(rest.slice(1), at) ||
    goesOn(rest.slice(1), at + 1) ||
    (rest[1] !== undefined && goesOn(rest[1] + rest[0] + rest.slice(2), at))
  );
}

/** If the whole text is a short code. */
const accountSeqInSearch = (text: string): number | undefined =>
  text.trim().startsWith('$') ? accountSeqOfShortCode(text.trim()) : undefined;

function compareNewestFirst(a: Candidate, b: Candidate): number {
  if (a.lastUpdatedAt === b.lastUpdatedAt) return b.n - a.n;
  return (a.lastUpdatedAt ?? '') < (b.lastUpdatedAt ?? '') ? 1 : -1;
}

const tierCount = 4;

/**
 * The lowest tier is the best. 0: the title equals the phrases; 1: the title begins with the phrases; 2: the title
 * contains all phrases; 3: only the content contains all phrases.
 */
function createTierFinder(phrases: readonly SearchPhrase[]): (title: string | null) => number {
  const joined = phrases.map(({ form }) => form).join(' ');
  const isInTitle = searchTest(phrases);
  return (title) => {
    const form = searchForm(title ?? '');
    if (form === joined) return 0;
    if (form.startsWith(joined)) return 1;
    return isInTitle(title ?? '') ? 2 : 3;
  };
}

/** Private-use characters around each match, which windows replace with a highlight. */
const matchStart = '\u{E000}';
const matchEnd = '\u{E001}';

/** The first match below the title line, with marked matches; null if only the title line matches. */
function snippetOf(content: string, phrases: readonly SearchPhrase[]): string | null {
  const lineEnd = content.indexOf('\n');
  if (lineEnd < 0) return null;
  const body = normalizeText(content.slice(lineEnd + 1, lineEnd + 1 + maxScannedLength), 'NFC');
  let text = '';
  let at = -1;
  let end = body.length;
  for (const [from, to] of searchMatches(body, phrases)) {
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
  // A cut at `end` can split a surrogate pair, whose first half is removed here.
  const rest = body
    .slice(at, end)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return withoutLineMarks(`${text}${rest}${end < body.length ? '…' : ''}`)
    .replace(/\s+/g, ' ')
    .trim();
}

/** List items and checkboxes get a bullet; the marks of headings and quotes are removed. */
const withoutLineMarks = (text: string): string =>
  text
    .replaceAll(/^(…?)[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, '$1• ')
    .replaceAll(/^(…?)[ \t]*(?:#{1,6}[ \t]+|>[ \t]?)/gm, '$1');

/**
 * The index after the first space between `from` and `before`, so that a snippet does not begin inside a word; `before`
 * if there is no space.
 */
function wordStart(body: string, from: number, before: number): number {
  if (from === 0) return 0;
  const space = body.slice(from, before).search(/\s/);
  return space < 0 ? before : from + space + 1;
}
