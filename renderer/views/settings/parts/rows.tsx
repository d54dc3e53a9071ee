import { Ellipsis } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Switch } from '../../../ui/forms/CheckboxField.tsx';
import { Form } from '../../../ui/forms/Form.tsx';
import { TimeZonePicker } from '../../../ui/forms/TimeZonePicker.tsx';
import { Menu, type MenuEntries } from '../../../ui/popups/Menu.tsx';
import { Select } from '../../../ui/popups/Select.tsx';
import { PersonAvatar } from '../../../workbench/PersonAvatar.tsx';
import styles from './settings.module.css';

export function SettingsGroup(props: {
  title: string;
  /** Accessible name, if another element on the page has the same name as the title. */
  name?: string;
  about?: ReactNode;
  children?: ReactNode;
}): ReactElement {
  const { title, name = title, about, children } = props;
  return (
    <section className={styles.group} aria-label={name}>
      <h2 className="text-lg">{title}</h2>
      {about ? <p className="note">{about}</p> : null}
      <div className={cx('panel mt-2', styles.rows)}>{children}</div>
    </section>
  );
}

export function SettingsRow(props: { label: ReactNode; about?: ReactNode; children?: ReactNode }): ReactElement {
  const { label, about, children } = props;
  return (
    <div className={cx('row justify-between grow gap-4 min-w-0', styles.row)}>
      <div className={cx('min-w-0', styles.text)}>
        <p>{label}</p>
        {about ? <p className="note">{about}</p> : null}
      </div>
      {children ? <div className={cx('row rigid gap-2', styles.control)}>{children}</div> : null}
    </div>
  );
}

interface SwitchRowProps {
  label: string;
  about?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, about, ...control }: SwitchRowProps): ReactElement {
  return (
    <SettingsRow label={label} about={about}>
      <Switch label={label} {...control} />
    </SettingsRow>
  );
}

/** With the text `about` below the name. */
export function PersonLabel(props: { id: string; name: string; about: string; children?: ReactNode }): ReactElement {
  const { id, name, about, children } = props;
  return (
    <span className="row gap-2">
      <PersonAvatar id={id} size={28} fallbackName={name} />
      <span>
        <span className={cx('flex wrap', styles.names)}>
          {name}
          {children}
        </span>
        <span className="note normal">{about}</span>
      </span>
    </span>
  );
}

/** At the end of a row. `name` is the name of the item that the row shows. */
export function SettingsRowMenu({ name, entries }: { name: string; entries: MenuEntries }): ReactElement {
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={`More about ${name}`} small />} entries={entries} />
  );
}

interface ChoiceRowProps<V extends string> {
  label: string;
  about?: ReactNode;
  value: V;
  /** In the order of the select. */
  choices: Readonly<Record<V, string>>;
  onChange: (value: V) => void;
}

export function ChoiceRow<V extends string>({ label, about, choices, ...control }: ChoiceRowProps<V>): ReactElement {
  const options = Object.entries<string>(choices).map(([value, text]) => ({ value: value as V, label: text }));
  return (
    <SettingsRow label={label} about={about}>
      <Select label={label} options={options} {...control} />
    </SettingsRow>
  );
}

interface TimeZoneRowProps {
  label: string;
  about: string;
  value: string;
  onPick: (timezone: string) => void;
}

export function TimeZoneRow({ about, ...picker }: TimeZoneRowProps): ReactElement {
  return (
    <SettingsRow label={picker.label} about={about}>
      <TimeZonePicker align="end" {...picker} />
    </SettingsRow>
  );
}

interface InlineFieldProps {
  label: string;
  /** Equal to the label by default. */
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** The element with the error message; null while there is no error. */
  fault?: string | null;
}

/** It has no visible label; while it is empty, its placeholder names it. */
export function InlineField({ label, placeholder = label, value, onChange, fault }: InlineFieldProps): ReactElement {
  return (
    <input
      className={styles.input}
      aria-label={label}
      placeholder={placeholder}
      aria-invalid={fault ? true : undefined}
      aria-describedby={fault ?? undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface AddFormProps {
  /** Also the placeholder of the text field. */
  label: string;
  add: string;
  /** Why a text is not allowed, or null. */
  check?: (text: string) => string | null;
  /** Resolves to false or null if adding failed: the field then keeps the text. */
  onAdd: (text: string) => Promise<unknown>;
}

/** A text field with a button that adds an item, such as a tag or a space. */
export function AddItemForm({ label, add, check, onAdd }: AddFormProps): ReactElement {
  const [text, setText] = useState('');
  const id = useId();
  const fault = text.trim() ? (check?.(text.trim()) ?? null) : null;
  const submit = async () => {
    if (text.trim() && !fault && (await onAdd(text.trim()))) setText('');
  };
  return (
    <Form className={cx('row wrap gap-2 p-3-4', styles.add)} onSubmit={submit}>
      <InlineField label={label} value={text} fault={fault ? id : null} onChange={setText} />
      <Button text={add} type="submit" disabled={!text.trim() || fault !== null} />
      {fault ? (
        <p id={id} className="danger text-sm" role="status">
          {fault}
        </p>
      ) : null}
    </Form>
  );
}
