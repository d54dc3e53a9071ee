/** The person chooses first the field, then its values. Typing finds values of all fields. */
import { ChevronLeft } from 'lucide-react';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { iconOfTaskOnlyValue } from '../../cards/face/field-icons.tsx';
import { useAssignablePeople, useLookups, usePeople } from '../../data/lookups.ts';
import { type FieldKey, isTaskOnlyField } from '../../model/card-fields/definitions.ts';
import { cardFields } from '../../model/card-fields/index.ts';
import { filterLabel, filterValueLabel, operatorLabel } from '../../model/filter-labels.ts';
import {
  type ConditionOperator,
  conditionsOfFilters,
  conditionValuesOf,
  dateFilters,
  type FilterName,
  type Filters,
  fieldOfFilter,
  filterNames,
  filtersWithCondition,
  filtersWithValueToggled,
  hasOrLacksProperties,
  isInvertibleFilter,
  noFilters,
  oppositeOperator,
} from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { ChoiceList, type ChoiceListEntry } from '../../ui/forms/ChoiceList.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import type { StatusGroup } from '../../ui/icons/status.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import type { BoardModel } from '../use-board-model.ts';
import styles from './FilterPicker.module.css';

export interface FilterPickerProps {
  model: BoardModel;
  /** Undefined: the person chooses the field first. */
  field?: FilterName;
  operator?: ConditionOperator;
}

interface FilterOption {
  readonly value: string | null;
  readonly icon?: ReactNode;
}

/** A longer list shows the chosen values first. */
const maxUnsortedValues = 15;

export function FilterPicker({ model, field: given, operator: first = 'in' }: FilterPickerProps): ReactElement {
  const { view, setView } = model;
  const filters = view.filters ?? noFilters;
  const names = { lookups: useLookups(), people: usePeople() };
  const options = useFilterOptions(model);
  const [field, setField] = useState<FilterName | null>(given ?? null);
  const [operator, setOperator] = useState<ConditionOperator>(first);
  // From when the person chose the field. In a long list, their values come first; with the current `filters`, a value
  // would move when the person ticks it.
  const [before, setBefore] = useState(filters);
  const set = (next: Filters) => setView({ ...view, filters: next });
  const choicesOf = (of: FilterName): ChoiceListEntry[] => {
    const chosen = conditionValuesOf(filters, of, operator);
    const listed = options[of] ?? [];
    // The person can remove values that are not offered any more.
    const known = new Set(listed.map(({ value }) => value));
    const stale = conditionsOfFilters(before)
      .flatMap((condition) => (condition.field === of ? condition.values : []))
      .filter((value) => !known.has(value));
    const all = [...listed, ...[...new Set(stale)].map((value): FilterOption => ({ value }))];
    const wasChosen = new Set(conditionValuesOf(before, of, operator));
    const ordered =
      all.length > maxUnsortedValues
        ? all.toSorted((a, b) => Number(wasChosen.has(b.value)) - Number(wasChosen.has(a.value)))
        : all;
    return ordered.map(({ value, icon }) => ({
      key: JSON.stringify([of, value]),
      label: filterValueLabel(of, value, names),
      icon,
      chosen: chosen.includes(value),
    }));
  };
  const toggle = (key: string) => {
    const [of, value] = JSON.parse(key) as [FilterName, string | null];
    const next = filtersWithValueToggled(filters, of, operator, value);
    set(next);
    return next;
  };

  if (field === null) {
    const fields = filterNames.filter(
      (name) => name === 'notDone' || name === 'due' || (options[name]?.length ?? 0) > 0,
    );
    return (
      <div className={styles.picker}>
        <ChoiceList
          key="fields"
          label="Filter by"
          choices={[
            ...fields.map((name) => ({
              key: name,
              label: filterLabel(name),
              chosen:
                conditionValuesOf(filters, name, 'in').length > 0 || conditionValuesOf(filters, name, 'out').length > 0,
            })),
            ...fields.flatMap((name) =>
              choicesOf(name).map((choice) => ({ ...choice, hint: filterLabel(name), isHiddenUntilSearch: true })),
            ),
          ]}
          parse={(text) =>
            text.trim() ? { key: `text ${text.trim()}`, label: `Text contains “${text.trim()}”` } : null
          }
          onChoose={(key) => {
            if (key.startsWith('text ')) return model.setText(key.slice('text '.length));
            if (key === 'notDone') return set({ ...filters, hideDone: !filters.hideDone });
            if (!key.startsWith('[')) {
              setBefore(filters);
              return setField(key as FilterName);
            }
            setBefore(toggle(key));
            setField((JSON.parse(key) as [FilterName])[0]);
          }}
        />
      </div>
    );
  }
  const back = given ? undefined : () => setField(null);
  const other = oppositeOperator(operator);
  return (
    <div className={styles.picker}>
      {field === 'due' ? (
        <DueRangeFields
          due={filters.due}
          change={(values) => set(filtersWithCondition(filters, { field: 'due', operator: 'in', values }))}
        />
      ) : (
        <ChoiceList
          key={field}
          label={filterLabel(field)}
          choices={choicesOf(field)}
          multiple
          onChoose={toggle}
          onBack={back}
        />
      )}
      {back ? (
        <div className={cx('flex justify-between gap-2 border-top', styles.foot)}>
          <Button text="All fields" icon={ChevronLeft} small look="quiet" onClick={back} />
          {isInvertibleFilter(field) ? (
            <Button
              text={operatorLabel(field, operator)}
              small
              look="quiet"
              onClick={() => setOperator(other)}
              tip={`Change to “${operatorLabel(field, other)}”`}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Both days are included; an empty field means no limit. */
function DueRangeFields(props: {
  due: Filters['due'];
  change: (days: readonly (string | null)[]) => void;
}): ReactElement {
  const [from = null, until = null] = props.due ?? [];
  return (
    <fieldset className={cx('stack gap-6px', styles.due)}>
      <legend>Due between</legend>
      <DateField
        label="Due from"
        hideLabel
        clearable
        value={from}
        placeholder="From"
        onChange={(day) => props.change([day, until])}
      />
      <DateField
        label="Due until"
        hideLabel
        clearable
        value={until}
        placeholder="Until"
        {...(from === null ? {} : { min: from })}
        onChange={(day) => props.change([from, day])}
      />
    </fieldset>
  );
}

/** Includes values that the cards had when the popup opened, such as tags. */
function useFilterOptions({ source, currentLoaded }: BoardModel): Partial<Record<FilterName, readonly FilterOption[]>> {
  const lookups = useLookups();
  const persons = useAssignablePeople();
  const found = useMemo(() => {
    const { ids, rows } = currentLoaded();
    const cards = ids.flatMap((id) => rows[id] ?? []);
    return (field: FieldKey) => [...new Set(cards.flatMap((card) => cardFields[field].values(card)))];
  }, [currentLoaded]);
  return useMemo(() => {
    const context = { lookups, persons, source };
    const optionsOf = (name: FilterName): FilterOption[] => {
      if (name === 'dates') return dateFilters.map((value) => ({ value }));
      if (name === 'has') return hasOrLacksProperties.map((value) => ({ value }));
      const field = fieldOfFilter(name);
      const values = field ? cardFields[field].filterValues?.(found(field), context) : [];
      return (values ?? []).map((value) => ({ value, icon: filterIconOf(name, value) }));
    };
    return Object.fromEntries(filterNames.map((name) => [name, optionsOf(name)]));
  }, [found, lookups, persons, source]);
}

function filterIconOf(name: FilterName, value: string | null): ReactNode {
  if (value === null) return undefined;
  if (name === 'owners') return <PersonAvatar id={value} size={16} />;
  if (name === 'statuses') return <StatusIcon group={value as StatusGroup} named={false} />;
  const field = fieldOfFilter(name);
  return field && isTaskOnlyField(field) ? iconOfTaskOnlyValue(field, value) : undefined;
}
