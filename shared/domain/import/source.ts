/** What every import format is parsed into. Nothing in it depends on the workspace that receives it. */

import { isRecord, withoutUnstorable } from '../../contract/check.ts';
import { FailureError } from '../../contract/index.ts';
import { derivedStatusLabels } from '../derived-status.ts';
import type { ColumnRole } from './column-roles.ts';

export interface SourceComment {
  /** Identifies the comment within its card, so that a second import adds only new ones. */
  readonly id: string;
  /** Empty if the source does not say. */
  readonly author: string;
  /** As the report and the text show it; empty if unknown. */
  readonly at: string;
  readonly text: string;
  /** Only in a workspace. Other comments of a card are one closed thread. */
  readonly thread?: {
    readonly id: string;
    readonly context: string;
    readonly isClosed: boolean;
  };
}

export interface SourceCard {
  /** The same in each export of the source, so that a second import finds the card again. */
  readonly id: string;
  /** Where the card stands in its file, such as "line 12". */
  readonly where: string;
  readonly title: string;
  /** Markdown without the title. */
  readonly body: string;
  /** The whole text of a card that Decktop exported; null for other programs. */
  readonly content: string | null;
  /** The id of its `SourceList`. */
  readonly list: string;
  /** As Decktop's own export names it. Empty if it is done, or if the source does not say it of the card itself. */
  readonly status: string;
  readonly isDone: boolean;
  readonly isArchived: boolean;
  readonly people: readonly string[];
  readonly tags: readonly string[];
  readonly priority: string;
  readonly effort: number | null;
  /** A day that exists, as `YYYY-MM-DD`; empty without one. */
  readonly due: string;
  /** Names; empty without one. */
  readonly milestone: string;
  readonly run: string;
  /** The id or the title of the card above it; empty without one. */
  readonly parent: string;
  readonly comments: readonly SourceComment[];
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** Chosen files to attach. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
  /** Fields without a counterpart in a card, and values that could not be read. By name. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Columns with a value that could not be read: it is in `fields`, and the card's own value stays. */
  readonly unread: readonly ColumnRole[];
  /** What only cards of a workspace have. */
  readonly own?: {
    readonly isDoc: boolean;
    /** Null for no zone. */
    readonly zone: string | null;
    /** Ids of the cards to be done first. */
    readonly inDeps: readonly string[];
    /** Ids, in order. */
    readonly subCards: readonly string[];
  };
}

export interface SourceList {
  readonly id: string;
  readonly name: string;
  readonly isDone: boolean;
  /** Only of a workspace; null for its private cards. */
  readonly deck?: SourceDeck | null;
}

interface SourceDeck {
  /** Name of its project. */
  readonly project: string;
  readonly type: string;
  readonly description: string;
  readonly color: string | null;
  readonly zones: readonly (string | null)[];
  /** Name of its milestone; empty without one. */
  readonly milestone: string;
}

export interface SourceMilestone {
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly date: string;
  readonly startDate: string | null;
  readonly isGlobal: boolean;
  /** Names. */
  readonly projects: readonly string[];
}

/** What only another workspace has, and texts of its cards refer to. */
export interface SourceWorkspace {
  /** Path of its database, which has the bytes of attachments. */
  readonly file: string;
  readonly milestones: readonly SourceMilestone[];
  /** Names, by user id. */
  readonly people: ReadonlyMap<string, string>;
  /** Ids of cards, by short code. */
  readonly codes: ReadonlyMap<string, string>;
  /** Name of the person to whom it belongs. */
  readonly person: string;
  /** Ids of cards in the Hand and the bookmarks of the person to whom it belongs, in order. */
  readonly hand: readonly string[];
  readonly bookmarks: readonly string[];
}

export interface Source {
  readonly format: string;
  readonly name: string;
  /** Identifies the source among all that are imported into a workspace. */
  readonly key: string;
  readonly lists: readonly SourceList[];
  readonly cards: readonly SourceCard[];
  /** What Decktop's own table has columns for: what it does not name stays as it is. Null for other sources. */
  readonly says: ReadonlySet<ColumnRole> | null;
  /** True if `#tag` in texts is meant as a tag. */
  readonly hasTagsInText: boolean;
  /** What the file itself lacks, or what was left out of it, in sentences. */
  readonly notes: readonly string[];
  readonly workspace?: SourceWorkspace;
}

export const importLimits = {
  /** Of all chosen files together. */
  bytes: 48 * 1024 * 1024,
  /** Of all texts. With 40,000 rows, reading and planning them takes some 300 MB of memory. */
  textBytes: 20 * 1024 * 1024,
  rows: 40_000,
  columns: 1_000,
  files: 20_000,
  commentsPerCard: 2_000,
} as const;

/** @throws FailureError always */
export function refuseFile(message: string): never {
  throw new FailureError({ kind: 'rejected', code: 'unreadable_file', status: 0, message });
}

/** From 1; columns in UTF-16 units. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

const jsonToken =
  /[ \t\r\n]*(?:([[\]{},:])|("[^"\\\n]*(?:\\.[^"\\\n]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** The offset at which a text stops being JSON. V8 does not always name it. */
function jsonFaultOffset(text: string): number {
  const open: string[] = [];
  let wanted: 'value' | 'key' | 'colon' | 'next' = 'value';
  let mayClose = false;
  let at = 0;
  for (;;) {
    jsonToken.lastIndex = at;
    const found = jsonToken.exec(text);
    if (!found) return at + (/^[ \t\r\n]*/.exec(text.slice(at, at + 1_000))?.[0].length ?? 0);
    const [whole, sign, string] = found;
    const start = jsonToken.lastIndex - whole.trimStart().length;
    const inObject = open.at(-1) === '{';
    if ((sign === '}' || sign === ']') && (mayClose || wanted === 'next')) {
      if (open.pop() !== (sign === '}' ? '{' : '[')) return start;
      [wanted, mayClose] = ['next', false];
    } else if (wanted === 'value' && (sign === '{' || sign === '[')) {
      open.push(sign);
      [wanted, mayClose] = [sign === '{' ? 'key' : 'value', true];
    } else if (wanted === 'value' && sign === undefined) [wanted, mayClose] = ['next', false];
    else if (wanted === 'key' && string !== undefined) [wanted, mayClose] = ['colon', false];
    else if (wanted === 'colon' && sign === ':') wanted = 'value';
    else if (wanted === 'next' && sign === ',' && open.length > 0) wanted = inObject ? 'key' : 'value';
    else return start;
    at = jsonToken.lastIndex;
  }
}

/**
 * @param firstLine the line of the file in which the text begins
 * @throws FailureError that names line and column
 */
export function parseJsonFile(text: string, name: string, firstLine = 1): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = lineAndColumn(text, jsonFaultOffset(text));
    return refuseFile(
      `“${name}” is not complete JSON: it breaks off or is damaged in line ${line + firstLine - 1}, column ${column}. Export it once more.`,
    );
  }
}

export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? withoutUnstorable(value) : typeof value === 'number' ? String(value) : '';

export const emptyCard: Omit<SourceCard, 'id' | 'where' | 'title' | 'list'> = {
  body: '',
  content: null,
  status: '',
  isDone: false,
  isArchived: false,
  people: [],
  tags: [],
  priority: '',
  effort: null,
  due: '',
  milestone: '',
  run: '',
  parent: '',
  comments: [],
  links: [],
  files: [],
  fields: [],
  unread: [],
};

/** Gives the second card with a name the id `name (2)`, for sources without ids. */
export function createIdsByName(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}

/** As markdown, below a heading if the list has a name. */
export const checklistText = (
  name: string,
  items: readonly { readonly text: string; readonly isDone: boolean }[],
): string =>
  [
    ...(name ? [`**${name.replaceAll('*', '\\*')}**`, ''] : []),
    ...items.map(({ text, isDone }) => `- [${isDone ? 'x' : ' '}] ${text.replaceAll(/\s+/g, ' ').trim()}`),
  ].join('\n');

const blankLinesAtStart = /^(?:[ \t]*\n)+/;
export const joinBlocks = (...blocks: readonly string[]): string =>
  blocks
    .map((block) => block.replace(blankLinesAtStart, '').trimEnd())
    .filter((block) => block !== '')
    .join('\n\n');

const doneNames =
  /^(?:done|closed?|completed?|resolved|finished|cancell?ed|won'?t (?:do|fix)|duplicate|erledigt|fertig|abgeschlossen|terminé|hecho|готово)$/iu;
const startedNames =
  /^(?:(?:work )?in progress|doing|started|wip|in development|developing|active|ongoing|working on it|blocked|waiting|on hold|(?:in |code |peer )?review|reviewing|(?:in )?(?:testing|test|qa)|in arbeit|in bearbeitung|en cours|en curso|в работе)$/iu;
const notStartedNames =
  /^(?:to ?-?do|not started|open|new|backlog|(?:selected|ready) for development|ready|next|planned|icebox|offen|geplant|à faire|por hacer|pendiente)$/iu;
/** The status of the work in a list, or with a status, of this name. Null if the name says nothing about it. */
export function progressOfName(name: string): 'not_started' | 'started' | 'done' | null {
  // Boards put emoji and limits around a name, as in "🚧 Doing (4)".
  const word = name
    .slice(0, 60)
    .replace(/ ?\(\d+\)$/, '')
    .replaceAll(/^[^\p{L}]{1,8}|[^\p{L})]{1,8}$/gu, '');
  if (doneNames.test(word)) return 'done';
  return startedNames.test(word) ? 'started' : notStartedNames.test(word) ? 'not_started' : null;
}
export const isDoneName = (name: string): boolean => progressOfName(name) === 'done';

/** How a status of another program reads in a `SourceCard`. */
export const ownStatusOf = (written: string): string => {
  const progress = progressOfName(written);
  return progress === 'started'
    ? derivedStatusLabels.started
    : progress === 'not_started'
      ? derivedStatusLabels.unassigned
      : '';
};
