/** The app's search: cards by short code, title or content, best first, in bounded time. */
import type { Database } from 'better-sqlite3';
import type { FoundCard } from '../../../shared/bridge/commands.ts';
import { maxWords, wordsIn } from '../../../shared/contract/query-parse/text.ts';
import { codeOf, seqOf } from '../../../shared/domain/short-code.ts';

export interface Finder {
  /**
   * At most `limit` cards that contain every word of `text`, the last one as a prefix; a short code (`$` and letters)
   * finds its card. Deleted cards and cards of archived or deleted projects are left out. Archived cards are last;
   * within each kind, cards whose title matches are first, then the newest changes.
   */
  find(text: string, limit: number): FoundCard[];
}

/**
 * Maximum number of candidates of one search. Short prefixes match tens of thousands of cards; the candidates are the
 * newest ones and those that begin with the words, where titles are.
 */
const candidates = { newest: 400, beginning: 200 } as const;

/** Characters shown before and after the first match. */
const snippetLength = { before: 40, after: 120 } as const;
/** Number of characters of a content that are searched for matches. */
const maxScanned = 20_000;

interface Candidate {
  readonly n: number;
  readonly title: string;
  readonly lastUpdatedAt: string;
  readonly visibility: string;
}

type Shown = readonly [
  cardId: string,
  title: string | null,
  accountSeq: number | null,
  deckTitle: string | null,
  derivedStatus: string | null,
  content: string | null,
];

const ascii = /^\p{ASCII}*$/u;

/** A word in the form of the index: without letter case and diacritics. */
function plainWord(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function createFinder(db: Database): Finder {
  const columns = 'c.n, c."title", c."lastUpdatedAt", c."visibility"';
  // A project that the service does not list is deleted.
  const findable = `c."visibility" IS NOT 'deleted' AND NOT EXISTS (
    SELECT 1 FROM "deck" d LEFT JOIN "project" p ON p."id" = d."projectId"
    WHERE d."id" = c."deckId" AND p."visibility" IS NOT 'default')`;
  // The newest rows have the highest numbers, and the index can be read backwards without sorting.
  const matching = `FROM (SELECT rowid AS n FROM cardText WHERE cardText MATCH ? ORDER BY rowid DESC LIMIT ?) m CROSS JOIN "card" c ON c.n = m.n WHERE ${findable}`;
  const byText = db.prepare(`SELECT ${columns} ${matching}`);
  const bySeq = db.prepare(`SELECT c.n FROM "card" c WHERE c."accountSeq" = ? AND ${findable}`).pluck();
  const shown = db
    .prepare(
      `SELECT c."cardId", c."title", c."accountSeq", d."title", c."derivedStatus", c."content"
       FROM "card" c LEFT JOIN "deck" d ON d."id" = c."deckId" WHERE c.n = ?`,
    )
    .raw(true);

  function show(n: number, spansIn: Spans | null): FoundCard[] {
    const row = shown.get(n) as Shown | undefined;
    if (!row) return [];
    const [cardId, title, accountSeq, deckTitle, derivedStatus, content] = row;
    return [
      {
        cardId,
        title: title ?? '',
        code: accountSeq === null ? null : `$${codeOf(accountSeq)}`,
        deckTitle,
        derivedStatus: derivedStatus ?? '',
        snippet: spansIn && snippetOf(content ?? '', spansIn),
      },
    ];
  }

  return {
    find(text, limit) {
      const typed = text.trim();
      if (typed.startsWith('$')) {
        const seq = seqOf(typed);
        return seq === undefined ? [] : (bySeq.all(seq) as number[]).slice(0, limit).flatMap((n) => show(n, null));
      }
      const words = wordsIn(typed).slice(0, maxWords);
      const last = words.at(-1);
      if (last === undefined) return [];
      const match = `${words.map((word) => `"${word}"`).join(' ')}*`;
      const newest = byText.all(match, candidates.newest) as Candidate[];
      // If all matches were found already, no further card can begin with the words.
      const beginning =
        newest.length < candidates.newest ? [] : (byText.all(`^${match}`, candidates.beginning) as Candidate[]);
      const plain = words.map(plainWord);
      const ranked = [...new Map([...newest, ...beginning].map((card) => [card.n, card])).values()]
        .map((card) => ({ card, tier: tierOf(card.title, plain) + (card.visibility === 'archived' ? tierCount : 0) }))
        .sort((a, b) => a.tier - b.tier || newerFirst(a.card, b.card));
      const spansIn = spansOf(plain);
      return ranked.slice(0, limit).flatMap(({ card }) => show(card.n, spansIn));
    },
  };
}

function newerFirst(a: Candidate, b: Candidate): number {
  if (a.lastUpdatedAt === b.lastUpdatedAt) return b.n - a.n;
  return (a.lastUpdatedAt ?? '') < (b.lastUpdatedAt ?? '') ? 1 : -1;
}

/** Number of tiers that `tierOf` returns. */
const tierCount = 4;

/** 0: the title equals the words; 1: it begins with them; 2: it contains them all; 3: the content contains them. */
function tierOf(title: string | null, words: readonly string[]): number {
  const plain = wordsIn(title ?? '').map(plainWord);
  const isLast = (index: number) => index === words.length - 1;
  const fits = (word: string, index: number, candidate: string | undefined) =>
    candidate !== undefined && (isLast(index) ? candidate.startsWith(word) : candidate === word);
  if (words.every((word, index) => fits(word, index, plain[index])))
    return plain.length === words.length && plain.at(-1) === words.at(-1) ? 0 : 1;
  return words.every((word, index) => plain.some((candidate) => fits(word, index, candidate))) ? 2 : 3;
}

const open = '\u{E000}';
const close = '\u{E001}';

/** Finds the words in a text: where each match begins and ends. */
type Spans = (text: string) => Iterable<readonly [from: number, to: number]>;

/** The last word matches as a prefix. Plain ASCII texts are searched without splitting them into words. */
function spansOf(words: readonly string[]): Spans {
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

/** The text around the first match below the title line, matches marked; null where only the title matches. */
function snippetOf(content: string, spansIn: Spans): string | null {
  const lineEnd = content.indexOf('\n');
  if (lineEnd < 0) return null;
  const body = content.slice(lineEnd + 1, lineEnd + 1 + maxScanned);
  let text = '';
  let at = -1;
  let end = body.length;
  for (const [from, to] of spansIn(body)) {
    if (at < 0) {
      at = wordStart(body, Math.max(0, from - snippetLength.before), from);
      end = Math.min(end, from + snippetLength.after);
      if (at > 0) text = '…';
    }
    if (to > end) break;
    text += `${body.slice(at, from)}${open}${body.slice(from, to)}${close}`;
    at = to;
  }
  if (at < 0) return null;
  // A cut inside a surrogate pair would leave half a character.
  const rest = body
    .slice(at, end)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return `${text}${rest}${end < body.length ? '…' : ''}`.replace(/\s+/g, ' ').trim();
}

/** The next position after a space, so that a snippet does not begin inside a word. */
function wordStart(body: string, from: number, before: number): number {
  if (from === 0) return 0;
  const space = body.slice(from, before).search(/\s/);
  return space < 0 ? before : from + space + 1;
}
