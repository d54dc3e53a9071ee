/**
 * Page that shows a board of generated cards. The URL parameter `way` chooses one of four implementations of drag and
 * drop, or `empty`. With `empty` the board has only three cards and uses the implementation `pointerEvents`, to measure
 * the cost of a drag on an almost empty page. Example: `?way=decktop&cards=500&columns=8`.
 */
import '@fontsource-variable/inter/opsz.css';
import '../../../../renderer/ui/base.css';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { CardRowsContext, useCardRowStore } from '../../../../renderer/cards/card-rows.ts';
import { CardFaceContext } from '../../../../renderer/cards/face/face-context.tsx';
import { type BoardData, faceSettings, generateBoard } from './data.ts';
import { DecktopBoard } from './decktop-board.tsx';
import { PangeaBoard } from './pangea-board.tsx';
import { EmptyPage, PointerEventsBoard } from './pointer-events-board.tsx';
import { PragmaticBoard } from './pragmatic-board.tsx';

const ways: Readonly<Record<string, (props: { data: BoardData }) => ReactElement>> = {
  decktop: DecktopBoard,
  pointerEvents: PointerEventsBoard,
  pangea: PangeaBoard,
  pragmatic: PragmaticBoard,
  empty: EmptyPage,
};

function Page({ data, way }: { data: BoardData; way: string }): ReactElement {
  const Board = ways[way];
  const rows = useCardRowStore(data.loaded);
  if (!Board) throw new Error(`There is no way ${way}`);
  return (
    <CardFaceContext.Provider value={faceSettings}>
      <CardRowsContext.Provider value={rows}>
        <Board data={data} />
      </CardRowsContext.Provider>
    </CardFaceContext.Provider>
  );
}

const asked = new URLSearchParams(location.search);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
const began = performance.now();
const data = generateBoard(Number(asked.get('cards')), Number(asked.get('columns')));
createRoot(root).render(<Page data={data} way={asked.get('way') ?? ''} />);
requestAnimationFrame(() => setTimeout(() => performance.measure('bench:painted', { start: began }), 0));
