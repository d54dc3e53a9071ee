/** A board as a page: header, tools, board, and the Hand strip at the bottom. */
import type { ReactElement, ReactNode } from 'react';
import { BulkBar } from '../cards/menus/BulkBar.tsx';
import { CardMenu } from '../cards/menus/CardMenu.tsx';
import { failureOf } from '../data/bridge.ts';
import { failureText } from '../data/failures.ts';
import type { BoardSource } from '../model/board-source.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/messages.tsx';
import { ViewHeader, type ViewHeaderProps } from '../workbench/ViewHeader.tsx';
import styles from './BoardPage.module.css';
import { HandStrip } from './hand-strip/HandStrip.tsx';
import { Board } from './layouts/Board.tsx';
import type { About } from './layouts/Columns.tsx';
import { BoardTools } from './toolbar/BoardTools.tsx';
import { FilterBar } from './toolbar/FilterBar.tsx';
import { useBoardModel } from './use-board-model.ts';
import type { Edits } from './view-edits.ts';

interface BoardPageProps {
  source: BoardSource;
  header: Omit<ViewHeaderProps, 'children'>;
  empty?: ReactNode;
  /** Between header and board. */
  above?: ReactNode;
  /** To the left of the board. */
  beside?: ReactNode;
  columnWidth?: number;
  about?: About;
}

/** Header parts for a saved view: its name before the source's, and buttons for its unsaved changes. */
const ofSavedView = (
  header: BoardPageProps['header'],
  name: string,
  edits: Edits | null,
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
          <Button small onClick={edits.save}>
            Save changes
          </Button>
          <Button look="quiet" small onClick={edits.revert}>
            Revert
          </Button>
        </>
      ) : null}
    </>
  ),
});

export function BoardPage({ source, header, empty, above, beside, columnWidth, about }: BoardPageProps): ReactElement {
  const model = useBoardModel(source);
  const { ready, error, named, edits } = model;
  return (
    <>
      <ViewHeader {...(named ? ofSavedView(header, named.name, edits) : header)}>
        <BoardTools model={model} />
      </ViewHeader>
      <FilterBar model={model} />
      {above}
      {error && !ready ? (
        <EmptyState title="The board could not be read">{failureText(failureOf(error))}</EmptyState>
      ) : (
        <CardMenu>
          <div className={styles.body}>
            {beside}
            <div className={styles.board}>
              <Board model={model} title={header.title} empty={empty} columnWidth={columnWidth} about={about} />
            </div>
          </div>
        </CardMenu>
      )}
      <BulkBar />
      <HandStrip />
    </>
  );
}
