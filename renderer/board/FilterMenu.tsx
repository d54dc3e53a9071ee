/** Choosing what a board leaves out. */
import { ListFilter } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLookups, usePeople } from '../data/lookups.ts';
import { Button } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { popupContent } from '../ui/popup-code.ts';
import styles from './BoardTools.module.css';
import type { BoardModel } from './board-model.ts';
import { filtersInWords } from './filter-words.ts';
import { countFilters, noFilters } from './filters.ts';

const FilterPanel = popupContent(() => import('./FilterPanel.tsx').then((module) => module.FilterPanel));

export function FilterMenu({ model }: { model: BoardModel }): ReactElement {
  const lookups = useLookups();
  const people = usePeople();
  const filters = model.view.filters ?? noFilters;
  const count = countFilters(filters);
  return (
    <Popover
      label="Filters"
      align="end"
      trigger={
        <Button
          look="quiet"
          className={styles.sign}
          tip={count > 0 ? `Shown: ${filtersInWords(filters, { lookups, people })}` : 'Filters'}
          aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
        >
          <ListFilter size={15} aria-hidden />
          {count > 0 ? <span className={styles.badge}>{count}</span> : null}
        </Button>
      }
    >
      <FilterPanel model={model} />
    </Popover>
  );
}
