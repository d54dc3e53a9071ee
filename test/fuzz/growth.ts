/**
 * Measures how the work of functions grows when a hostile text doubles. Work that grows faster than the text lets one
 * text stop a thread. To check a function, add it to `textFunctions`.
 */
import { Session } from 'node:inspector';
import { takeChecklistItem } from '../../renderer/model/new-cards/checklist.ts';
import { parsePastedList } from '../../renderer/model/new-cards/paste-list.ts';
import * as content from '../../shared/domain/content.ts';
import { tokensInText } from '../../shared/domain/text-tokens.ts';

export interface TextFunction {
  readonly name: string;
  run(text: string): unknown;
}

const people = [{ id: 'u1', name: 'ann' }];

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
 * coverage. The count is the same in each run. It leaves out what built-in functions and regular expressions do inside.
 */
export class StepCounter {
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
        if (/\/(shared|renderer|electron|test\/fuzz)\//.test(url) && !url.includes('/node_modules/'))
          for (const { ranges } of functions) for (const { count } of ranges) total += count;
    });
    return total;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

/** Milliseconds below which time says nothing about growth. */
const shortestMs = 12;
/** Longest text in UTF-16 units of a measurement by time, and the time at which a text is long enough. */
const longestText = 1_600_000;
const enoughMs = 60;

function milliseconds(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/**
 * Returns how the time of a function grows at the last doubling of a hostile text. The text doubles until it takes
 * `enoughMs`. A measurement that looks too slow is repeated, because other programs slow single runs down.
 */
export function growthOfTime(
  { run }: TextFunction,
  text: (size: number) => string,
): { readonly growth: number; readonly size: number; readonly ms: number } {
  for (let size = 12_500; ; size *= 2) {
    const [half, whole] = [text(size), text(size * 2)];
    const ms = milliseconds(() => run(whole));
    if (ms < enoughMs && size * 2 < longestText) continue;
    let growth = Number.POSITIVE_INFINITY;
    let least = ms;
    for (let round = 0; round < 5 && growth > maxGrowth; round++) {
      const before = milliseconds(() => run(half));
      least = Math.min(
        least,
        milliseconds(() => run(whole)),
      );
      growth = Math.min(growth, least < shortestMs ? 1 : least / before);
    }
    return { growth, size: size * 2, ms: least };
  }
}
