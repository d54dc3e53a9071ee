/** One list of the filters: any of its values. Long ones are searched, and what is chosen of them stands first. */
import { type ReactElement, type ReactNode, useState } from 'react';
import { Check } from '../ui/Check.tsx';
import styles from './BoardTools.module.css';
import { folded } from './filters.ts';

export interface FilterOption {
  readonly value: string | null;
  /** What it is found by; what it shows, too, unless there is a `label`. */
  readonly name: string;
  readonly label?: ReactNode;
}

export interface FilterGroupProps {
  readonly legend: string;
  readonly options: readonly FilterOption[];
  readonly chosen: readonly (string | null)[];
  readonly onToggle: (value: string | null) => void;
}

/** Shown without a search. */
const few = 15;
/** Shown at most: beyond them a search is quicker than looking. */
const most = 200;

export function FilterGroup({ legend, options, chosen, onToggle }: FilterGroupProps): ReactElement | null {
  const [text, setText] = useState('');
  // As of when the filters were opened: what is ticked does not move under the pointer.
  const [first] = useState(() => new Set(chosen));
  if (options.length === 0) return null;
  const isLong = options.length > few;
  const words = folded(text).split(/\s+/).filter(Boolean);
  const found = options.filter(({ name }) => words.every((word) => folded(name).includes(word)));
  const ordered = isLong
    ? [...found.filter(({ value }) => first.has(value)), ...found.filter(({ value }) => !first.has(value))]
    : found;
  const more = ordered.length - most;
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {isLong ? (
        <input
          type="search"
          className={styles.find}
          value={text}
          placeholder={`${options.length} to choose from`}
          aria-label={`Find in ${legend.toLowerCase()}`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !text) return;
            // It takes back what was typed, and no more.
            event.stopPropagation();
            setText('');
          }}
        />
      ) : null}
      <div className={isLong ? styles.long : styles.short}>
        {ordered.slice(0, most).map(({ value, name, label }) => (
          <Check key={String(value)} checked={chosen.includes(value)} onChange={() => onToggle(value)}>
            {label ?? name}
          </Check>
        ))}
        {ordered.length === 0 ? <p className={styles.more}>Nothing matches.</p> : null}
        {more > 0 ? <p className={styles.more}>{more} more: type to find them.</p> : null}
      </div>
    </fieldset>
  );
}
