/** The archives that Focalboard and Mattermost Boards write: lines of JSON with boards, cards and the blocks of a card. */
import { isRecord } from '../../contract/check.ts';
import { foldText } from '../search-text.ts';
import { readDay } from './days.ts';
import {
  checklistText,
  emptyCard,
  importLimits,
  isDoneName,
  joinBlocks,
  parseJsonFile,
  recordsIn,
  refuseFile,
  type Source,
  type SourceCard,
  type SourceList,
  textOf,
} from './source.ts';

type Block = Record<string, unknown>;

interface BoardFile {
  /** Within the archive. */
  readonly path: string;
  readonly text: string;
}

interface Property {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Texts by the id of the option. */
  readonly options: ReadonlyMap<string, string>;
}

interface Board {
  readonly id: string;
  readonly title: string;
  readonly properties: readonly Property[];
  /** Its options are the columns. */
  readonly columns: Property | undefined;
  readonly cardOrder: readonly string[];
}

const fieldsOf = (block: Block | undefined): Block => (isRecord(block?.fields) ? block.fields : {});
const isLive = (block: Block) => Number(block.deleteAt ?? 0) === 0;
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flat().map(textOf) : []);

/** @throws FailureError that names line and column */
function blocksOf({ path, text }: BoardFile, where: Map<Block, string>): Block[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = parseJsonFile(line, path, index + 1);
    const data = isRecord(parsed) ? parsed.data : undefined;
    if (!isRecord(parsed) || !isRecord(data)) return [];
    // Version 2 names boards so; in version 1 they are blocks.
    const block: Block = parsed.type === 'board' ? { ...data, type: 'board' } : data;
    where.set(block, `${path}, line ${index + 1}`);
    return isLive(block) && (parsed.type === 'board' || parsed.type === 'block') ? [block] : [];
  });
}

function boardOf(block: Block, views: readonly Block[]): Board {
  const properties = recordsIn(block.cardProperties ?? fieldsOf(block).cardProperties).map(
    ({ id, name, type, options }): Property => ({
      id: textOf(id),
      name: textOf(name),
      type: textOf(type),
      options: new Map(recordsIn(options).map((option) => [textOf(option.id), textOf(option.value)])),
    }),
  );
  const selects = properties.filter(({ type }) => type === 'select');
  const view = fieldsOf(views.find((each) => fieldsOf(each).viewType === 'board') ?? views[0]);
  return {
    id: textOf(block.id),
    title: textOf(block.title),
    properties,
    columns:
      selects.find(({ id }) => id === view.groupById) ??
      selects.find(({ name }) => foldText(name) === 'status') ??
      selects[0],
    cardOrder: idsIn(view.cardOrder),
  };
}

/** A date is `{"from":…,"to":…}` as text, in ms; the last day counts. */
function dayOf(written: string, timezone: string): string | null {
  const [, to] = /"to":\s*(\d{1,15})/.exec(written) ?? [];
  const [, from] = /"from":\s*(\d{1,15})/.exec(written) ?? [];
  const at = new Date(Number(to ?? from ?? written));
  return Number.isNaN(at.getTime()) ? null : readDay(at.toISOString(), null, timezone);
}

/** Texts of a block, and its file. */
function contentOf(block: Block, attached: (fileId: string) => string | undefined): string {
  const title = textOf(block.title);
  const type = textOf(block.type);
  const level = /^h([1-3])$/.exec(type)?.[1];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${title}`;
  if (type === 'checkbox') return checklistText('', [{ text: title, isDone: fieldsOf(block).value === true }]);
  if (type === 'list-item') return `- ${title}`;
  if (type === 'divider') return '---';
  const fileId = textOf(fieldsOf(block).fileId ?? fieldsOf(block).attachmentId);
  return fileId === '' ? title : joinBlocks(title, attached(fileId) ?? `Missing file: ${fileId}`);
}

/** Lines that belong together, such as those of a checklist, stay together. */
function joinContents(blocks: readonly { readonly type: string; readonly text: string }[]): string {
  return blocks.reduce((whole, { type, text }, index) => {
    const isNextLine = (type === 'checkbox' || type === 'list-item') && blocks[index - 1]?.type === type;
    return isNextLine ? `${whole}\n${text}` : joinBlocks(whole, text);
  }, '');
}

const effortNames = new Set(['estimate', 'estimated hours', 'points', 'story points', 'effort', 'size']);
const dueNames = /due|deadline|\bend\b|f\u00e4llig/i;

/**
 * @param boards of the archive, or the one file of version 1
 * @param files paths of the other files of the archive
 * @param timezone of the person
 * @throws FailureError
 */
export function readBoardArchive(
  boards: readonly BoardFile[],
  files: ReadonlySet<string>,
  name: string,
  timezone: string,
): Source {
  const where = new Map<Block, string>();
  const notes: string[] = [];
  const lists = new Map<string, SourceList>();
  const cards: SourceCard[] = [];
  let templates = 0;
  const archives = boards.map((file) => ({ file, blocks: blocksOf(file, where) }));
  const boardCount = archives.reduce(
    (sum, { blocks }) => sum + blocks.filter(({ type }) => type === 'board').length,
    0,
  );
  for (const { file, blocks } of archives) {
    const children = Map.groupBy(blocks, (block) => textOf(block.parentId));
    const folder = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/') + 1) : '';
    for (const boardBlock of blocks.filter(({ type }) => type === 'board')) {
      const ofBoard = (block: Block) =>
        [block.boardId, block.rootId, block.parentId].some((id) => textOf(id) === textOf(boardBlock.id));
      const found = blocks.filter((block) => block.type === 'card' && ofBoard(block));
      const board = boardOf(
        boardBlock,
        blocks.filter((block) => block.type === 'view' && ofBoard(block)),
      );
      const isTemplate = boardBlock.isTemplate === true || fieldsOf(boardBlock).isTemplate === true;
      const wanted = found.filter((card) => !isTemplate && fieldsOf(card).isTemplate !== true);
      templates += found.length - wanted.length;
      const prefix = boardCount > 1 ? `${board.title}: ` : '';
      const listOf = (option: string): string => {
        const id = `${board.id} ${option}`;
        const title = board.columns?.options.get(option) ?? '';
        if (!lists.has(id)) lists.set(id, { id, name: `${prefix}${title}`, isDone: isDoneName(title) });
        return id;
      };
      if (wanted.length > 0) for (const option of board.columns?.options.keys() ?? []) listOf(option);
      const places = new Map(board.cardOrder.map((id, index) => [id, index]));
      const placeOf = (card: Block) => places.get(textOf(card.id)) ?? places.size;
      for (const card of wanted.sort((a, b) => placeOf(a) - placeOf(b))) {
        if (cards.length >= importLimits.rows) refuseFile(`“${name}” has more than ${importLimits.rows} cards.`);
        cards.push(cardOf(card, board, listOf, children.get(textOf(card.id)) ?? [], folder));
      }
    }
  }

  function cardOf(
    card: Block,
    board: Board,
    listOf: (option: string) => string,
    blocks: readonly Block[],
    folder: string,
  ): SourceCard {
    const values = fieldsOf(card).properties;
    const fields: [string, string][] = [];
    const tags: string[] = [];
    const people: string[] = [];
    const links: { name: string; url: string }[] = [];
    const attached: { name: string; path: string }[] = [];
    let [priority, due, column] = ['', '', ''];
    let effort: number | null = null;
    let isDone = false;
    for (const { id, name: property, type, options } of board.properties) {
      const value = isRecord(values) && Object.hasOwn(values, id) ? values[id] : undefined;
      const written = (Array.isArray(value) ? value.map(textOf) : [textOf(value)]).filter(Boolean);
      const [first] = written;
      if (first === undefined) continue;
      const shown = written.map((each) => options.get(each) ?? each);
      const day = type === 'date' ? dayOf(first, timezone) : null;
      if (id === board.columns?.id) column = first;
      else if (type === 'multiSelect') tags.push(...shown);
      else if (type === 'person' || type === 'multiPerson')
        people.push(...shown.map((person) => `Focalboard member ${person}`));
      else if (type === 'select' && /^prio/i.test(property) && priority === '') priority = shown[0] ?? '';
      else if (day !== null && due === '' && (dueNames.test(property) || !hasDueDate(board))) due = day;
      else if (type === 'number' && effortNames.has(foldText(property)) && /^\d{1,9}$/.test(first))
        effort = Number(first);
      else if (type === 'checkbox' && /^(?:done|completed?)$/i.test(property)) isDone = first === 'true';
      else if (type === 'url' && /^https?:\/\//.test(first)) links.push({ name: property, url: first });
      else fields.push([property || 'Property', day ?? shown.join(', ')]);
    }
    const order = new Map(idsIn(fieldsOf(card).contentOrder).map((id, index) => [id, index]));
    const placeOf = (block: Block) => order.get(textOf(block.id)) ?? order.size;
    const contents = blocks
      .filter(({ type }) => type !== 'comment' && type !== 'view' && type !== 'card')
      .sort((a, b) => placeOf(a) - placeOf(b) || Number(a.createAt ?? 0) - Number(b.createAt ?? 0))
      .map((block) => ({
        type: textOf(block.type),
        text: contentOf(block, (fileId) => {
          const path = folder + fileId;
          if (!files.has(path)) return undefined;
          attached.push({ name: textOf(block.title) || fileId, path });
          return '';
        }),
      }));
    return {
      ...emptyCard,
      id: textOf(card.id),
      where: where.get(card) ?? '',
      title: textOf(card.title).replaceAll(/\s+/g, ' ').trim(),
      body: joinContents(contents),
      list: listOf(column),
      isDone,
      people,
      tags: [...new Set(tags)],
      priority,
      effort,
      due,
      links,
      files: attached,
      fields,
      comments: blocks
        .filter(({ type }) => type === 'comment')
        .slice(0, importLimits.commentsPerCard)
        .sort((a, b) => Number(a.createAt ?? 0) - Number(b.createAt ?? 0))
        .map((comment) => ({
          id: textOf(comment.id),
          author: textOf(comment.createdBy) && `Focalboard member ${textOf(comment.createdBy)}`,
          at: dayOf(textOf(comment.createAt), timezone) ?? '',
          text: textOf(comment.title),
        })),
    };
  }

  if (cards.length === 0) refuseFile(`“${name}” has no cards.`);
  if (templates > 0) notes.push(`${templates} cards of templates are not imported.`);
  if (cards.some(({ people }) => people.length > 0))
    notes.push('An archive has no names of people, only their ids at Focalboard.');
  return {
    format: 'Focalboard',
    name: name.replace(/\.[^.]{1,12}$/, ''),
    key: `focalboard ${name}`,
    lists: [...lists.values()],
    cards,
    says: null,
    hasTagsInText: false,
    notes,
  };
}

const hasDueDate = ({ properties }: Board) =>
  properties.some(({ type, name }) => type === 'date' && dueNames.test(name));
