/** A list of choices with a search field, used with the arrow keys and Enter; for dialogs that ask for one of many. */
import { Check } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { folded } from '../text/matching.ts';
import styles from './ChoiceList.module.css';
import field from './Field.module.css';

export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly group?: string;
  readonly icon?: ReactNode;
  readonly hint?: ReactNode;
  /** Reason why it cannot be chosen. */
  readonly disabled?: string | null;
  readonly chosen?: boolean;
  /** More text that the search matches. */
  readonly keywords?: string;
  /** Left out while the search field is empty, for choices of which there are too many. */
  readonly typedOnly?: boolean;
}

interface ChoiceListProps {
  label: string;
  choices: readonly Choice[];
  onChoose: (key: string) => void;
  placeholder?: string;
  /** Called with the typed text when nothing matches it and Enter is pressed. */
  onCreate?: (text: string) => void;
  /** Returns the choice for a text that matches none of `choices`, such as a typed date; null if it has no meaning. */
  parse?: (text: string) => Choice | null;
  /** Whether several can be chosen one after the other. Each choice then clears the search field. */
  multiple?: boolean;
  /** Called when Backspace is pressed in the empty search field. */
  onBack?: () => void;
}

const maxShown = 200;

export function ChoiceList(props: ChoiceListProps): ReactElement {
  const { label, choices, onChoose, placeholder, onCreate, parse, multiple, onBack } = props;
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => {
    const words = folded(text).split(/\s+/).filter(Boolean);
    const found = choices
      .filter((choice) => {
        if (choice.typedOnly && words.length === 0) return false;
        const name = folded(`${choice.label} ${choice.group ?? ''} ${choice.keywords ?? ''}`);
        return words.every((word) => name.includes(word));
      })
      .slice(0, maxShown);
    const other = found.length === 0 ? parse?.(text) : null;
    return other ? [other] : found;
  }, [choices, text, parse]);
  // "started" selects Started, although Not started is above it.
  const best = text.trim()
    ? shown.findIndex(({ label: name }) => folded(name).startsWith(folded(text.trim())))
    : shown.findIndex(({ disabled }) => !disabled);
  const at = Math.min(activeIndex ?? Math.max(0, best), Math.max(0, shown.length - 1));
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const choose = (choice: Choice | undefined) => {
    if (choice && !choice.disabled) {
      onChoose(choice.key);
      if (multiple && text) {
        setText('');
        setActiveIndex(null);
      }
    } else if (!choice && onCreate && text.trim()) onCreate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActiveIndex(Math.max(0, Math.min(shown.length - 1, at + step)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(shown[at]);
    }
    if (event.key === 'Backspace' && text === '') onBack?.();
  };
  return (
    <div className={styles.choices}>
      <input
        className={field.input}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
        aria-label={label}
        placeholder={placeholder ?? `${label}…`}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActiveIndex(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {shown.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys work from the input above
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={choice.disabled ? true : undefined}
            className={styles.choice}
            data-group={choice.group && choice.group !== shown[index - 1]?.group ? choice.group : undefined}
            onPointerMove={() => setActiveIndex(index)}
            onClick={() => choose(choice)}
          >
            <span className={styles.icon}>{choice.icon}</span>
            <span className={styles.name} dir="auto">
              {choice.label}
            </span>
            <span className={styles.hint}>{choice.disabled ?? choice.hint}</span>
            {choice.chosen ? <Check size={14} aria-label="chosen" /> : null}
          </div>
        ))}
      </div>
      {shown.length === 0 ? (
        <p className={styles.none}>{onCreate && text.trim() ? `Enter adds “${text.trim()}”.` : 'Nothing matches.'}</p>
      ) : null}
    </div>
  );
}
