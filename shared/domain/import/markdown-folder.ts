/** A folder of Markdown files: each file is a card, its frontmatter has the fields, its folder is the list. */
import { withoutUnstorable } from '../../contract/check.ts';
import { foldText } from '../search-text.ts';
import { dateOrderOf, readDay } from './days.ts';
import {
  emptyCard,
  isDoneName,
  joinBlocks,
  ownStatusOf,
  progressOfName,
  refuseFile,
  type Source,
  type SourceCard,
} from './source.ts';

export interface TextFile {
  /** Within the chosen folder, parts separated by `/`. */
  readonly path: string;
  readonly text: string;
}

const roleOfKey: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title: 'title',
    name: 'title',
    tags: 'tags',
    tag: 'tags',
    labels: 'tags',
    status: 'status',
    state: 'status',
    done: 'done',
    completed: 'done',
    assignee: 'people',
    assignees: 'people',
    owner: 'people',
    priority: 'priority',
    effort: 'effort',
    estimate: 'effort',
    points: 'effort',
    due: 'due',
    'due date': 'due',
    duedate: 'due',
    deadline: 'due',
    parent: 'parent',
    id: 'id',
    'card id': 'id',
    cardid: 'id',
  }),
);

type Field = string | readonly string[];

interface Parts {
  readonly fields: ReadonlyMap<string, Field>;
  readonly body: string;
  readonly fault: string | null;
}

const keyAndValue = /^([^\s:#[\]{}"'-][^:]{0,100}|"[^"]{1,100}"):(?:[ \t]+(.*))?$/;
const listItem = /^[ \t]*-[ \t]+(.*)$/;
/** Only quoted items have their spaces outside the group: no two parts match the same text. */
const flowItem = /(?:\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*|([^,"'[\]{}]*))(?:,|$)/y;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function scalar(written: string): string {
  const text = written.trim();
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"'))
    return text
      .slice(1, -1)
      .replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, character: string) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[character] ?? character),
      );
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  const comment = text.search(/[ \t]#/);
  const value = comment === -1 ? text : text.slice(0, comment).trimEnd();
  return value === '~' || value === 'null' ? '' : value;
}

/** Undefined if it is not one list of texts. */
function flowList(text: string): string[] | undefined {
  const inside = text.trim().slice(1, -1);
  const items: string[] = [];
  for (let at = 0; at < inside.length; at = flowItem.lastIndex) {
    flowItem.lastIndex = at;
    const found = flowItem.exec(inside);
    if (!found || found[0] === '') return undefined;
    items.push(scalar(found[1] ?? found[2] ?? ''));
  }
  return items;
}

/**
 * What people and programs write between the lines of `---`: names with a text or a list of texts. A parser of all of
 * YAML is slow for hostile texts, and the rest of YAML means nothing to a card. A string says which line it does not
 * understand.
 */
function fieldsOf(lines: readonly string[]): Map<string, Field> | string {
  const fields = new Map<string, Field>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^[ \t]*(?:#|$)/.test(line)) continue;
    const [, key, value = ''] = keyAndValue.exec(line) ?? [];
    // The block begins in the second line of the file.
    if (key === undefined) return `line ${at + 2} is not understood`;
    const name = scalar(key);
    const below: string[] = [];
    while (at + 1 < lines.length && /^(?:[ \t]+\S|[ \t]*$|-[ \t])/.test(lines[at + 1] ?? ''))
      below.push(lines[++at] ?? '');
    const filled = below.filter((each) => each.trim() !== '');
    if (/^[|>][+-]?$/.test(value.trim())) {
      const text = below.map((each) => each.trim());
      fields.set(name, text.join(value.trim().startsWith('|') ? '\n' : ' ').trim());
    } else if (filled.length > 0 && value.trim() === '') {
      const items = filled.map((each) => listItem.exec(each)?.[1]);
      if (items.some((item) => item === undefined)) return `“${name}” in line ${at + 2 - below.length} is nested`;
      fields.set(
        name,
        items.map((item) => scalar(item ?? '')),
      );
    } else if (filled.length > 0) return `line ${at + 3 - below.length} is not understood`;
    else if (value.trim().startsWith('[') && value.trim().endsWith(']')) {
      const items = flowList(value);
      if (!items) return `the list in line ${at + 2} is not understood`;
      fields.set(name, items);
    } else if (/^[[{&*!]/.test(value.trim())) return `line ${at + 2} is not understood`;
    else fields.set(name, scalar(value));
  }
  return fields;
}

/** A block of fields that is not understood stays in the text. */
export function partsOf(text: string): Parts {
  const whole: Parts = { fields: new Map(), body: text, fault: null };
  if (!/^---[ \t]*\n/.test(text)) return whole;
  const lines = text.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line));
  if (end === -1) return { ...whole, fault: 'the block that begins with --- is not closed' };
  const fields = fieldsOf(lines.slice(1, end));
  return typeof fields === 'string'
    ? { ...whole, fault: fields }
    : { fields, body: lines.slice(end + 1).join('\n'), fault: null };
}

export const frontmatterText = (value: Field | undefined): string =>
  typeof value === 'object' ? value.filter(Boolean).join(', ') : (value ?? '');
const asList = (value: Field): string[] =>
  (typeof value === 'object' ? value : value.split(',')).map((item) => item.trim().replace(/^#/, '')).filter(Boolean);

export const fileTitle = (path: string): string =>
  (path.split('/').at(-1) ?? path).replace(/\.(?:md|markdown|txt)$/i, '');

const linkToFile =
  /!?\[[^[\]\n]{0,300}\]\((?:<([^<>\n]{1,500})>|([^()<>\s]{1,500}))[^()\n]{0,100}\)|\[\[([^[\]|\n]{1,300})(?:\|[^[\]\n]{0,100})?\]\]/g;

/** Files of the folder that a text shows or links, without repetition. */
function filesNamedIn(body: string, path: string, others: ReadonlySet<string>): SourceCard['files'] {
  const found = new Map<string, string>();
  for (const [, bracketed, plain, wiki] of body.matchAll(linkToFile)) {
    const parts = path.split('/').slice(0, -1);
    for (const part of decodeAddress(bracketed ?? plain ?? wiki ?? '').split('/'))
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    const file = [parts.join('/'), wiki ?? ''].find((each) => others.has(each));
    if (file !== undefined) found.set(file, file.split('/').at(-1) ?? file);
  }
  return [...found].map(([file, name]) => ({ path: file, name }));
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * @param name of the folder
 * @param others paths of the files that are no texts
 */
export function readMarkdownFolder(
  files: readonly TextFile[],
  name: string,
  timezone: string,
  others: ReadonlySet<string> = new Set(),
): Source {
  if (files.length === 0) return refuseFile(`“${name}” has no Markdown files.`);
  const parsed = files
    .map(({ path, text }) => ({
      path,
      ...partsOf(withoutUnstorable(text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'))),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const valuesOf = ({ fields }: Parts, role: string) =>
    [...fields].filter(([key]) => roleOfKey.get(foldText(key)) === role);
  const dates = dateOrderOf(parsed.flatMap((file) => valuesOf(file, 'due').map(([, value]) => frontmatterText(value))));
  const lists = new Map<string, { id: string; name: string; isDone: boolean }>();
  const notes = parsed.flatMap(({ path, fault }) =>
    fault ? [`${path}: the fields stay in the text (${fault}).`] : [],
  );
  if (dates?.order === null)
    notes.push(
      `Dates such as “${dates.example}” can be read in two ways: they stay in the text. Written as 2026-12-31 they are clear.`,
    );
  const cards = parsed.map((file): SourceCard => {
    const { path, body } = file;
    const text = (role: string) => frontmatterText(valuesOf(file, role)[0]?.[1]).trim();
    const folder = path.split('/').slice(0, -1).join('/');
    const heading = /^\s*# +([^\n]+)\n?/.exec(body);
    const title = (text('title') || (heading?.[1] ?? '').trim() || fileTitle(path)).replaceAll(/\s+/g, ' ');
    const status = text('status');
    const fields = [...file.fields].flatMap(([key, value]): [string, string][] =>
      roleOfKey.get(foldText(key)) === undefined && frontmatterText(value) !== ''
        ? [[key, frontmatterText(value)]]
        : [],
    );
    if (status !== '' && progressOfName(status) === null) fields.push(['Status', status]);
    const due = text('due');
    const day = due === '' ? null : readDay(due, dates?.order ?? null, timezone);
    if (due !== '' && day === null) fields.push(['Due', due]);
    const effort = Number(text('effort') || Number.NaN);
    if (text('effort') !== '' && !Number.isInteger(effort)) fields.push(['Effort', text('effort')]);
    if (!lists.has(folder)) {
      const listName = folder.split('/').at(-1) ?? '';
      lists.set(folder, { id: folder, name: listName, isDone: isDoneName(listName) });
    }
    const done = text('done');
    return {
      ...emptyCard,
      id: text('id') || path,
      where: path,
      title,
      body: joinBlocks(heading && heading[1]?.trim() === title ? body.slice(heading[0].length) : body),
      list: folder,
      status: ownStatusOf(status),
      isDone: isDoneName(status) || (done !== '' && !/^(?:false|no|0)$/i.test(done)),
      people: valuesOf(file, 'people').flatMap(([, value]) => asList(value)),
      tags: [...new Set(valuesOf(file, 'tags').flatMap(([, value]) => asList(value)))],
      priority: text('priority'),
      effort: Number.isInteger(effort) && Math.abs(effort) < 2 ** 31 ? effort : null,
      due: day ?? '',
      parent: text('parent').replace(/^\[\[|\]\]$/g, ''),
      files: filesNamedIn(body, path, others),
      fields,
    };
  });
  const attached = new Set(cards.flatMap((card) => card.files.map((file) => file.path)));
  if (others.size > attached.size)
    notes.push(`${others.size - attached.size} files that are no Markdown, and that no text names, are not imported.`);
  return {
    format: 'Markdown',
    name,
    key: `markdown ${name}`,
    lists: [...lists.values()],
    cards,
    says: null,
    hasTagsInText: true,
    notes,
  };
}
