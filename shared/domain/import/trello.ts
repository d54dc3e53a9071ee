/** The JSON that Trello's menu *Print, export, and share* writes. */
import { isRecord } from '../../contract/check.ts';
import { readDay } from './days.ts';
import {
  checklistText,
  emptyCard,
  importLimits,
  isDoneName,
  joinBlocks,
  recordsIn,
  refuseFile,
  type Source,
  type SourceCard,
  type SourceComment,
  textOf,
} from './source.ts';

/** Trello exports at most this many actions, the newest ones. */
const maxExportedActions = 1_000;

const byId = (rows: unknown): Map<string, Record<string, unknown>> =>
  new Map(recordsIn(rows).map((row) => [textOf(row.id), row]));
const byPosition = (a: Record<string, unknown>, b: Record<string, unknown>) => Number(a.pos ?? 0) - Number(b.pos ?? 0);
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

export const isTrelloBoard = (value: unknown): boolean =>
  isRecord(value) && Array.isArray(value.lists) && Array.isArray(value.cards);

function customFieldText(
  item: Record<string, unknown>,
  field: Record<string, unknown> | undefined,
): readonly [name: string, value: string] | null {
  const option = recordsIn(field?.options).find(({ id }) => id === item.idValue);
  const value = isRecord(option?.value) ? option.value : isRecord(item.value) ? item.value : {};
  const text = textOf(value.text ?? value.number ?? value.date ?? value.checked);
  return text === '' ? null : [textOf(field?.name) || 'Custom field', text];
}

/**
 * @param timezone of the person, because due times are in UTC
 * @throws FailureError
 */
export function readTrelloBoard(board: unknown, name: string, timezone: string): Source {
  if (!isRecord(board) || !isTrelloBoard(board))
    return refuseFile(`“${name}” is JSON, but no export of a Trello board.`);
  const lists = recordsIn(board.lists).sort(byPosition);
  const listById = byId(board.lists);
  const labels = byId(board.labels);
  const members = byId(board.members);
  const checklists = byId(board.checklists);
  const customFields = byId(board.customFields);
  const actions = recordsIn(board.actions);
  const notes: string[] = [];

  const comments = new Map<string, SourceComment[]>();
  const created = new Map<string, string>();
  for (const action of actions) {
    const data = isRecord(action.data) ? action.data : {};
    const cardId = isRecord(data.card) ? textOf(data.card.id) : '';
    const author = isRecord(action.memberCreator) ? action.memberCreator : members.get(textOf(action.idMemberCreator));
    const authorName = textOf(author?.fullName) || textOf(author?.username);
    const at = readDay(textOf(action.date), 'day', timezone) ?? '';
    if (action.type === 'createCard') created.set(cardId, [at, authorName].filter(Boolean).join(', '));
    if (action.type !== 'commentCard' || cardId === '') continue;
    const known = comments.get(cardId) ?? [];
    comments.set(cardId, known);
    if (known.length < importLimits.commentsPerCard)
      known.push({ id: textOf(action.id), author: authorName, at, text: textOf(data.text) });
  }
  // The file has the newest action first.
  for (const known of comments.values()) known.reverse();
  if (actions.length >= maxExportedActions)
    notes.push('Trello exports only the last 1,000 actions of a board: older comments are not in the file.');
  if (recordsIn(board.cards).length > importLimits.rows)
    refuseFile(`“${name}” has more than ${importLimits.rows} cards.`);

  const labelText = (id: string): string => {
    const label = labels.get(id);
    // `green_dark`, `sky_light`: the shade says nothing.
    return textOf(label?.name).trim() || textOf(label?.color).replace(/_(?:dark|light)$/, '');
  };
  const memberName = (id: string): string => {
    const member = members.get(id);
    return textOf(member?.fullName) || textOf(member?.username) || `Trello member ${id}`;
  };
  let uploads = 0;
  const cards = recordsIn(board.cards)
    .sort(byPosition)
    .map((card): SourceCard => {
      const list = listById.get(textOf(card.idList));
      const id = textOf(card.id);
      const due = textOf(card.due);
      const day = due === '' ? null : readDay(due, 'day', timezone);
      const start = textOf(card.start);
      const fields: (readonly [string, string])[] = [];
      if (due !== '' && day === null) fields.push(['Due', due]);
      if (start !== '') fields.push(['Start', readDay(start, 'day', timezone) ?? start]);
      const author = created.get(id);
      if (author) fields.push(['Created', author]);
      for (const item of recordsIn(card.customFieldItems)) {
        const field = customFieldText(item, customFields.get(textOf(item.idCustomField)));
        if (field) fields.push(field);
      }
      const others = Array.isArray(card.idMembers) ? card.idMembers : [];
      return {
        ...emptyCard,
        id,
        where: `card ${textOf(card.idShort) || id}`,
        title: textOf(card.name).replaceAll(/\s+/g, ' ').trim(),
        body: joinBlocks(
          textOf(card.desc),
          ...idsIn(card.idChecklists).flatMap((checklistId) => {
            const checklist = checklists.get(checklistId);
            if (!checklist) return [];
            const items = recordsIn(checklist.checkItems).sort(byPosition);
            return checklistText(
              textOf(checklist.name),
              items.map((item) => ({ text: textOf(item.name), isDone: item.state === 'complete' })),
            );
          }),
        ),
        list: textOf(card.idList),
        isDone: card.dueComplete === true,
        isArchived: card.closed === true || list?.closed === true,
        people: idsIn(others).map(memberName),
        tags: [...new Set(idsIn(card.idLabels).map(labelText).filter(Boolean))],
        due: day ?? '',
        comments: comments.get(id) ?? [],
        links: recordsIn(card.attachments).flatMap(({ name: label, url, isUpload }) => {
          if (textOf(url) === '') return [];
          if (isUpload === true) uploads++;
          return [{ name: textOf(label) || textOf(url), url: textOf(url) }];
        }),
        fields,
      };
    });
  if (uploads > 0)
    notes.push(`${uploads} attachments are files at Trello. They become links, which need a login there.`);
  const used = new Set(cards.map((card) => card.list));
  return {
    format: 'Trello',
    name: textOf(board.name) || name,
    key: `trello ${textOf(board.id) || textOf(board.name) || name}`,
    lists: [
      ...lists
        .filter((list) => list.closed !== true || used.has(textOf(list.id)))
        .map((list) => ({ id: textOf(list.id), name: textOf(list.name), isDone: isDoneName(textOf(list.name)) })),
      ...[...used].filter((id) => !listById.has(id)).map((id) => ({ id, name: '', isDone: false })),
    ],
    cards,
    says: null,
    hasTagsInText: false,
    notes,
  };
}
