/** Keeps the board as it is shown now under a name, in the sidebar. */
import { Star } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { savedView, useSavedViews, viewFromText } from '../app/saved-views.ts';
import { currentRoute, go } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './BoardTools.module.css';
import type { BoardModel } from './board-model.ts';

export function SaveView({ model }: { model: BoardModel }): ReactElement {
  const { save } = useSavedViews();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const pasted = viewFromText(name);
  const keep = () => {
    if (!name.trim()) return;
    const view = pasted ?? savedView(name.trim(), currentRoute(), { ...model.view, by: model.by, sort: model.sort });
    save(view);
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
        <Button look="quiet" aria-label="Save this view">
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
