/**
 * Text has no element of its own inside the cell: a table has hundreds of cells, and each element makes scrolling
 * slower.
 */
import type { ReactNode } from 'react';
import type { TaskOnlyField } from '../../../../shared/contract/index.ts';
import { PlanBadges, tagChips } from '../../../cards/face/CardFace.tsx';
import { type CardFaceSettings, validHexColor } from '../../../cards/face/face-context.tsx';
import { iconOfTaskOnlyValue, TaskOnlyFieldIcon } from '../../../cards/face/field-icons.tsx';
import { nameOf, type WorkspaceLookups } from '../../../data/lookups.ts';
import { RelativeTime } from '../../../data/relative-time.ts';
import type { TableColumn } from '../../../model/board-settings.ts';
import { isTaskOnlyField } from '../../../model/card-fields/definitions.ts';
import { cardFields } from '../../../model/card-fields/index.ts';
import { enumValuesOf, taskOnlyValueLabel } from '../../../model/card-fields/task.ts';
import { type CardRow, shortCodeOfCard, shownTitle } from '../../../model/card-row.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { cx } from '../../../ui/cx.ts';
import { dayTextFrom } from '../../../ui/dates/day-text.ts';
import { StatusIcon } from '../../../ui/icons/StatusIcon.tsx';
import { statusGroupAndLabel } from '../../../ui/icons/status.ts';
import { PersonAvatar } from '../../../workbench/PersonAvatar.tsx';
import styles from './TableLayout.module.css';
import type { TableCellContext } from './table-columns.ts';

interface TableRowData {
  readonly card: CardRow;
  readonly context: TableCellContext;
  readonly face: CardFaceSettings;
  readonly subCardCount: number;
  readonly doneSubCardCount: number;
}

interface TableCellContent {
  readonly text: ReactNode;
  readonly className?: string | undefined;
}

const emptyCell = (words: string): TableCellContent => ({
  text: (
    <span className={cx('faint', styles.nothing)} role="img" aria-label={words}>
      –
    </span>
  ),
});
const noValueCell = emptyCell('none');
const nobodyCell = emptyCell('nobody');

export function tableCellContentOf(
  name: TableColumn,
  { card, context, face, subCardCount, doneSubCardCount }: TableRowData,
): TableCellContent {
  const { lookups, people } = context;
  if (isTaskOnlyField(name)) return taskFieldCell(name, card[name], lookups);
  const plan = face.planMarks?.get(card.cardId);
  switch (name) {
    case 'title':
      return {
        text: (
          <>
            <StatusIcon derivedStatus={card.derivedStatus} named={false} />
            {subCardCount > 0 ? (
              <>
                <span className={cx('truncate', styles.ofMany)} dir="auto">
                  {shownTitle(card.title)}
                </span>
                <span className={styles.sub} title="Sub cards done">
                  {doneSubCardCount}/{subCardCount}
                </span>
              </>
            ) : (
              shownTitle(card.title)
            )}
            {plan ? (
              <span className={cx('inline-flex gap-6px', styles.planned)}>
                <PlanBadges mark={plan} />
              </span>
            ) : null}
          </>
        ),
      };
    case 'code':
      return { className: styles.soft, text: shortCodeOfCard(card) };
    case 'status':
      return { text: statusGroupAndLabel(card.derivedStatus).label };
    case 'owner': {
      if (!card.assigneeId) return nobodyCell;
      const owner = nameOf(people[card.assigneeId]);
      return {
        text: (
          <>
            <PersonAvatar id={card.assigneeId} size={18} />
            {owner}
          </>
        ),
      };
    }
    case 'deck': {
      if (!card.deckId) return { text: 'Private' };
      const deck = lookups.decks[card.deckId];
      return { text: <Chip color={validHexColor(deck?.coverColor)}>{deck?.title ?? 'Out of sight'}</Chip> };
    }
    case 'zone': {
      const [label] = cardFields.zone.values(card, context);
      return label ? { text: label } : noValueCell;
    }
    case 'milestone':
      return card.milestoneId ? { text: lookups.milestones[card.milestoneId]?.name ?? 'Out of sight' } : noValueCell;
    case 'run':
      if (!card.sprintId) return noValueCell;
      return { text: cardFields.run.nameOf?.(card.sprintId, context) ?? 'Run out of sight' };
    case 'due':
      if (!card.dueDate) return noValueCell;
      return {
        text: dayTextFrom(face.today, card.dueDate),
        className: cx(card.status !== 'done' && card.dueDate < face.today && 'danger'),
      };
    case 'tags':
      return card.tags.length > 0 ? { text: tagChips(card.tags, face) } : noValueCell;
    case 'updated':
      return { className: styles.soft, text: <RelativeTime at={card.lastUpdatedAt} /> };
  }
}

/** A number in a box, or the icon (if any) and the label of an enumeration value. */
function taskFieldCell(
  field: TaskOnlyField,
  value: string | number | null,
  { account }: WorkspaceLookups,
): TableCellContent {
  if (value === null) return noValueCell;
  if (!enumValuesOf(field))
    return { className: styles.number, text: <TaskOnlyFieldIcon field={field} value={value} account={account} /> };
  return {
    className: styles.labelled,
    text: (
      <>
        {iconOfTaskOnlyValue(field, value)}
        {taskOnlyValueLabel(field, value, account)}
      </>
    ),
  };
}
