import { type ReactElement, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { CardRowsContext, useCardRowStore } from '../../cards/card-rows.ts';
import { CardFaceContext } from '../../cards/face/face-context.tsx';
import { useCardFaceContextValue } from '../../cards/face/use-card-face-context-value.ts';
import { BoardSourceContext } from '../../cards/new-card-deck.ts';
import { columnWidthPxForBoard, estimatedLettersPerLine, minColumnWidthPx } from '../../model/column.ts';
import { filtersText } from '../../model/filter-labels.ts';
import type { PastedCard } from '../../model/new-cards/paste-list.ts';
import { Button } from '../../ui/Button.tsx';
import { isInKeyHandlingWidget, isTextField } from '../../ui/dom/keys.ts';
import { lazyComponent, prefetchedComponent } from '../../ui/lazy-component.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { sidebarWidthPx, useSidebarWithoutCard } from '../../workbench/sidebar-state.ts';
import type { BoardModel } from '../use-board-model.ts';
import { type CreatedCards, useToastAboutHiddenCards } from '../use-toast-about-hidden-cards.ts';
import { type ColumnContentRenderer, ColumnsLayout } from './ColumnsLayout.tsx';

// Nobody draws a frame in the first moments.
const Lasso = prefetchedComponent(() => import('./Lasso.tsx'), 'Lasso');
const PasteCardsDialog = lazyComponent(() => import('../toolbar/PasteCardsDialog.tsx'), 'PasteCardsDialog');

/**
 * Opens the paste dialog when the person pastes a list of two or more lines on a board, outside text fields and
 * dialogs.
 */
function PasteListener({ model }: { model: BoardModel }): ReactElement | null {
  const [cards, setCards] = useState<readonly PastedCard[] | null>(null);
  const [created, setCreated] = useState<CreatedCards | null>(null);
  useToastAboutHiddenCards(created, model);
  useEffect(() => {
    const pasted = async (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTextField(event.target) || isInKeyHandlingWidget(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!text.includes('\n')) return;
      event.preventDefault();
      const { parsePastedList } = await import('../../model/new-cards/paste-list.ts');
      const found = parsePastedList(text);
      if (found.length > 1) setCards(found);
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);
  if (!cards) return null;
  return <PasteCardsDialog model={model} pasted={cards} onCreate={setCreated} onClose={() => setCards(null)} />;
}

// Most boards show columns. The code of another layout loads when a board first uses it.
const layouts = {
  board: ColumnsLayout,
  lanes: lazyComponent(() => import('./lanes/LanesLayout.tsx'), 'LanesLayout'),
  list: lazyComponent(() => import('./ListLayout.tsx'), 'ListLayout'),
  table: lazyComponent(() => import('./table/TableLayout.tsx'), 'TableLayout'),
};

interface BoardProps {
  model: BoardModel;
  title: string;
  /** Replaces the layout while the board has no cards, except on boards that offer only one grouping. */
  empty?: ReactNode;
  /** Pass the same function in each render: with another, all columns render again. */
  columnContent?: ColumnContentRenderer | undefined;
  /** Minimum in px. */
  columnWidth?: number;
}

export function Board(props: BoardProps): ReactElement {
  const { model, title, empty, columnContent, columnWidth: least = minColumnWidthPx } = props;
  const { source, arrangement, by, lanesBy, layout } = model;
  const columnWidth = useColumnWidthPx(arrangement.columns.length, least);
  const letters = estimatedLettersPerLine(columnWidth);
  const face = useCardFaceContextValue({ by, lanesBy, asRows: layout === 'list', letters }, source);
  const rows = useCardRowStore(model.loaded);
  if (model.ready && arrangement.shownCount === 0 && arrangement.totalCount > 0)
    return (
      <div className="grow min-h-0">
        <EmptyState
          title="No card passes the filter"
          action={
            <Button
              text="Clear the filter"
              onClick={() => {
                model.setText('');
                model.setView({ ...model.view, filters: {} });
              }}
            />
          }
        >
          {arrangement.totalCount === 1 ? 'One card is' : `${arrangement.totalCount} cards are`} left out. Shown:{' '}
          {filtersText(model.filters, face)}.
        </EmptyState>
      </div>
    );
  const Layout = layouts[lanesBy ? 'lanes' : layout];
  // On a board without cards, the layout shows `emptyContent` itself: the composer for the first card is part of the
  // layout.
  const emptyContent = model.ready && arrangement.totalCount === 0 && source.groupings.length !== 1 ? empty : undefined;
  return (
    <BoardSourceContext.Provider value={source}>
      <CardFaceContext.Provider value={face}>
        <CardRowsContext.Provider value={rows}>
          <Layout
            model={model}
            title={title}
            empty={emptyContent}
            columnContent={columnContent}
            columnWidth={columnWidth}
          />
          <Lasso />
          <PasteListener model={model} />
        </CardRowsContext.Provider>
      </CardFaceContext.Provider>
    </BoardSourceContext.Provider>
  );
}

const onWindowResize = (changed: () => void) => {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
};

/**
 * In px, at least `least`. Depends on the width of the window, so that cards keep their size when the card panel opens
 * beside the board.
 */
function useColumnWidthPx(count: number, least: number): number {
  const hasSidebar = useSidebarWithoutCard();
  const widthPx = useSyncExternalStore(onWindowResize, () => window.innerWidth) - (hasSidebar ? sidebarWidthPx : 0);
  return columnWidthPxForBoard(widthPx, count, least);
}
