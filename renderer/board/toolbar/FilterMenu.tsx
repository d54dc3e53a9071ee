import { ListFilter } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../ui/Button.tsx';
import { prefetchedComponent } from '../../ui/lazy-component.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import type { BoardModel } from '../use-board-model.ts';
import styles from './BoardToolbar.module.css';

export const LazyFilterPicker = prefetchedComponent(() => import('./FilterPicker.tsx'), 'FilterPicker');

export function FilterMenu({ model }: { model: BoardModel }): ReactElement {
  return (
    <Popover
      label="Add a filter"
      align="end"
      trigger={
        <Button
          icon={ListFilter}
          look="quiet"
          className={styles.sign}
          tip="Add a filter"
          shortcut="F"
          aria-label="Filter"
          data-add-filter
        >
          <span className={styles.word}>Filter</span>
        </Button>
      }
    >
      <LazyFilterPicker model={model} />
    </Popover>
  );
}
