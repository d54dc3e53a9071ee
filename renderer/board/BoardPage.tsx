import type { ReactElement, ReactNode } from 'react';
import { BulkBar } from '../cards/menus/BulkBar.tsx';
import { CardMenu } from '../cards/menus/CardMenu.tsx';
import { errorText } from '../data/bridge.ts';
import type { BoardSource } from '../model/board-source.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/messages.tsx';
import { ViewHeader, type ViewHeaderProps } from '../workbench/page/ViewHeader.tsx';
import styles from './BoardPage.module.css';
import { HandStrip } from './hand-strip/HandStrip.tsx';
import { Board } from './layouts/Board.tsx';
import type { ColumnContentRenderer } from './layouts/ColumnsLayout.tsx';
import { BoardToolbar } from './toolbar/BoardToolbar.tsx';
import { FilterBar } from './toolbar/FilterBar.tsx';
import { useBoardModel } from './use-board-model.ts';
import type { ViewEditActions } from './view-edits.ts';

interface BoardPageProps {
  source: BoardSource;
  header: Omit<ViewHeaderProps, 'children'>;
  empty?: ReactNode;
  /** Between the header and the board. */
  contentAbove?: ReactNode;
  /** To the left of the board. */
  contentBeside?: ReactNode;
  columnWidth?: number;
  columnContent?: ColumnContentRenderer;
}

/** The view's name is the title, the board's title the breadcrumb (`crumb`). */
const headerOfSavedView = (
  header: BoardPageProps['header'],
  name: string,
  edits: ViewEditActions | null,
): BoardPageProps['header'] => ({
  ...header,
  title: name,
  crumb: header.title,
  detail: null,
  menu: (
    <>
      {header.menu}
      {edits ? (
        <>
          <Button text="Save changes" small onClick={edits.save} />
          <Button text="Revert" look="quiet" small onClick={edits.revert} />
        </>
      ) : null}
    </>
  ),
});

export function BoardPage(props: BoardPageProps): ReactElement {
  const { source, header, empty, contentAbove, contentBeside, columnWidth, columnContent } = props;
  const model = useBoardModel(source);
  const { ready, error, savedView, edits } = model;
  return (
    <>
      <ViewHeader {...(savedView ? headerOfSavedView(header, savedView.name, edits) : header)}>
        <BoardToolbar model={model} />
      </ViewHeader>
      <FilterBar model={model} />
      {contentAbove}
      {error && !ready ? (
        <EmptyState title="The board could not be read">{errorText(error)}</EmptyState>
      ) : (
        <CardMenu>
          <div className={cx('flex grow min-w-0 min-h-0', styles.body)}>
            {contentBeside}
            <div className="stack grow min-w-0 min-h-0">
              <Board
                model={model}
                title={header.title}
                empty={empty}
                columnWidth={columnWidth}
                columnContent={columnContent}
              />
            </div>
          </div>
        </CardMenu>
      )}
      <BulkBar />
      <HandStrip />
    </>
  );
}
