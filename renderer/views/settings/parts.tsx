/** The frame that settings share: groups of rows, each a name, what it means, and its control. */
import { Ellipsis } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { Menu, type MenuEntries } from '../../ui/popups/Menu.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import styles from './settings.module.css';

export function Group({
  title,
  name = title,
  about,
  children,
}: {
  title: string;
  /** Of the landmark, where something else on the page has the title's. */
  name?: string;
  about?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{title}</h2>
      {about ? <p className={styles.about}>{about}</p> : null}
      <div className={styles.rows}>{children}</div>
    </section>
  );
}

export function Row({
  label,
  about,
  children,
}: {
  label: ReactNode;
  about?: ReactNode;
  children?: ReactNode;
}): ReactElement {
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <p>{label}</p>
        {about ? <p className={styles.about}>{about}</p> : null}
      </div>
      {children ? <div className={styles.control}>{children}</div> : null}
    </div>
  );
}

/** A person as a list names them: the handle stands under the name. */
export function PersonLabel(props: { id: string; name: string; about: string; children?: ReactNode }): ReactElement {
  const { id, name, about, children } = props;
  return (
    <span className={styles.person}>
      <Avatar id={id} name={name} size={28} />
      <span>
        <span className={styles.names}>
          {name}
          {children}
        </span>
        <span className={styles.about}>{about}</span>
      </span>
    </span>
  );
}

/** The one menu of a row, for all that is done to what it names. */
export function RowMenu({ name, entries }: { name: string; entries: MenuEntries }): ReactElement {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`More about ${name}`} small>
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
      entries={entries}
    />
  );
}

export interface ChoiceRowProps<V extends string> {
  label: string;
  about?: ReactNode;
  value: V;
  /** What can be chosen, with its words, in the order it is offered in. */
  choices: Readonly<Record<V, string>>;
  onChange: (value: V) => void;
}

/** A row whose control is one of a few. */
export function ChoiceRow<V extends string>({
  label,
  about,
  value,
  choices,
  onChange,
}: ChoiceRowProps<V>): ReactElement {
  return (
    <Row label={label} about={about}>
      <Select
        label={label}
        value={value}
        options={Object.entries<string>(choices).map(([name, words]) => ({ value: name as V, label: words }))}
        onChange={onChange}
      />
    </Row>
  );
}

export interface EntryProps {
  label: string;
  /** The label, where nothing else is said. */
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  /** The id of what says what is wrong with it; null while nothing is. */
  fault?: string | null;
}

/** A text among others on one line, named by what stands in it while it is empty. */
export function Entry({ label, placeholder = label, value, onChange, fault }: EntryProps): ReactElement {
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
