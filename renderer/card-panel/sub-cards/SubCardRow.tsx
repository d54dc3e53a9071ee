/** A row of the list of sub cards: done or not, title, status, effort, owner and menu. It can be dragged. */

import { ChevronDown, ChevronUp, Ellipsis } from 'lucide-react';
import type { KeyboardEvent, ReactElement } from 'react';
import { TaskOnlyFieldIcon } from '../../cards/face/field-icons.tsx';
import { act, actStep } from '../../data/act.ts';
import { openCard } from '../../data/routes.ts';
import { shownTitle } from '../../model/card-row.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import styles from '../card.module.css';
import type { PanelCard } from '../queries.ts';

interface SubCardRowProps {
  child: PanelCard;
  index: number;
  total: number;
  /** The reason why the sub card cannot be changed, or null. */
  disabledReason: string | null;
  dragged: string | null;
  onDrag: (id: string | null) => void;
  onReorder: (id: string, to: number) => void;
}

const moves = [
  { label: 'Move up', icon: <ChevronUp size={14} />, key: 'ArrowUp', by: -1 },
  { label: 'Move down', icon: <ChevronDown size={14} />, key: 'ArrowDown', by: 1 },
];

export function SubCardRow(props: SubCardRowProps): ReactElement {
  const { child, index, total, disabledReason, dragged, onDrag, onReorder } = props;
  const id = child.cardId;
  const title = shownTitle(child.title);
  const reorderByKey = (event: KeyboardEvent) => {
    const move = moves.find(({ key }) => key === event.key);
    if (disabledReason || !event.altKey || !move) return;
    event.preventDefault();
    event.stopPropagation();
    onReorder(id, index + move.by);
  };
  return (
    <li
      className={cx('row gap-2 round', styles.row)}
      data-sub-card={id}
      data-dragged={dragged === id || undefined}
      data-muted={child.visibility !== 'default' || undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
      draggable={disabledReason === null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', child.title);
        onDrag(id);
      }}
      onDragOver={(event) => {
        if (dragged) event.preventDefault();
      }}
      onDrop={(event) => {
        // If no sub card is dragged, the drop can contain files. The panel around this row handles such a drop and
        // attaches the files.
        if (!dragged) return;
        event.preventDefault();
        event.stopPropagation();
        if (dragged !== id) onReorder(dragged, index);
        onDrag(null);
      }}
      onDragEnd={() => onDrag(null)}
    >
      {child.isDoc ? (
        <StatusIcon derivedStatus={child.derivedStatus} />
      ) : (
        <CheckboxField
          label={`Done: ${title}`}
          checked={child.status === 'done'}
          disabled={disabledReason !== null}
          onChange={(checked) =>
            void act(checked ? 'Finish a sub card' : 'Reopen a sub card', [
              actStep('cards/update', { id, status: checked ? 'done' : 'not_started' }),
            ])
          }
        />
      )}
      <button
        type="button"
        className={cx('grow min-w-0 truncate text-start hover-underline', styles.rowTitle)}
        dir="auto"
        data-opens-card={id}
        onClick={() => openCard(id)}
        onKeyDown={reorderByKey}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      >
        {title}
      </button>
      {child.isDoc ? null : <StatusIcon derivedStatus={child.derivedStatus} />}
      {child.effort === null ? null : <TaskOnlyFieldIcon field="effort" value={child.effort} />}
      {child.assigneeId ? <PersonAvatar id={child.assigneeId} size={18} /> : null}
      {disabledReason ? null : (
        <Menu
          align="end"
          entries={[
            ...moves.map(({ label, icon, key, by }) => ({
              label,
              icon,
              shortcut: `Alt+${key}`,
              disabled: index + by < 0 || index + by === total,
              run: () => onReorder(id, index + by),
            })),
            { separator: true },
            {
              label: 'Remove from this hero card',
              run: () => void act('Take out a sub card', [actStep('cards/update', { id, parentCardId: null })]),
            },
          ]}
          trigger={<IconButton icon={Ellipsis} small label={`More for ${title}`} />}
        />
      )}
    </li>
  );
}
