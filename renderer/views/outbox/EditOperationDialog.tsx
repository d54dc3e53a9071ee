/** Edits the values of a refused change and sends it again. */

import { type ReactElement, useMemo, useState } from 'react';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { call, errorText } from '../../data/bridge.ts';
import { useAssignablePeople, useLookups, usePeople } from '../../data/lookups.ts';
import { changeLabel } from '../../model/change-labels.ts';
import { type EditableParam, editableParams, fieldValueLabel } from '../../sync/outbox-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import styles from '../../ui/forms/form-layout.module.css';
import { Banner } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Picker } from '../../ui/popups/Picker.tsx';
import type { ListOption } from '../../ui/popups/Select.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';

interface EditOperationProps {
  operation: OutboxOperation;
  onClose: () => void;
}

export function EditOperationDialog({ operation, onClose }: EditOperationProps): ReactElement {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(operation.params);
  const [fault, setFault] = useState<string | null>(null);
  const send = useSingleFlight(() =>
    call('outbox/change', { id: operation.id, params: { ...values } }).then(onClose, (error: unknown) =>
      setFault(errorText(error)),
    ),
  );
  return (
    <Dialog
      onClose={onClose}
      title={`Change: ${operation.label}`}
      description="It is sent with these values. What builds on it goes on with it."
      mainButton={{ text: 'Send it so', onClick: () => void send() }}
    >
      <div className={styles.form}>
        {fault ? <Banner tone="danger">{fault}</Banner> : null}
        {editableParams(operation).map((field) => (
          <ValueField
            key={field.name}
            field={field}
            value={values[field.name]}
            set={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ValueProps {
  field: EditableParam;
  value: unknown;
  set: (value: unknown) => void;
}

function ValueField({ field, value, set }: ValueProps): ReactElement {
  const { name, type, isNullable } = field;
  const label = changeLabel(name);
  const empty = isNullable ? null : '';
  switch (type.kind) {
    case 'boolean':
      return (
        <CheckboxField checked={value === true} onChange={set}>
          {label}
        </CheckboxField>
      );
    case 'int32':
      return (
        <FormField
          label={label}
          inputMode="numeric"
          value={value === null ? '' : String(value)}
          onChange={({ target }) => {
            const digits = target.value.replaceAll(/\D/g, '');
            set(digits === '' ? null : Number(digits));
          }}
        />
      );
    case 'string':
      return name === 'content' ? (
        <FormField label="Text">
          <TextArea dir="auto" rows={6} value={String(value ?? '')} onChange={({ target }) => set(target.value)} />
        </FormField>
      ) : (
        <FormField
          label={label}
          dir="auto"
          value={String(value ?? '')}
          onChange={({ target }) => set(target.value || empty)}
        />
      );
    case 'day':
      return (
        <DateField
          label={label}
          clearable={isNullable}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(day) => set(day ?? empty)}
        />
      );
    default:
      return <ChoiceField field={field} value={value} set={set} />;
  }
}

/** For a row's id or an enumeration value. */
function ChoiceField({ field, value, set }: ValueProps): ReactElement {
  const { name, type, isNullable } = field;
  const fieldNames = { lookups: useLookups(), people: usePeople() };
  const persons = useAssignablePeople();
  const { lookups } = fieldNames;
  const known = useMemo((): readonly string[] => {
    if (type.kind === 'enum') return type.values;
    switch (type.kind === 'id' ? type.model : '') {
      case 'deck':
        return lookups.activeDecks.map(({ id }) => id);
      case 'milestone':
        return Object.values(lookups.milestones).flatMap(({ id, isDeleted }) => (isDeleted ? [] : id));
      case 'sprint':
        return Object.values(lookups.sprints).flatMap(({ id, completedAt }) => (completedAt ? [] : id));
      default:
        return persons.map(({ id }) => id);
    }
  }, [type, lookups, persons]);
  const options: ListOption<string | null>[] = [
    ...(isNullable ? [{ value: null, label: 'None' }] : []),
    ...known
      .map((each) => ({ value: each, label: fieldValueLabel(name, each, fieldNames) }))
      .sort((a, b) => (type.kind === 'enum' ? 0 : compareNames(a.label, b.label))),
  ];
  const isKnown = value === null || known.includes(String(value));
  return (
    <FormField label={changeLabel(name)} error={isKnown ? null : 'It no longer exists. Choose another one.'}>
      <Picker
        label={changeLabel(name)}
        options={options}
        value={[value === null ? null : String(value)]}
        onPick={set}
        trigger={<Button text={isKnown ? fieldValueLabel(name, value, fieldNames) : 'Choose…'} />}
      />
    </FormField>
  );
}
