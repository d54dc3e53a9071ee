/** Cards of this workspace as Decktop's own files show them: what an export has, and what a change is compared with. */
import { rowMapOf } from '../../../shared/contract/index.ts';
import { priorityLabels } from '../../../shared/contract/models/fields.ts';
import { derivedStatusLabels } from '../../../shared/domain/derived-status.ts';
import {
  cardItem,
  type ImportWorkspace,
  type SentCard,
  type ShownCard,
} from '../../../shared/domain/import/plan-cards.ts';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { nameOfUser } from '../../engine/rules/members.ts';
import type { RowStore, StoredRow } from '../../engine/store/rows.ts';

function runName(rows: RowStore, id: string): string {
  const run = rows.get('sprint', id);
  return run ? runLabel(run, rows.get('sprintConfig', run.sprintConfigId)) : id;
}

export function priorityName(rows: RowStore, priority: string): string {
  const own: Readonly<Record<string, string>> = rows.find('account', {})[0]?.priorityLabels ?? {};
  return rowMapOf<string>(priorityLabels, own)[priority] ?? priority;
}

export function shownCard(rows: RowStore, card: StoredRow<'card'>): ShownCard {
  const labels = rowMapOf<string>(derivedStatusLabels);
  const { deckId, milestoneId, sprintId, assigneeId, priority, derivedStatus } = card;
  return {
    title: card.title,
    status: labels[derivedStatus] ?? derivedStatus,
    owner: assigneeId ? nameOfUser(rows, assigneeId) : '',
    priority: priority ? priorityName(rows, priority) : '',
    deck: deckId ? (rows.get('deck', deckId)?.title ?? deckId) : '',
    milestone: milestoneId ? (rows.get('milestone', milestoneId)?.name ?? milestoneId) : '',
    run: sprintId ? runName(rows, sprintId) : '',
    parent: card.parentCardId ?? '',
    masterTags: card.masterTags,
  };
}

/** A card that the file names by its id. Where it lies is not compared: an empty deck means that. */
export const sentOfRow = (card: StoredRow<'card'>): SentCard => ({
  content: card.content,
  priority: card.priority,
  effort: card.effort,
  assigneeId: card.assigneeId,
  dueDate: card.dueDate,
  isDone: card.status === 'done',
  progress: card.status === 'started' ? 'started' : card.status === 'not_started' ? 'not_started' : null,
  milestoneId: card.milestoneId,
  sprintId: card.sprintId,
  isArchived: card.visibility === 'archived',
  deck: '',
  zone: null,
  parent: card.parentCardId === null ? null : cardItem(card.parentCardId),
  tags: card.tags,
});

/** What the cells of a file can name. */
export const importTargets = (rows: RowStore): Pick<ImportWorkspace, 'hasDueDates' | 'milestones' | 'runs'> => ({
  hasDueDates: rows.find('account', {})[0]?.dueDateEnabled !== false,
  milestones: rows.find('milestone', { isDeleted: false }),
  runs: rows.find('sprint', { isDeleted: false }).map(({ id }) => ({ id, name: runName(rows, id) })),
});
