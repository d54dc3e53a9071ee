/** One card per line, without bullets, numbers, checkboxes and `#` of headings. Indented lines become sub cards. */

export interface PastedCard {
  readonly title: string;
  /** A sub card of the nearest earlier card whose `isSub` is false. */
  readonly isSub: boolean;
  readonly done: boolean;
}

const chineseNumber = '[一二三四五六七八九十百]{1,4}';
// Word and Google Docs write a tab behind letters, numbers and characters of symbol fonts that they use as bullets. In
// outlines, `**` is a sub item. Japanese and Chinese lists have no space.
const bullet = new RegExp(
  [
    '^(?:[-+•–—→>‣◦▪▫·●○■≡›\\u2460-\\u249b]|\\*{1,6}|\\p{Nd}{1,3}(?:\\.\\p{Nd}{1,3}){0,3}[.)])\\s+',
    '^(?:[o§❖➢➤\\p{Co}]|\\(?(?:[a-zA-Z\\d]|\\d{2,3}|[ivxlc]{2,6}|[IVXLC]{2,6})[.)])\\t\\s*',
    `^(?:・|\\p{Nd}{1,3}(?:．\\p{Nd}{1,3}){0,3}[、．）](?!\\p{Nd})|（(?:\\p{Nd}{1,3}|${chineseNumber})）)\\s*`,
    `^${chineseNumber}、(?!${chineseNumber})\\s*`,
  ].join('|'),
  'u',
);
/** `[-]`, `✘` and `@cancelled` are cancelled tasks. They count as done, so that nobody does them. */
const box = /^(?:\[[ xXvV-]?\]|[☐☑☒✅✓✔✗✘✕□❏❑❍◻⬜]\ufe0f?)\s+/u;
const tickedBox = /^(?:\[[xXvV-]\]|[☑☒✅✓✔✗✘✕])/u;
/** Tags that PlainTasks adds to closed tasks. */
const closedTag = /(?:^|\s)@(?:done|cancelled)(?:\s?\([^()]*\))?$/;
/** `---`, `===`, an empty bullet, the line below the header of a table. */
const lineWithoutText = /^(?:[-*+•–→>‣◦▪·●○■—_=#|:\s☐□]|\[[ xXvV-]?\]|\p{Nd}{1,3}[.)．）、](?=\s|$))*$/u;

/** `hasSigns` is true if `-` before a number is its sign. */
function withoutMarks(line: string, hasSigns: boolean): { text: string; done: boolean; depth: number } {
  let text = line;
  let done = false;
  let hasBox = false;
  let depth = 0;
  for (;;) {
    const [marks] = (hasBox ? null : box.exec(text)) ?? bullet.exec(text) ?? [];
    if (marks === undefined || (hasSigns && /^[-+]\s+\d/.test(text))) break;
    if (!hasBox && box.test(text)) {
      hasBox = true;
      done = tickedBox.test(text);
    }
    if (/^\*\*/.test(marks)) depth = marks.trimEnd().length - 1;
    text = text.slice(marks.length);
  }
  if (hasBox && closedTag.test(text)) {
    done = true;
    text = text.replace(closedTag, '');
  }
  return { text: text.replace(/^#{1,6}\s+/, '').trim(), done, depth };
}

/** Markdown, or separated by tabs as in spreadsheets. */
const titleOfCells = (row: string): string =>
  row
    .split(row.startsWith('|') ? '|' : '\t')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' · ');
const tabWidth = 4;

function indentOf(line: string): number {
  let width = 0;
  for (const letter of line) {
    if (letter === '\t') width += tabWidth - (width % tabWidth);
    else if (letter === ' ' || letter === '\u00a0') width++;
    else break;
  }
  return width;
}

export function parsePastedList(text: string): PastedCard[] {
  const lines = text.split(/\r\n|[\n\r\u2028]/).filter((line) => !lineWithoutText.test(line.trim()));
  const [only = ''] = lines;
  // A single line is a title: its number or sign is a part of it ("4. October").
  if (lines.length < 2)
    return only.trim() === ''
      ? []
      : [{ title: titleOfCells(only.trim()), isSub: false, done: false }].filter(({ title }) => title !== '');
  const cards: PastedCard[] = [];
  /** Indent in spaces of the last card that is not a sub card. */
  let rootIndent = 0;
  const hasSigns = lines.filter((line) => /^\s*[-+]\s/.test(line)).length === 1;
  for (const line of lines) {
    const { text: row, done, depth } = withoutMarks(line.trim(), hasSigns);
    const title = titleOfCells(row);
    if (title === '') continue;
    const indent = indentOf(line) + depth;
    const isSub = cards.length > 0 && indent > rootIndent;
    if (!isSub) rootIndent = indent;
    cards.push({ title, isSub, done });
  }
  return cards;
}
