/** Shows the filters of a board: one chip per condition, with buttons that change, invert and remove the condition. */
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useLookups, usePeople } from '../../data/lookups.ts';
import { conditionChipTexts, operatorLabel } from '../../model/filter-labels.ts';
import {
  conditionsOfFilters,
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
      {conditions.map((condition, index) => {
        const { field, operator } = condition;
        const texts = conditionChipTexts(condition, names);
        return (
          <FilterChip
            // The key does not contain `operator`. So a chip keeps its element and the focus when the person inverts the
            // condition.
            key={`${field}${conditions[index - 1]?.field === field ? ' 2' : ''}`}
            id={field}
            {...texts}
            inverse={operatorLabel(field, oppositeOperator(operator))}
            onInvert={() => set(filtersWithConditionInverted(filters, condition))}
            picker={<LazyFilterPicker model={model} field={field} operator={operator} />}
            onRemove={() => set(filtersWithCondition(filters, { ...condition, values: [] }))}
          />
        );
      })}
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
  id: string;
  field: string;
  /** Empty if the condition cannot be inverted. */
  operator?: string;
  /** The operator after `onInvert`. */
  inverse?: string;
  /** Empty if the field says all. */
  values: string;
  picker: ReactNode;
  onInvert?: () => void;
  onRemove: () => void;
}

export function FilterChip(props: FilterChipProps): ReactElement {
  const { id, field, operator, inverse, values, picker, onInvert, onRemove } = props;
  const label = [field, operator, values].filter(Boolean).join(' ');
  const remove = (chip: Element | null | undefined) => {
    // Moves the focus to the next chip, or to the previous chip if there is no next one.
    const beside = chip?.nextElementSibling ?? chip?.previousElementSibling;
    const next = beside?.matches('[data-filter]') ? beside : chip?.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('[data-remove]');
    onRemove();
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
      data-filter={id}
      onKeyDown={pressed}
    >
      <span className={cx('rigid soft', styles.field)}>{field}</span>
      {operator ? (
        <button
          type="button"
          className={cx('h-full truncate px-6px', styles.part)}
          title={`Change to “${inverse}”`}
          onClick={onInvert}
        >
          {operator}
        </button>
      ) : null}
      {values ? (
        <Popover
          label={`Filter by ${field.toLowerCase()}`}
          trigger={
            <button type="button" className={cx('h-full truncate px-6px', styles.part)} data-values title={values}>
              {values}
            </button>
          }
        >
          {picker}
        </Popover>
      ) : null}
      <button
        type="button"
        className={cx('inline-row rigid h-full nowrap px-6px', styles.remove)}
        aria-label={`Remove the filter ${label}`}
        data-remove
        onClick={(event) => remove(event.currentTarget.closest('[data-filter]'))}
      >
        <X size={12} aria-hidden />
      </button>
    </div>
  );
}
