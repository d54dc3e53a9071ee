import { ChevronsLeftRight } from 'lucide-react';
import { type CSSProperties, memo, type ReactElement } from 'react';
import { validHexColor } from '../../../cards/face/face-context.tsx';
import { NewCardButton } from '../../../cards/NewCardButton.tsx';
import type { Column } from '../../../model/column.ts';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { StatusIcon } from '../../../ui/icons/StatusIcon.tsx';
import { useHasPageBeenIdle } from '../../../ui/virtual/scroll-state.ts';
import { PersonAvatar } from '../../../workbench/PersonAvatar.tsx';
import { PersonLink } from '../../../workbench/PersonLink.tsx';
import { ColumnZoneMenu, useZoneDrag } from '../../ColumnZone.tsx';
import styles from './BoardColumn.module.css';
import type { ColumnHandlers } from './column-handlers.ts';

/** The column takes its accessible name from this element. */
export const columnTitleId = (column: Column): string => `column-${column.key.replaceAll(/[^\w-]/g, '_')}`;

interface ColumnHeadProps {
  column: Column;
  count: number;
  effortSum: number;
  canCreate: boolean;
  isFolded: boolean;
  handlers: ColumnHandlers;
}

/** Separate, so that the head does not render again when the cards scroll. */
export const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps): ReactElement {
  const { column, count, effortSum: effort, canCreate, isFolded, handlers } = props;
  const liftZone = useZoneDrag(column);
  const showsTools = useHasPageBeenIdle();
  return (
    <header
      className={cx('row rigid gap-6px', styles.head)}
      title={column.detail ?? (column.by === 'zone' ? `${column.title}: a zone, one part of the deck` : column.title)}
      onPointerDown={liftZone}
      data-no-drag={liftZone && ''}
    >
      <ColumnHeading column={column} count={count} id={columnTitleId(column)} />
      {effort > 0 && !isFolded ? (
        <span
          className={cx('rigid figures round-sm bg-hover px-6px', styles.effort)}
          title="Effort of these cards. One without an effort counts with the default of the workspace"
        >
          {effort} effort
        </span>
      ) : null}
      {showsTools ? (
        <span className={cx('flex justify-end grow', styles.tools)}>
          {isFolded ? null : <ColumnZoneMenu column={column} />}
          <Button
            look="quiet"
            small
            aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${column.title}`}
            tip={isFolded ? 'Unfold' : undefined}
            onClick={() => handlers.setFolded(column.key, !isFolded)}
          >
            {isFolded ? <ChevronsLeftRight size={14} aria-hidden /> : 'Fold'}
          </Button>
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

interface ColumnHeadingProps {
  column: Column;
  count: number;
  /** Of the element with the title. */
  id?: string;
  /** In a button, the title is no heading for screen readers, and no link. */
  isInButton?: boolean;
}

/** Of a column, group or lane. A person's title is a link to the page of that person. */
export function ColumnHeading({ column, count, id, isInButton = false }: ColumnHeadingProps): ReactElement {
  const { emoji, title, personId } = column;
  const text = emoji ? `${emoji} ${title}` : title;
  const Title = isInButton ? 'span' : 'h2';
  return (
    <>
      <ColumnIcon column={column} />
      <Title id={id} className={cx('min-w-0 truncate', styles.title)} dir="auto">
        {personId && !isInButton ? <PersonLink id={personId}>{text}</PersonLink> : text}
      </Title>
      <span className={cx('rigid figures', styles.count)}>{count}</span>
    </>
  );
}

/** Nothing if the column has neither status icon, avatar nor colour. */
function ColumnIcon({ column: { statusGroup, personId, title, color } }: { column: Column }): ReactElement | null {
  if (statusGroup) return <StatusIcon group={statusGroup} named={false} />;
  if (personId) return <PersonAvatar id={personId} size={18} fallbackName={title} />;
  if (!color) return null;
  return (
    <span
      className={cx('rigid keep-color', styles.mark)}
      style={{ '--mark': validHexColor(color) ?? color } as CSSProperties}
    />
  );
}
