/** Keeps the query as it is shown now under a name, in the sidebar. */
import { Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { SaveAs } from '../app/SaveAs.tsx';
import { nameFrom, type QueryBoard, savedQuery, saveView } from '../app/saved-views.ts';
import type { BoardView } from '../board/board-view.ts';
import { setViewState, viewState } from '../data/app-state.ts';
import { go } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';

export function SaveQuery({ board }: { board: QueryBoard }): ReactElement {
  return (
    <SaveAs
      what="query"
      judge={() => ({ hint: 'It stays on this computer, in the sidebar.' })}
      onSave={(name) => {
        const look = viewState('board:query:draft') as BoardView | undefined;
        const view = savedQuery(nameFrom(name), board, look ?? {});
        saveView(view);
        // The draft became the view: the next query board begins empty.
        setViewState('query:draft', { ...board, text: '', table: {} });
        go(view.route);
      }}
      trigger={
        <Button look="quiet" disabled={board.text.trim() === ''} data-save-view>
          <Star size={15} aria-hidden />
          Save
        </Button>
      }
    />
  );
}
