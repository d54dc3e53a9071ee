/** Filters above a query: one chip per condition of its cards. They change the text of the query. */
import { ListFilter } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { FilterChip } from '../../board/toolbar/FilterBar.tsx';
import pickerStyles from '../../board/toolbar/FilterPicker.module.css';
import { iconOfTaskOnlyValue } from '../../cards/face/field-icons.tsx';
import { useAssignablePeople, useLookups, usePeople } from '../../data/lookups.ts';
import { fieldDefinitionOf, isTaskOnlyField } from '../../model/card-fields/definitions.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { cardFields } from '../../model/card-fields/index.ts';
import { withItemToggled } from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import type { StatusGroup } from '../../ui/icons/status.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import {
  type ConditionField,
  conditionProperties,
  conditionsOfQuery,
  fieldOfCondition,
  isInvertibleCondition,
  type QueryCondition,
  queryWithCondition,
} from './conditions.ts';
import styles from './QueryView.module.css';

interface QueryFiltersProps {
  text: string;
  onText: (text: string) => void;
}

export function QueryFilters({ text, onText }: QueryFiltersProps): ReactElement {
  const names = { lookups: useLookups(), people: usePeople() };
  const isEmpty = text.trim() === '';
  const conditions = isEmpty ? [] : conditionsOfQuery(text);
  const set = (condition: QueryCondition) => onText(queryWithCondition(text, condition));
  return (
    <div className={cx('row wrap gap-6px', styles.filters)} role="toolbar" aria-label="Filters">
      {conditions?.map((condition) => (
        <ConditionChip key={condition.property} condition={condition} names={names} set={set} />
      ))}
      {conditions ? (
        <Popover
          label="Add a filter"
          trigger={<Button text="Filter" icon={ListFilter} look="quiet" small tip="Add a filter" data-add-filter />}
        >
          <ConditionPicker conditions={conditions} names={names} set={set} />
        </Popover>
      ) : (
        <span className="note">
          {text.includes('cards') ? 'Filters return when the query has no errors.' : 'Filters are for lists of cards.'}
        </span>
      )}
    </div>
  );
}

interface ConditionProps {
  names: ValueNameContext;
  set: (condition: QueryCondition) => void;
}

function ConditionChip({ condition, names, set }: ConditionProps & { condition: QueryCondition }): ReactElement {
  const { property, operator, values, text } = condition;
  const field = fieldOfCondition(property);
  const isEditable = field !== undefined && text === undefined;
  return (
    <FilterChip
      id={property}
      field={isEditable ? fieldDefinitionOf(field).label : (text ?? property)}
      values={isEditable ? values.map((value) => valueLabel(field, value, names)).join(', ') : ''}
      {...(isEditable && isInvertibleCondition(property)
        ? {
            operator: operator === 'in' ? 'any of' : 'none of',
            inverse: operator === 'in' ? 'none of' : 'any of',
            onInvert: () => set({ ...condition, operator: operator === 'in' ? 'out' : 'in' }),
          }
        : {})}
      picker={isEditable ? <ConditionPicker conditions={[condition]} names={names} set={set} field={field} /> : null}
      onRemove={() => set({ ...condition, values: [] })}
    />
  );
}

interface ConditionPickerProps extends ConditionProps {
  conditions: readonly QueryCondition[];
  /** Undefined: the person chooses the field first. */
  field?: ConditionField;
}

function ConditionPicker({ conditions, names, set, field: given }: ConditionPickerProps): ReactElement {
  const [field, setField] = useState(given ?? null);
  const optionsOf = useConditionOptions(names);
  const conditionOf = (of: ConditionField): QueryCondition =>
    conditions.find(({ property, text }) => property === conditionProperties[of] && text === undefined) ?? {
      property: conditionProperties[of],
      operator: 'in',
      values: [],
    };
  const choicesOf = (of: ConditionField) =>
    optionsOf(of).map((value) => ({
      key: JSON.stringify([of, value]),
      label: valueLabel(of, value, names),
      icon: valueIcon(of, value),
      chosen: conditionOf(of).values.includes(value),
    }));
  const toggle = (key: string) => {
    const [of, value] = JSON.parse(key) as [ConditionField, string | null];
    const condition = conditionOf(of);
    set({ ...condition, values: withItemToggled(condition.values, value) });
    setField(of);
  };
  if (field)
    return (
      <div className={pickerStyles.picker}>
        <ChoiceList
          key={field}
          label={fieldDefinitionOf(field).label}
          choices={choicesOf(field)}
          multiple
          onChoose={toggle}
          onBack={given ? undefined : () => setField(null)}
        />
      </div>
    );
  const fields = (Object.keys(conditionProperties) as ConditionField[]).filter((of) => optionsOf(of).length > 0);
  return (
    <div className={pickerStyles.picker}>
      <ChoiceList
        key="fields"
        label="Filter by"
        choices={[
          ...fields.map((of) => ({
            key: of,
            label: fieldDefinitionOf(of).label,
            chosen: conditionOf(of).values.length > 0,
          })),
          ...fields.flatMap((of) =>
            choicesOf(of).map((choice) => ({
              ...choice,
              hint: fieldDefinitionOf(of).label,
              isHiddenUntilSearch: true,
            })),
          ),
        ]}
        onChoose={(key) => (key.startsWith('[') ? toggle(key) : setField(key as ConditionField))}
      />
    </div>
  );
}

/** Null is "no value". */
function useConditionOptions({ lookups }: ValueNameContext): (field: ConditionField) => readonly (string | null)[] {
  const persons = useAssignablePeople();
  const source = { showsDeckName: true, newCardFields: {} };
  const found: Partial<Record<ConditionField, readonly (string | null)[]>> = {
    deck: lookups.activeDecks.map(({ id }) => id),
    run: [...Object.keys(lookups.sprints), null],
    milestone: [...lookups.activeMilestones.map(({ id }) => id), null],
    tag: [...new Set(Object.values(lookups.tags).map(({ tag }) => tag))],
  };
  return (field) => cardFields[field].filterValues?.(found[field] ?? [], { lookups, persons, source }) ?? [];
}

function valueLabel(field: ConditionField, value: string | null, names: ValueNameContext): string {
  if (value === null) return fieldDefinitionOf(field).none ?? 'None';
  return cardFields[field].nameOf?.(value, names) ?? value;
}

function valueIcon(field: ConditionField, value: string | null): ReactNode {
  if (value === null) return undefined;
  if (field === 'owner') return <PersonAvatar id={value} size={16} />;
  if (field === 'status') return <StatusIcon group={value as StatusGroup} named={false} />;
  return isTaskOnlyField(field) ? iconOfTaskOnlyValue(field, value) : undefined;
}
