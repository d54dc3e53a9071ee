/** Keeps the board as it is shown now under a name, in the sidebar. */
import { Star } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { longestName, savedView, saveView } from '../app/saved-views.ts';
import { viewFromText } from '../app/view-text.ts';
import { currentRoute, go } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './BoardTools.module.css';
import type { BoardModel } from './board-model.ts';

export function SaveView({ model }: { model: BoardModel }): ReactElement {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  // A view's text begins with a brace, and hardly a name does.
  const read = name.trim().startsWith('{') ? viewFromText(name) : null;
  const pasted = read && 'view' in read ? read.view : null;
  const keep = () => {
    if (!name.trim() || (read && !pasted)) return;
    const view =
      pasted ??
      savedView([...name.trim()].slice(0, longestName).join(''), currentRoute(), {
        ...model.view,
        by: model.by,
        sort: model.sort,
      });
    saveView(view);
    setOpen(false);
    setName('');
    go(view.route);
  };
  return (
    <Popover
      label="Save this view"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" tip="Save this view" aria-label="Save this view" data-save-view>
          <Star size={15} aria-hidden />
        </Button>
      }
    >
      <div className={styles.save}>
        <Field
          label="Save this view as"
          hint={
            pasted ? `Adds the view “${pasted.name}” from this text.` : 'Or paste the text of a view somebody shared.'
          }
          error={read && 'fault' in read ? read.fault : null}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
          }}
        />
        <Button look="primary" disabled={!name.trim()} onClick={keep}>
          Save
        </Button>
      </div>
    </Popover>
  );
}
