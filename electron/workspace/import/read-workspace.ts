/**
 * Another workspace on this computer as the source of an import: all that an import can carry of it, and what it cannot.
 * Reads the database of its service, beside the service itself.
 */
import SQLite, { type Database } from 'better-sqlite3';
import { wholeTitleOf } from '../../../shared/domain/content.ts';
import {
  createIdsByName,
  emptyCard,
  importLimits,
  refuseFile,
  type Source,
  type SourceCard,
  type SourceComment,
  type SourceList,
} from '../../../shared/domain/import/source.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { nameOfUser } from '../../engine/rules/members.ts';
import { RowStore, type StoredRow } from '../../engine/store/rows.ts';

const busyTimeoutMs = 10_000;
const privateList = 'private';

/** All of one moment. @throws FailureError if it is too large */
export function readWorkspace(file: string, name: string): Source {
  const db = new SQLite(file, { readonly: true, timeout: busyTimeoutMs });
  try {
    return db.transaction(() => sourceOf(db, file, name))();
  } finally {
    db.close();
  }
}

/** Undefined if it is not there. @param fileId id of the `file` row */
export function readStoredFile(file: string, fileId: string): Buffer | undefined {
  let db: Database | undefined;
  try {
    db = new SQLite(file, { readonly: true, timeout: busyTimeoutMs, fileMustExist: true });
    const upload = 'SELECT u.id FROM upload u JOIN file f ON f.url = u.url WHERE f.id = ?';
    const first = db.prepare(`SELECT bytes FROM storedFile WHERE uploadId = (${upload})`).pluck().get(fileId);
    if (!first) return undefined;
    const rest = db.prepare(`SELECT bytes FROM storedFilePiece WHERE uploadId = (${upload}) ORDER BY at`).pluck();
    return Buffer.concat([first as Buffer, ...(rest.all(fileId) as Buffer[])]);
  } catch {
    // The workspace was removed, or is damaged: the report says that the file is missing.
    return undefined;
  } finally {
    db?.close();
  }
}

function sourceOf(db: Database, file: string, name: string): Source {
  const rows = new RowStore(db);
  const count = (sql: string) => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() as number;
  const account = rows.find('account', {})[0] ?? refuseFile(`${name} has no organization.`);
  const cards = rows.where('card', `visibility <> 'deleted' ORDER BY accountSeq`);
  if (cards.length > importLimits.rows)
    refuseFile(`${name} has ${cards.length} cards; at most ${importLimits.rows} can be moved.`);

  const uniqueName = createIdsByName();
  const people = new Map(rows.find('user', {}).map(({ id }) => [id, uniqueName(nameOfUser(rows, id))]));
  const projects = new Map(
    rows.find('project', { visibility: 'default' }).map(({ id, name: project }) => [id, project]),
  );
  const uniqueMilestone = createIdsByName();
  const milestoneRows = rows.find('milestone', { isDeleted: false });
  const milestoneNames = new Map(milestoneRows.map((row) => [row.id, uniqueMilestone(row.name)]));
  const configs = new Map(rows.find('sprintConfig', {}).map((config) => [config.id, config]));
  const runNames = new Map(
    rows.find('sprint', {}).map((run) => [run.id, runLabel(run, configs.get(run.sprintConfigId))]),
  );

  const decks = rows
    .find('deck', { isDeleted: false }, ['sortValue'])
    .filter(({ projectId }) => projects.has(projectId));
  const lists: SourceList[] = decks.map((deck) => ({
    id: deck.id,
    name: deck.title,
    isDone: false,
    deck: {
      project: projects.get(deck.projectId) ?? '',
      type: deck.deckType,
      description: deck.description,
      color: deck.coverColor,
      zones: deck.manualOrderLabels ?? [],
      milestone: milestoneNames.get(deck.milestoneId ?? '') ?? '',
    },
  }));
  const deckIds = new Set(decks.map(({ id }) => id));
  if (cards.some(({ deckId }) => deckId === null))
    lists.push({ id: privateList, name: 'Private cards', isDone: false, deck: null });
  const carried = cards.filter(({ deckId }) => deckId === null || deckIds.has(deckId));

  const orders = new Map(
    rows.find('cardOrder', { context: 'deck' }).map(({ cardId, ...order }) => [cardId, order] as const),
  );
  const places = new Map(lists.map(({ id }, at) => [id, at]));
  const placeOf = (card: StoredRow<'card'>) => places.get(card.deckId ?? privateList) ?? 0;
  // A card without a position stands behind those with one, as it was made.
  const positionOf = (card: StoredRow<'card'>) => orders.get(card.cardId)?.sortValue ?? '\uffff';
  carried.sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      (positionOf(a) < positionOf(b) ? -1 : positionOf(a) > positionOf(b) ? 1 : a.accountSeq - b.accountSeq),
  );

  const comments = commentsOf(rows, people);
  const files = new Map(rows.find('file', {}).map((row) => [row.id, row]));
  const attachments = new Map(rows.find('attachment', {}).map((row) => [row.id, row]));
  const personId = String(rows.get('setting', 'localPerson')?.value ?? '');
  const cardOf = (card: StoredRow<'card'>): SourceCard => ({
    ...emptyCard,
    id: card.cardId,
    where: `$${shortCodeOf(card.accountSeq)}`,
    title: wholeTitleOf(card.content)
      .replaceAll(/@\[userId:([^[\]\s]+)\]/g, (_, id) => `@${people.get(id) ?? ''}`)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    content: card.content,
    list: card.deckId ?? privateList,
    status: card.status === 'started' || card.status === 'snoozing' ? 'Started' : '',
    isDone: card.status === 'done',
    isArchived: card.visibility === 'archived',
    people: card.assigneeId === null ? [] : [people.get(card.assigneeId) ?? ''],
    tags: card.masterTags,
    priority: card.priority === null ? '' : (account.priorityLabels[card.priority as 'a'] ?? card.priority),
    effort: card.effort,
    due: card.dueDate ?? '',
    milestone: milestoneNames.get(card.milestoneId ?? '') ?? '',
    run: runNames.get(card.sprintId ?? '') ?? '',
    parent: card.parentCardId ?? '',
    comments: comments.get(card.cardId) ?? [],
    files: card.attachments.flatMap((id) => {
      const { fileId = '', title = '' } = attachments.get(id) ?? {};
      const size = files.get(fileId)?.size ?? 0;
      return size > 0 ? [{ name: title || (files.get(fileId)?.name ?? 'File'), path: fileId }] : [];
    }),
    own: {
      isDoc: card.isDoc === true,
      zone: orders.get(card.cardId)?.label ?? null,
      inDeps: card.inDeps,
      subCards: card.childCards,
    },
  });

  const inOrder = (list: readonly { cardId: string; sortIndex: number | null }[]) =>
    [...list].sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0)).map(({ cardId }) => cardId);
  return {
    format: 'Workspace',
    name,
    key: `workspace ${account.id}`,
    lists,
    cards: carried.map(cardOf),
    says: null,
    hasTagsInText: true,
    notes: notesOf(),
    workspace: {
      file,
      people,
      codes: new Map(cards.map(({ cardId, accountSeq }) => [shortCodeOf(accountSeq), cardId])),
      milestones: milestoneRows.map(({ id, description, color, date, startDate, isGlobal }) => ({
        name: milestoneNames.get(id) ?? '',
        description,
        color,
        date,
        startDate,
        isGlobal,
        projects: rows
          .find('milestoneProject', { milestoneId: id })
          .flatMap(({ projectId }) => projects.get(projectId) ?? []),
      })),
      person: people.get(personId) ?? '',
      hand: inOrder(rows.find('queueEntry', { userId: personId, cardDoneAt: null })),
      bookmarks: inOrder(rows.find('handCard', { userId: personId })),
    },
  };

  /** What the interface has no way for, if the workspace has it. */
  function notesOf(): string[] {
    const note = (number: number, one: string, many: string) =>
      number > 0 ? [`${number} ${number === 1 ? one : many}`] : [];
    const isFilled = (value: object) => Object.keys(value).length > 0;
    const plainDecks = decks.filter(
      ({ coverFileId, defaultProjectTagId, defaultCard }) =>
        coverFileId !== null || defaultProjectTagId !== null || isFilled(defaultCard),
    );
    const withSpaces = rows.find('project', {}).filter(({ spaces }) => Array.isArray(spaces) && spaces.length > 1);
    const withoutFile = [...attachments.values()].filter(({ fileId }) => (files.get(fileId)?.size ?? 0) === 0);
    const signedTags = 'projectTag WHERE color IS NOT NULL OR emoji IS NOT NULL OR description IS NOT NULL';
    return [
      'Cards and comments are made now, by you: the interface cannot set authors and dates. Comments begin with theirs. The history of cards stays behind.',
      ...note(
        cards.length - carried.length,
        'card of a deleted deck or an archived project stays behind.',
        'cards of deleted decks or archived projects stay behind.',
      ),
      ...note(
        count('sprint WHERE completedAt IS NULL'),
        'run cannot be made through the interface. Its cards go into the run that has the same name here; else their text names it.',
        'runs cannot be made through the interface. Their cards go into the run that has the same name here; else their text names it.',
      ),
      ...note(count('workflowItem'), 'journey step stays behind.', 'journey steps stay behind.'),
      ...note(
        count('resolvableEntryReaction'),
        'reaction to a comment stays behind.',
        'reactions to comments stay behind.',
      ),
      ...note(count('deckGuardian'), 'guardian of a deck stays behind.', 'guardians of decks stay behind.'),
      ...note(
        count('cardSubscription') + count('deckSubscription'),
        'card or deck that somebody watches must be watched anew.',
        'cards and decks that people watch must be watched anew.',
      ),
      ...note(
        count(signedTags),
        'tag loses its colour, emoji or description.',
        'tags lose their colour, emoji or description.',
      ),
      ...note(
        withSpaces.length,
        'project has spaces: its decks go into the first space.',
        'projects have spaces: their decks go into the first space.',
      ),
      ...note(
        plainDecks.length,
        'deck loses its cover picture, auto tag or template card.',
        'decks lose their cover picture, auto tag or template card.',
      ),
      ...note(withoutFile.length, 'attachment has no file any more.', 'attachments have no file any more.'),
    ];
  }
}

/** By card, in the order of their threads and times. */
function commentsOf(rows: RowStore, people: ReadonlyMap<string, string>): Map<string, SourceComment[]> {
  const threads = rows.where('resolvable', '1 ORDER BY createdAt, id');
  const entries = Map.groupBy(
    rows.where('resolvableEntry', '1 ORDER BY createdAt, entryId'),
    (row) => row.resolvableId,
  );
  const byCard = new Map<string, SourceComment[]>();
  for (const { id, cardId, context, isClosed } of threads) {
    const known = byCard.get(cardId) ?? [];
    byCard.set(cardId, known);
    for (const { entryId, authorId, createdAt, content } of entries.get(id) ?? [])
      known.push({
        id: entryId,
        author: people.get(authorId) ?? '',
        at: `${createdAt.slice(0, 16).replace('T', ' ')} UTC`,
        text: content,
        thread: { id, context, isClosed },
      });
  }
  return byCard;
}
