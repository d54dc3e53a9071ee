import { Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { currentRoute, navigate } from '../../data/routes.ts';
import { noFilters } from '../../model/filters.ts';
import { IconButton } from '../../ui/Button.tsx';
import { prefetchedModule } from '../../ui/lazy-component.ts';
import { SaveAsButton } from '../../workbench/saved-views/SaveAs.tsx';
import { createSavedViewOfRoute, currentSavedViews, saveView } from '../../workbench/saved-views/saved-views.ts';
import type { BoardModel } from '../use-board-model.ts';
import { deleteViewEdits } from '../view-edits.ts';

const viewText = prefetchedModule(() => import('../../workbench/saved-views/view-text.ts'));

/**
 * The person can paste the copied text of a saved view, which begins with a brace. Returns the view or the error in it;
 * null for an ordinary name.
 */
const pastedViewIn = (name: string) =>
  name.trim().startsWith('{') ? viewText.current()?.parseSavedViewText(name) : null;

export function SaveViewButton({ model }: { model: BoardModel }): ReactElement {
  return (
    <SaveAsButton
      what="view"
      validate={(name) => {
        const read = pastedViewIn(name);
        if (read && 'view' in read) return { hint: `Adds the view “${read.view.name}” from this text.` };
        return {
          hint: currentSavedViews().some((view) => view.name === name.trim())
            ? 'There is a view of this name already: this one will stand beside it.'
            : 'Or paste the text of a view somebody shared.',
          fault: read?.fault,
        };
      }}
      onSave={(name) => {
        const read = pastedViewIn(name);
        const view =
          read && 'view' in read
            ? read.view
            : createSavedViewOfRoute(name.trim(), currentRoute(), {
                ...model.view,
                by: model.by,
                sort: model.sort,
                filters: model.text ? model.filters : (model.view.filters ?? noFilters),
              });
        saveView(view);
        // A pasted view is independent of the board on screen.
        if (read) return navigate(view.route);
        // The new view contains the unsaved edits of the open saved view.
        if (model.savedView) deleteViewEdits(model.savedView.id);
        // The new view contains the filters, so the board's own view shows all cards again.
        else {
          model.setView({ ...model.view, filters: noFilters });
          model.setText('');
        }
        navigate(view.route);
      }}
      trigger={<IconButton icon={Star} label="Save this view" text="Save" data-save-view />}
    />
  );
}
