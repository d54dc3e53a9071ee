import { Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { setViewState, viewState } from '../../data/app-state.ts';
import { navigate } from '../../data/routes.ts';
import type { BoardSettings } from '../../model/board-settings.ts';
import { Button } from '../../ui/Button.tsx';
import { SaveAsButton } from '../../workbench/saved-views/SaveAs.tsx';
import { createSavedQueryView, type QueryBoardSettings, saveView } from '../../workbench/saved-views/saved-views.ts';

export function SaveQueryButton({ board }: { board: QueryBoardSettings }): ReactElement {
  return (
    <SaveAsButton
      what="query"
      validate={() => ({ hint: 'It stays on this computer, in the sidebar.' })}
      onSave={(name) => {
        const boardSettings = viewState('board:query:draft') as BoardSettings | undefined;
        const view = createSavedQueryView(name.trim(), board, boardSettings ?? {});
        saveView(view);
        // The next query board begins empty.
        setViewState('query:draft', { ...board, text: '', table: {} });
        navigate(view.route);
      }}
      trigger={<Button text="Save" icon={Star} look="quiet" disabled={board.text.trim() === ''} data-save-view />}
    />
  );
}
