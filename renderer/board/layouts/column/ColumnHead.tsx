/** The head of a column: icon, title, number of cards, effort and tools. */
import { ChevronsLeftRight } from 'lucide-react';
import { type CSSProperties, memo, type ReactElement, type ReactNode } from 'react';
import { type CardFaceSettings, useCardFaceSettings, validHexColor } from '../../../cards/face/face-context.tsx';
import { NewCardButton } from '../../../cards/NewCardButton.tsx';
import type { ArrangedColumn } from '../../../model/arrange.ts';
import type { Column } from '../../../model/column.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Avatar } from '../../../ui/icons/Avatar.tsx';
import { StatusIcon } from '../../../ui/icons/StatusIcon.tsx';
import { useHasPageBeenIdle } from '../../../ui/virtual/scroll-state.ts';
import { PersonLink } from '../../../workbench/PersonLink.tsx';
import { ColumnZoneMenu, useZoneDrag } from '../../ColumnZone.tsx';
import styles from './BoardColumn.module.css';
import type { ColumnHandlers } from './column-handlers.ts';

/** Returns the id of the element with the column's title. The column takes its accessible name from this element. */
export const columnTitleId = (column: Column): string => `column-${column.key.replaceAll(/[^\w-]/g, '_')}`;

interface ColumnHeadProps {
  column: Column;
  count: number;
  effortSum: number;
  canCreate: boolean;
  isFolded: boolean;
  handlers: ColumnHandlers;
}

/** A separate component, so that the head does not render again when the cards scroll. */
export const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps): ReactElement {
  const { column, count, effortSum: effort, canCreate, isFolded, handlers } = props;
  const face = useCardFaceSettings();
  const liftZone = useZoneDrag(column);
  const showsTools = useHasPageBeenIdle();
  return (
    <header
      className={styles.head}
      title={column.detail ?? column.title}
      onPointerDown={liftZone}
      data-no-drag={liftZone && ''}
    >
      <ColumnIcon column={column} color={validHexColor(column.color) ?? column.color} face={face} />
      <h2 id={columnTitleId(column)} className={styles.title} dir="auto">
        <ColumnTitle column={column} />
      </h2>
      <span className={styles.count}>{count}</span>
      {effort > 0 && !isFolded ? (
        <span className={styles.effort} title="Effort of these cards">
          {effort}
        </span>
      ) : null}
      {showsTools ? (
        <span className={styles.tools}>
          {isFolded ? null : <ColumnZoneMenu column={column} />}
          <IconButton
            label={isFolded ? `Unfold ${column.title}` : `Fold ${column.title}`}
            small
            onClick={() => handlers.setFolded(column.key, !isFolded)}
          >
            <ChevronsLeftRight size={13} aria-hidden />
          </IconButton>
          {canCreate && !isFolded ? (
            <NewCardButton
              className={styles.new}
              place={column.title}
              onPress={() => handlers.openComposer(column.key)}
            />
          ) : null}
        </span>
      ) : null}
    </header>
  );
});

/** The title of a column or group. The title of a person's column is a link to the page of that person. */
export function ColumnTitle({ column: { emoji, title, personId } }: { column: Column }): ReactNode {
  const text = emoji ? `${emoji} ${title}` : title;
  return personId ? <PersonLink id={personId}>{text}</PersonLink> : text;
}

/**
 * Shows a status icon, an avatar or a colour before a column's title. Renders nothing if the column has none of them.
 */
export function ColumnIcon({
  column,
  color,
  face,
}: {
  column: ArrangedColumn['column'];
  color: string | null | undefined;
  face: CardFaceSettings;
}): ReactElement | null {
  if (column.statusGroup) return <StatusIcon group={column.statusGroup} named={false} />;
  if (column.personId)
    return <Avatar id={column.personId} name={face.people[column.personId]?.fullName ?? column.title} size={18} />;
  if (color) return <span className={styles.mark} style={{ '--mark': color } as CSSProperties} />;
  return null;
}
