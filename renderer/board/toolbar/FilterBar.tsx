/** Shows the filters of a board: one chip per condition, with buttons that change, invert and remove the condition. */
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useLookups, usePeople } from '../../data/lookups.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { conditionChipTexts, operatorLabel } from '../../model/filter-labels.ts';
import {
  conditionsOfFilters,
  type FilterCondition,
  type Filters,
  filtersWithCondition,
  filtersWithConditionInverted,
  noFilters,
  oppositeOperator,
} from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import type { BoardModel } from '../use-board-model.ts';
import styles from './FilterBar.module.css';
import { LazyFilterPicker } from './FilterMenu.tsx';

export function FilterBar({ model }: { model: BoardModel }): ReactElement | null {
  const { view, setView } = model;
  const filters = view.filters ?? noFilters;
  const names = { lookups: useLookups(), people: usePeople() };
  const conditions = conditionsOfFilters(filters);
  if (conditions.length === 0) return null;
  const set = (next: Filters) => setView({ ...view, filters: next });
  return (
    <div className={cx('row wrap rigid gap-6px scroll-y', styles.bar)} role="toolbar" aria-label="Filters">
      {conditions.map((condition, index) => (
        <FilterChip
          // The key does not contain `operator`. So a chip keeps its element and the focus when the person inverts the
          // condition.
          key={`${condition.field}${conditions[index - 1]?.field === condition.field ? ' 2' : ''}`}
          model={model}
          condition={condition}
          names={names}
          set={set}
          filters={filters}
        />
      ))}
      <Button
        text="Clear filters"
        small
        look="quiet"
        onClick={() => {
          set(noFilters);
          focusAddFilterButton();
        }}
      />
    </div>
  );
}

const focusAddFilterButton = () => document.querySelector<HTMLElement>('[data-add-filter]')?.focus();

interface FilterChipProps {
  model: BoardModel;
  condition: FilterCondition;
  names: ValueNameContext;
  filters: Filters;
  set: (filters: Filters) => void;
}

function FilterChip({ model, condition, names, filters, set }: FilterChipProps): ReactElement {
  const { field, operator } = condition;
  const texts = conditionChipTexts(condition, names);
  const label = [texts.field, texts.operator, texts.values].filter(Boolean).join(' ');
  const remove = (chip: Element | null | undefined) => {
    // Moves the focus to the next chip, or to the previous chip if there is no next one.
    const beside = chip?.nextElementSibling ?? chip?.previousElementSibling;
    const next = beside?.matches('[data-filter]') ? beside : chip?.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('[data-remove]');
    set(filtersWithCondition(filters, { ...condition, values: [] }));
    if (button) button.focus();
    else focusAddFilterButton();
  };
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    remove(event.currentTarget);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={cx('inline-row min-w-0 max-w-full clip text-sm border round bg-surface', styles.chip)}
      role="group"
      aria-label={label}
      data-filter={field}
      onKeyDown={pressed}
    >
      <span className={cx('rigid soft', styles.field)}>{texts.field}</span>
      {texts.operator ? (
        <button
          type="button"
          className={cx('h-full truncate px-5px', styles.part)}
          title={`Change to “${operatorLabel(field, oppositeOperator(operator))}”`}
          onClick={() => set(filtersWithConditionInverted(filters, condition))}
        >
          {texts.operator}
        </button>
      ) : null}
      {texts.values ? (
        <Popover
          label={`Filter by ${texts.field.toLowerCase()}`}
          trigger={
            <button
              type="button"
              className={cx('h-full truncate px-5px', styles.part)}
              data-values
              title={texts.values}
            >
              {texts.values}
            </button>
          }
        >
          <LazyFilterPicker model={model} field={field} operator={operator} />
        </Popover>
      ) : null}
      <button
        type="button"
        className={cx('inline-row rigid h-full nowrap px-5px', styles.remove)}
        aria-label={`Remove the filter ${label}`}
        data-remove
        onClick={(event) => remove(event.currentTarget.closest('[data-filter]'))}
      >
        <X size={12} aria-hidden />
      </button>
    </div>
  );
}
