/**
 * Cards as the text of a file, in pieces: CSV for spreadsheets, JSON with the interface's rows, Markdown. For pages see
 * `page.tsx`.
 */
import type { ExportExtension } from '../../../shared/bridge/index.ts';
import {
  type FieldName,
  models,
  type QueryAnswerTo,
  queryForAccount,
  selectRelated,
  type TypedQuery,
} from '../../../shared/contract/index.ts';
import { withTokensReplaced } from '../../../shared/domain/content.ts';
import { escapedFormula } from '../../../shared/domain/import/escape.ts';
import { rowsByIds } from '../../data/answer-rows.ts';
import { nameOf } from '../../data/lookups.ts';
import { type FieldKey, fieldDefinitionOf, fieldLabelOf } from '../../model/card-fields/definitions.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { nameOfCardPropertyValue } from '../../model/card-fields/index.ts';
import { shortCodeOfCard, shownTitle } from '../../model/card-row.ts';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';

/** By the extension of the file. */
export const cardFileFormats: Readonly<
  Record<ExportExtension | 'folder', { readonly label: string; readonly about: string }>
> = {
  csv: { label: 'CSV', about: 'for spreadsheets: a row per card, with its text and all fields' },
  md: { label: 'Markdown', about: 'one text, with comments' },
  html: { label: 'Web page', about: 'one file that any browser opens and prints, with comments' },
  pdf: { label: 'PDF or paper', about: 'a board, a list, or whole cards with comments' },
  json: { label: 'JSON', about: 'for programs: the rows of the interface, with comments' },
  folder: {
    label: 'Markdown folder',
    about: 'a file per card with its fields, and attachments; imported again, it changes the same cards',
  },
};

const cardFieldNames = Object.keys(models.card.fields) as FieldName<'card'>[];

export const exportedCardsQuery = (ids: readonly string[]) =>
  queryForAccount([
    selectRelated('cards', { cardId: { op: 'in', value: ids }, visibility: ['default', 'archived', 'deleted'] }, [
      ...cardFieldNames,
      { parentCard: ['title'] },
      { attachments: ['title', 'createdAt', 'fileId'] },
      { resolvables: ['context', 'isClosed', 'createdAt', { entries: ['content', 'createdAt', 'authorId'] }] },
    ]),
  ]);
type ExportAnswer = ReturnType<typeof exportedCardsQuery> extends TypedQuery<infer Q> ? QueryAnswerTo<Q> : never;
type CardAnswerRow = ExportAnswer['card'][string];

type ThreadRow = ExportAnswer['resolvable'][string];
export interface ExportedCard {
  readonly row: CardAnswerRow;
  readonly heroTitle: string | null;
  readonly attachments: readonly { readonly title: string; readonly fileId: string }[];
  /** Oldest first, as their entries. */
  readonly threads: readonly {
    readonly row: ThreadRow;
    readonly entries: readonly ExportAnswer['resolvableEntry'][string][];
  }[];
}

const oldestFirst = (a: { readonly createdAt: string }, b: { readonly createdAt: string }) =>
  a.createdAt < b.createdAt ? -1 : 1;

/** In the order of `ids`. Cards that do not exist any more are left out. */
export const exportedCardsOf = (answer: ExportAnswer, ids: readonly string[]): ExportedCard[] =>
  rowsByIds(answer.card, ids).map((row) => ({
    row,
    heroTitle: row.parentCardId ? (answer.card[row.parentCardId]?.title ?? null) : null,
    attachments: rowsByIds(answer.attachment, row.attachments),
    threads: rowsByIds(answer.resolvable, row.resolvables)
      .toSorted(oldestFirst)
      .map((thread) => ({
        row: thread,
        entries: rowsByIds(answer.resolvableEntry, thread.entries).toSorted(oldestFirst),
      })),
  }));

/** A column of the board, or the whole list. */
export interface ExportedColumn {
  readonly title: string;
  readonly cards: AsyncIterable<readonly ExportedCard[]>;
}

export interface ExportedBoard {
  readonly title: string;
  /** ISO time. */
  readonly at: string;
  readonly columns: readonly ExportedColumn[];
  readonly names: ValueNameContext;
}

export const titlesOf = (rows: ExportedCard['attachments']): string => rows.map(({ title }) => title).join(', ');
const listed = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function fieldText(key: FieldKey, { row, heroTitle }: ExportedCard, names: ValueNameContext): string {
  if (key === 'status') return statusGroupAndLabel(row.derivedStatus).label;
  if (key === 'code') return shortCodeOfCard(row);
  if (key === 'tag') return listed(row.tags).join(', ');
  if (key === 'hero') return heroTitle ?? row.parentCardId ?? '';
  if (key === 'kind') return row.isDoc ? 'Document' : 'Task';
  const { property } = fieldDefinitionOf(key);
  const value = property ? row[property] : null;
  if (property === undefined || value === null || value === undefined) return '';
  return nameOfCardPropertyValue(property, String(value), names) ?? String(value);
}

/** In the order of a person's interest. Zones belong to a board's order, and are its columns. */
export const factKeys = [
  'code',
  'status',
  'owner',
  'priority',
  'effort',
  'deck',
  'milestone',
  'run',
  'due',
  'tag',
  'hero',
] as const satisfies readonly FieldKey[];

export function* factsOf(
  card: ExportedCard,
  names: ValueNameContext,
): Iterable<readonly [label: string, text: string]> {
  for (const key of factKeys) {
    const text = fieldText(key, card, names);
    if (text) yield [fieldLabelOf(key), text];
  }
}

// ---- CSV (https://www.rfc-editor.org/rfc/rfc4180)

type CsvColumn = readonly [heading: string, text: (card: ExportedCard, names: ValueNameContext) => string | number];

const fieldColumn = (key: FieldKey): CsvColumn => [
  fieldLabelOf(key),
  (card, names) => (key === 'effort' ? (card.row.effort ?? '') : fieldText(key, card, names)),
];
export const personName = (id: string | null, { people }: ValueNameContext) => (id ? nameOf(people[id]) : '');

export const csvColumns: readonly CsvColumn[] = [
  ['Title', ({ row }) => row.title],
  ['Text', ({ row }) => row.content],
  ...factKeys.map(fieldColumn),
  fieldColumn('kind'),
  [
    'Project',
    ({ row }, { lookups }) => {
      const projectId = row.deckId ? lookups.decks[row.deckId]?.projectId : null;
      return lookups.projects.find(({ id }) => id === projectId)?.name ?? '';
    },
  ],
  ['Attachments', ({ attachments }) => titlesOf(attachments)],
  ['Created by', ({ row }, names) => personName(row.creatorId, names)],
  fieldColumn('created'),
  fieldColumn('updated'),
  ['Hero card id', ({ row }) => row.parentCardId ?? ''],
  ['Card id', ({ row }) => row.cardId],
];

/**
 * An apostrophe in front of a formula is left out by `Import`, as by spreadsheets. Texts that have one already get a
 * second one, so that they come back as they were.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = escapedFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* csvText({ columns, names }: ExportedBoard): AsyncIterable<string> {
  // Excel reads UTF-8 only with a byte order mark.
  yield `\u{feff}${['Column', ...csvColumns.map(([heading]) => heading)].map(csvCell).join(',')}\r\n`;
  for (const { title, cards } of columns)
    for await (const part of cards)
      yield part
        .map((card) => `${[title, ...csvColumns.map(([, text]) => text(card, names))].map(csvCell).join(',')}\r\n`)
        .join('');
}

// ---- JSON

async function* jsonText({ title, columns, at }: ExportedBoard): AsyncIterable<string> {
  yield `{"title":${JSON.stringify(title)},"exportedAt":${JSON.stringify(at)},"columns":[`;
  for (const [index, column] of columns.entries()) {
    yield `${index > 0 ? ',' : ''}\n{"title":${JSON.stringify(column.title)},"cards":[`;
    let separator = '\n';
    for await (const part of column.cards)
      for (const { row, attachments, threads } of part) {
        const resolvables = threads.map((thread) => ({ ...thread.row, entries: thread.entries }));
        yield separator +
          JSON.stringify({
            ...row,
            attachments: attachments.map(({ title }) => title),
            resolvables,
            parentCard: undefined,
          });
        separator = ',\n';
      }
    yield ']}';
  }
  yield ']}\n';
}

// ---- Markdown

/** With the names of mentioned persons instead of their ids. */
export const readableText = (content: string, { people }: ValueNameContext): string =>
  content.includes('@[')
    ? withTokensReplaced(content, ({ kind, value, end }) =>
        kind === 'personId' ? { text: `@${nameOf(people[value])}`, end } : undefined,
      )
    : content;

/** The content without the title, which is its first line. */
export const bodyOf = ({ row }: ExportedCard): string =>
  row.content.slice(row.content.indexOf('\n') + 1 || Infinity).trim();

export const titleOf = ({ row }: ExportedCard): string => shownTitle(row.title);

/** Characters that would be markup at the start of a heading or within it. */
const escapedHeading = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');

async function* markdownText({ title, columns, names }: ExportedBoard): AsyncIterable<string> {
  yield `# ${escapedHeading(title)}\n`;
  for (const column of columns) {
    if (columns.length > 1) yield `\n## ${escapedHeading(column.title)}\n`;
    for await (const part of column.cards) yield part.map((card) => markdownOfCard(card, names)).join('');
  }
}

function markdownOfCard(card: ExportedCard, names: ValueNameContext): string {
  const facts = [...factsOf(card, names)].map(([label, text]) => `${label}: ${text.replaceAll('\n', ' ')}`).join(' · ');
  const body = readableText(bodyOf(card), names);
  const comments = card.threads.flatMap(({ entries }) =>
    entries.map(
      ({ authorId, createdAt, content }) =>
        `> **${escapedHeading(personName(authorId, names))}**, ${createdAt.slice(0, 10)}:\n> ${readableText(content, names).replaceAll('\n', '\n> ')}\n`,
    ),
  );
  return [
    `\n### ${escapedHeading(titleOf(card))}\n`,
    `\n${facts}\n`,
    body && `\n${body}\n`,
    ...comments.map((text) => `\n${text}`),
  ].join('');
}

export const cardFileText = { csv: csvText, json: jsonText, md: markdownText };
