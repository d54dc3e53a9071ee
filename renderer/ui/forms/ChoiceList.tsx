/** Arrow keys and Enter work while the focus is in the search field. */
import { Check } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { foldText } from '../../../shared/domain/search-text.ts';
import { cx } from '../cx.ts';
import styles from './ChoiceList.module.css';
import field from './FormField.module.css';

export interface ChoiceListEntry {
  readonly key: string;
  readonly label: string;
  /** Heading above the first of successive choices with the same group. The search also finds it. */
  readonly group?: string;
  readonly icon?: ReactNode;
  readonly hint?: ReactNode;
  /** Reason shown beside the label; null or absent if the person can pick the choice. */
  readonly disabled?: string | null;
  readonly chosen?: boolean;
  /** What moves is in this place now. */
  readonly isPresentPlace?: boolean;
  /** Means that there is no value, such as "No run". */
  readonly isEmptyValue?: boolean;
  /** The search finds this text too. */
  readonly keywords?: string;
  /** Shown only when the search field has a text. */
  readonly isHiddenUntilSearch?: boolean;
}

interface ChoiceListProps {
  label: string;
  choices: readonly ChoiceListEntry[];
  onChoose: (key: string) => void;
  placeholder?: string | undefined;
  /** Called with the typed text when the person presses Enter and no choice matches. */
  onCreate?: ((text: string) => void) | undefined;
  /** Called if no choice matches. Returns an additional choice, for example for a typed date, or null. */
  parse?: (text: string) => ChoiceListEntry | null;
  /** The search field is then cleared after each pick. */
  multiple?: boolean;
  /** The choices are places, and a choice moves something from its place to the next. */
  isMove?: boolean | undefined;
  onText?: (text: string) => void;
  /** Called when Backspace is pressed in the empty search field. */
  onBack?: (() => void) | undefined;
}

const maxShownChoices = 200;

/**
 * Index of the choice that Enter picks at first. A list with one value opens on it, or without a value on the first one
 * to give; a list of places opens on the first place after the present one.
 */
export function firstActiveIndex(
  choices: readonly ChoiceListEntry[],
  typed: string,
  { multiple = false, isMove = false }: Pick<ChoiceListProps, 'multiple' | 'isMove'> = {},
): number {
  const text = foldText(typed.trim());
  // "started" finds both "Not started" and "Started", but the person means "Started".
  if (text)
    return Math.max(
      0,
      choices.findIndex(({ label }) => foldText(label).startsWith(text)),
    );
  const isFree = ({ disabled, chosen }: ChoiceListEntry) => !disabled && !chosen;
  const value = choices.findIndex(({ chosen, disabled, isEmptyValue }) => chosen && !disabled && !isEmptyValue);
  if (value >= 0 && !multiple && !isMove) return value;
  const from = isMove ? choices.findIndex((choice) => choice.isPresentPlace) : -1;
  const next = choices.findIndex((choice, index) => index > from && isFree(choice));
  return Math.max(0, next < 0 ? choices.findIndex(isFree) : next);
}

export function ChoiceList(props: ChoiceListProps): ReactElement {
  const { label, choices, onChoose, placeholder, onCreate, parse, multiple = false, isMove, onBack } = props;
  const [text, setText] = useState('');
  const [pointedIndex, setPointedIndex] = useState<number | null>(null);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const shownChoices = useMemo(() => {
    const words = foldText(text).split(/\s+/).filter(Boolean);
    const found = choices
      .filter((choice) => {
        if (choice.isHiddenUntilSearch && words.length === 0) return false;
        const name = foldText(`${choice.label} ${choice.group ?? ''} ${choice.keywords ?? ''}`);
        return words.every((word) => name.includes(word));
      })
      .slice(0, maxShownChoices);
    const other = found.length === 0 ? parse?.(text) : null;
    return other ? [other] : found;
  }, [choices, text, parse]);
  const activeIndex = Math.min(
    pointedIndex ?? firstActiveIndex(shownChoices, text, { multiple, isMove }),
    Math.max(0, shownChoices.length - 1),
  );
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const choose = (choice: ChoiceListEntry | undefined) => {
    if (choice && !choice.disabled) {
      onChoose(choice.key);
      if (multiple && text) {
        setText('');
        setPointedIndex(null);
      }
    } else if (!choice && onCreate && text.trim()) onCreate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPointedIndex(Math.max(0, Math.min(shownChoices.length - 1, activeIndex + step)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(shownChoices[activeIndex]);
    }
    if (event.key === 'Backspace' && text === '') onBack?.();
  };
  return (
    <div className="stack gap-6px min-h-0">
      <input
        className={cx('w-full control-box h-8 px-10px', field.input)}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={shownChoices.length > 0 ? `${id}-${activeIndex}` : undefined}
        aria-label={label}
        placeholder={placeholder ?? `${label}…`}
        // biome-ignore lint/a11y/noAutofocus: the person opens the dialog to type in this input
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setPointedIndex(null);
          props.onText?.(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={cx('scroll', styles.list)}>
        {shownChoices.map((choice, index) => (
          <Fragment key={choice.key}>
            {choice.group && choice.group !== shownChoices[index - 1]?.group ? (
              <div className={cx('soft text-xs', styles.group)} aria-hidden="true">
                {choice.group}
              </div>
            ) : null}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys work from the input above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
              aria-disabled={choice.disabled ? true : undefined}
              className={cx('row gap-2 round', styles.choice)}
              onPointerMove={() => setPointedIndex(index)}
              onClick={() => choose(choice)}
            >
              <span className={cx('inline-flex justify-center rigid', styles.icon)}>{choice.icon}</span>
              <span className={cx('min-w-0 truncate', styles.name)} dir="auto">
                {choice.label}
              </span>
              <span className={cx('min-w-0 truncate note', styles.hint)}>{choice.disabled ?? choice.hint}</span>
              {choice.chosen ? <Check size={14} aria-label="chosen" /> : null}
            </div>
          </Fragment>
        ))}
      </div>
      {shownChoices.length === 0 ? (
        <p className={cx('faint', styles.none)}>
          {onCreate && text.trim() ? `Enter adds “${text.trim()}”.` : 'Nothing matches.'}
        </p>
      ) : null}
    </div>
  );
}
