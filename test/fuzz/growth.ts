/**
 * Measures how the work of functions grows when a hostile text doubles. Work that grows faster than the text lets one
 * text stop a thread. To check a function, add it to `textFunctions`.
 */
import { Session } from 'node:inspector';
import { parameterOf, UploadedContent } from '../../electron/service/files.ts';
import { parseDeepLink } from '../../electron/shell/deep-link.ts';
import { removeIncompleteWords } from '../../renderer/card-panel/history/history-labels.ts';
import { splitMarkdown } from '../../renderer/editor/markdown/parts.ts';
import { attachmentPicturesIn } from '../../renderer/editor/markdown/pictures.ts';
import { takeChecklistItem } from '../../renderer/model/new-cards/checklist.ts';
import { parsePastedList } from '../../renderer/model/new-cards/paste-list.ts';
import { parseTypedDay } from '../../renderer/ui/dates/typed-day.ts';
import { hasLongLine, longWordBreaks } from '../../renderer/ui/text/long-lines.ts';
import { querySyntaxAt } from '../../renderer/views/query/cursor.ts';
import { parseQueryText } from '../../renderer/views/query/syntax.ts';
import { FailureError } from '../../shared/contract/index.ts';
import * as content from '../../shared/domain/content.ts';
import { suggestedChoices, summaryOf } from '../../shared/domain/import/choices.ts';
import { readMarkdownFolder } from '../../shared/domain/import/markdown-folder.ts';
import { readObsidianBoard, readTodoTxt } from '../../shared/domain/import/plain-lists.ts';
import { planImport } from '../../shared/domain/import/plan.ts';
import { parseJsonFile, type Source } from '../../shared/domain/import/source.ts';
import { readTable, sourceOfTable, suggestedRoles } from '../../shared/domain/import/table.ts';
import { readTrelloBoard } from '../../shared/domain/import/trello.ts';
import { markdownOfWiki } from '../../shared/domain/import/wiki-text.ts';
import { notificationTexts } from '../../shared/domain/notification-text.ts';
import { runLabel } from '../../shared/domain/run-label.ts';
import * as search from '../../shared/domain/search-text.ts';
import { tokensInText } from '../../shared/domain/text-tokens.ts';

export interface TextFunction {
  readonly name: string;
  run(text: string): unknown;
}

const gap = { kind: 'gap', length: 1 } as const;
const people = [{ id: 'u1', name: 'ann' }];

/** @param read refuses most hostile texts */
const importer = (name: string, read: (text: string) => Source): TextFunction => ({
  name,
  run(text) {
    try {
      const source = read(text);
      const choices = suggestedChoices(summaryOf(source), 'p', []);
      const lists = { milestones: [], runs: [], zones: [] };
      return planImport(source, choices, { known: new Map(), hasDueDates: true, ...lists });
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      return undefined;
    }
  },
});

export const textFunctions: readonly TextFunction[] = [
  { name: 'titleOfContent', run: content.titleOfContent },
  { name: 'markdownLineToPlainText', run: content.markdownLineToPlainText },
  { name: 'contentWithTitle', run: (text) => content.contentWithTitle(text, 'T') },
  { name: 'tagsIn', run: content.tagsIn },
  { name: 'renameTagInContent', run: (text) => content.renameTagInContent(text, 'a', 'b') },
  { name: 'replaceTagWithWord', run: (text) => content.replaceTagWithWord(text, 'a') },
  { name: 'mentionedPersonIdsIn', run: (text) => content.mentionedPersonIdsIn(text, people) },
  { name: 'replaceMentionsWithIds', run: (text) => content.replaceMentionsWithIds(text, people) },
  { name: 'checkboxesIn', run: content.checkboxesIn },
  { name: 'contentWithCheckboxSet', run: (text) => content.contentWithCheckboxSet(text, 1, true) },
  { name: 'shortCodesIn', run: content.shortCodesIn },
  { name: 'tokensInText', run: tokensInText },
  { name: 'takeChecklistItem', run: (text) => takeChecklistItem(text, 0) },
  { name: 'parsePastedList', run: parsePastedList },
  { name: 'foldText', run: search.foldText },
  { name: 'indexForm', run: search.indexForm },
  { name: 'searchPhrases', run: search.searchPhrases },
  { name: 'searchMatches', run: (text) => search.searchMatches(text, search.searchPhrases('a "b c"')) },
  { name: 'filterTest', run: (text) => search.filterTest('a')(text) },
  { name: 'parseTypedDay', run: (text) => parseTypedDay(text, '2026-04-15') },
  { name: 'parseDeepLink', run: (text) => parseDeepLink(`decktop://add?text=${text}`) },
  { name: 'parseQueryText', run: parseQueryText },
  { name: 'querySyntaxAt', run: (text) => querySyntaxAt(text, text.length) },
  { name: 'splitMarkdown', run: splitMarkdown },
  { name: 'longWordBreaks', run: longWordBreaks },
  { name: 'hasLongLine', run: hasLongLine },
  { name: 'attachmentPicturesIn', run: attachmentPicturesIn },
  {
    name: 'removeIncompleteWords',
    run: (text) => removeIncompleteWords([gap, { kind: 'kept', text }, gap]),
  },
  {
    name: 'runLabel',
    run: (text) => runLabel({ name: null, index: 0, startDate: '2026-04-15' }, { runLabelTemplate: text }),
  },
  {
    name: 'notificationTexts',
    run: (text) =>
      notificationTexts({
        kind: 'mention',
        actor: null,
        subject: text,
        comment: text,
        today: '2026-04-15',
        nameOf: String,
      }),
  },
  { name: 'parameterOf', run: (text) => parameterOf(`form-data;${text}`, 'name') },
  {
    name: 'UploadedContent',
    run: (text) => {
      const headers = { 'content-type': 'multipart/form-data; boundary="the edge"' };
      const content = new UploadedContent(headers, () => undefined);
      content.write(Buffer.from(`--the edge\r\nx: ${text.slice(0, 5000)}\r\n\r\n--the edge\r\n`));
      content.write(Buffer.from(`content-disposition: form-data; name=file\r\n\r\n${text}\r\n--the edge--`));
      return content.end();
    },
  },
  importer('readTable', (text) => {
    const table = readTable(`Title,Text,Comment,Checklist\n${text.replaceAll('"', '""')}`, 'a.csv');
    return sourceOfTable(table, { roles: suggestedRoles(table), dateOrder: 'day', timezone: 'UTC' });
  }),
  importer('readTodoTxt', (text) => readTodoTxt(text, 'a.txt')),
  importer('readObsidianBoard', (text) => readObsidianBoard(`## A\n- [ ] ${text}`, 'a.md')),
  importer('readMarkdownFolder', (text) =>
    readMarkdownFolder([{ path: 'a.md', text: `---\na: ${text}\n---\n` }], '', 'UTC'),
  ),
  importer('parseJsonFile', (text) => readTrelloBoard(parseJsonFile(`{"a":${text}`, 'a.json'), 'a.json', 'UTC')),
  { name: 'markdownOfWiki', run: markdownOfWiki },
];

/** Every token of the grammars, alone and combined so that a search for its end fails. `\n` repeats as lines. */
export const hostileSeeds: readonly string[] = [
  ...[
    '@[userId:',
    '@',
    '@a',
    '@a.',
    '@请',
    '#',
    '#a',
    '#a-',
    '#-',
    '$',
    '$111',
    '$111,',
    '#🚀\u200d',
    'e\u0301',
    '\u0301',
  ],
  ...['a<<', '<', '<a', '<a ', '<b', '<b>', '</', '<a:', '<a@', '<!--', '<!-- -->', '-->', '<a b="', "<a ='"],
  ...['`', '``a`', '`a', '*', '*a_ ', '**a', '_a', '~~a', '~a', '*a**b', '**注意：**', '\\', '\\`'],
  ...[
    '[',
    ']',
    '![',
    '](',
    '[](',
    '[a](',
    '[a](b',
    '[a](b "',
    "[a](b '",
    '[a](b (',
    '[a](<',
    '[a]: ',
    '[a]: b "\n',
    '[^a]: ',
  ],
  ...['https://', 'https://a', 'https://a)', 'https://a(', 'www.', 'www.a', 'a://', '://', 'https://a]', ':'],
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    ' \n',
    '>',
    '> ',
    '>\n',
    '- ',
    '-\n',
    '* ',
    '1. ',
    '1. a\n',
    '- a\n',
    '  - a\n',
    '- [ ] a\n',
    '- [ ] ',
  ],
  ...['```\n', '~~~\n', '```', '    a\n', '# ', '#\n', '---\n', '- - -\n', '|', '|-\n', '| a |\n', '===\n', 'a\n===\n'],
  ...['=z;\r\n', ';a="', '; a=b', '"', '{', '(', 'a(', '>   ', '~', '%RUN_NR%', '--edge', 'in ', '+ '],
  ...['☐ ', '@done (', 'o\t', '** ', '1.1.', 'a', '请', '\u0000'],
];

/** Texts that begin with many levels, followed by lines that go through all of them. */
const nested = (open: string, line: string) => (size: number) =>
  open.repeat(size / 2 / open.length) + line.repeat(size / 2 / line.length);

/** Returns hostile texts by name; each is a function of its length. */
export function hostileTexts(): ReadonlyMap<string, (size: number) => string> {
  const texts = new Map<string, (size: number) => string>();
  for (const seed of hostileSeeds)
    texts.set(JSON.stringify(seed), (size) => seed.repeat(Math.ceil(size / seed.length)));
  for (const [open, line] of [
    ['- ', '\n'],
    ['- ', '\n a'],
    ['> ', '\n'],
    ['> ', '\na'],
    ['- > ', '\n  '],
    ['[', ']'],
    ['[', '](a)'],
    ['*', 'a*'],
    ['`', ' ``'],
    ['- [ ] ', '\n  - [ ] a'],
  ] as const)
    texts.set(`${JSON.stringify(open)} then ${JSON.stringify(line)}`, nested(open, line));
  return texts;
}

/** Highest growth for a doubled text. Linear work gives 2; the rest is room for sorting and measuring. */
export const maxGrowth = 2.5;

/**
 * Counts the steps of `work`: how often each block of JavaScript in this project runs, as V8 counts it for code
 * coverage. V8 sometimes leaves a block out. What built-in functions and regular expressions do inside is never
 * counted.
 */
export class StepCounter {
  // Its own steps, in this file, do not count: they grow with what else is loaded.
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  steps(work: () => void): number {
    this.#take();
    work();
    return this.#take();
  }

  #take(): number {
    let total = 0;
    this.#session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error) throw error;
      for (const { url, functions } of answer.result)
        if (/\/(?:shared|renderer|electron|test)\//.test(url) && !/\/node_modules\/|\/growth\.ts/.test(url))
          for (const { ranges } of functions) for (const { count } of ranges) total += count;
    });
    return total;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

/** Longest text in UTF-16 units of a measurement by time, and the time at which a text is long enough. */
const longestText = 1_600_000;
const enoughMs = 60;
/** Milliseconds below which time says nothing about growth. */
const shortestMs = 20;
const rounds = 8;

/** Returns the time that the processor spends on `work`, so that other programs do not count. */
function milliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export interface MeasuredGrowth {
  /** Null if the time is too short to say. */
  readonly growth: number | null;
  /** Of the longest text, in UTF-16 units. */
  readonly size: number;
  readonly ms: number;
}

/** One line for a person: whether the growth is allowed, of what, by which factor. */
export function verdictOf(
  { name }: TextFunction,
  seed: string,
  { growth, size, ms }: MeasuredGrowth,
): { readonly isRight: boolean; readonly line: string } {
  const isRight = growth === null || growth <= maxGrowth;
  const factor = growth === null ? `less than ${shortestMs} ms` : `${growth.toFixed(2)} times the time of the half`;
  const line = `${isRight ? 'ok  ' : 'SLOW'} ${name}, ${seed}: ${factor}; ${ms.toFixed(0)} ms for ${size} characters`;
  return { isRight, line };
}

/**
 * Returns how the time of a function grows at the last doubling of a hostile text. The text doubles until it takes
 * `enoughMs`. A measurement that looks too slow is repeated, and the shortest times count: garbage collection and
 * compilation slow single runs down.
 */
export function growthOfTime({ run }: TextFunction, text: (size: number) => string): MeasuredGrowth {
  for (let size = 24_000; ; size *= 2) {
    const whole = text(size);
    let ms = milliseconds(() => run(whole));
    if (ms < enoughMs && size < longestText) continue;
    const half = text(size / 2);
    let halfMs = Number.POSITIVE_INFINITY;
    let growth = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds && growth > maxGrowth && ms >= shortestMs; round++) {
      halfMs = Math.min(
        halfMs,
        milliseconds(() => run(half)),
      );
      ms = Math.min(
        ms,
        milliseconds(() => run(whole)),
      );
      growth = ms / halfMs;
    }
    return { growth: ms < shortestMs ? null : growth, size, ms };
  }
}
