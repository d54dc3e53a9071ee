/** Keeps the query as it is shown now under a name, in the sidebar. */
import { Star } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { longestName, type QueryBoard, savedQuery, saveView } from '../app/saved-views.ts';
import type { BoardView } from '../board/board-model.ts';
import { setViewState, useApp } from '../data/app-state.ts';
import { go } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Popover } from '../ui/Popover.tsx';
import styles from './QueryView.module.css';

export function SaveQuery({ board }: { board: QueryBoard }): ReactElement {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const keep = () => {
    if (!name.trim()) return;
    const look = useApp.getState().settings.views['board:query:draft'] as BoardView | undefined;
    const view = savedQuery(name.trim(), board, look ?? {});
    saveView(view);
    // The draft became the view: the next query board begins empty.
    setViewState('query:draft', { ...board, text: '', table: {} });
    go(view.route);
  };
  return (
    <Popover
      label="Save this query"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" disabled={board.text.trim() === ''}>
          <Star size={15} aria-hidden />
          Save
        </Button>
      }
    >
      <div className={styles.save}>
        <Field
          label="Save this query as"
          hint="It stays on this machine, in the sidebar."
          value={name}
          maxLength={longestName}
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
