/** The person types a date, such as "tomorrow" or "1 Dec" (see typed-day.ts), or chooses a day in a calendar. */
import { Input } from '@base-ui/react/input';
import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { isFocusOnNoControl } from '../dom/keep-focus-in-view.ts';
import { FormField } from '../forms/FormField.tsx';
import popup from '../popups/popup.module.css';
import { Calendar } from './Calendar.tsx';
import styles from './DateField.module.css';
import { dayMonthYearText } from './day-text.ts';
import { useToday } from './today.ts';
import { parseTypedDay } from './typed-day.ts';

interface DateFieldProps {
  label: string;
  hideLabel?: boolean;
  value: string | null;
  /** Called after Enter, blur or a choice in the calendar. Null if the person removed the date. */
  onChange: (day: string | null) => void;
  clearable?: boolean;
  /** Earliest day, `YYYY-MM-DD`. */
  min?: string | undefined;
  error?: string | null;
  /** `quiet`: looks like plain text until the pointer is over it. */
  look?: 'plain' | 'quiet';
  placeholder?: string;
  isOverdue?: boolean;
}

/** Where Shift+Tab goes from `control`. */
function focusControlBefore(control: Element): void {
  const area = control.closest('[role="dialog"], aside, main') ?? document;
  const reached = [...area.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex]')].filter(
    (other) =>
      other === control ||
      (other.tabIndex >= 0 && !other.matches(':disabled, [data-base-ui-focus-guard]') && other.checkVisibility()),
  );
  reached[reached.indexOf(control as HTMLElement) - 1]?.focus();
}

export function DateField(props: DateFieldProps): ReactElement {
  const { label, hideLabel, value, onChange, clearable = false, min, error, look = 'plain', isOverdue } = props;
  const { placeholder = 'tomorrow, +3d, Dec 1' } = props;
  /** Null while the field shows `value`. */
  const [text, setText] = useState<string | null>(null);
  const [typedError, setTypedError] = useState<string | null>(null);
  const [openedBy, setOpenedBy] = useState<'typed' | 'asked' | null>(null);
  /** Then the focus returns to the calendar button when the calendar closes, otherwise to the input. */
  const wasOpenedByButton = useRef(false);
  const fieldElement = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const dayButton = useRef<HTMLButtonElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const today = useToday();
  const calendarDay = text === null ? value : parseTypedDay(text, today);
  const choose = (next: string | null) => {
    setText(null);
    setTypedError(null);
    setOpenedBy(null);
    if (next !== value) onChange(next);
  };
  const errorOf = (typed: string): string | null => {
    if (typed.trim() === '') return clearable ? null : 'A day is needed.';
    const found = parseTypedDay(typed, today);
    if (!found) return `“${typed.trim().slice(0, 40)}” is no day. Try tomorrow, +3d or Dec 1.`;
    return min !== undefined && found < min ? `Not before ${dayMonthYearText(min)}.` : null;
  };
  /** If the date is not valid, shows the reason and returns false. */
  const commitTypedText = (): boolean => {
    if (text === null) return true;
    const wrong = errorOf(text);
    if (wrong === null) choose(parseTypedDay(text, today));
    else setTypedError(wrong);
    return wrong === null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && text !== null) {
      event.preventDefault();
      commitTypedText();
    } else if (event.key === 'Tab' && openedBy === 'typed') {
      // Otherwise the focus goes to one of base-ui's guards around the calendar, which is then gone.
      event.preventDefault();
      if (event.shiftKey) focusControlBefore(event.currentTarget);
      else trigger.current?.focus();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      wasOpenedByButton.current = false;
      if (openedBy) dayButton.current?.focus();
      else setOpenedBy('asked');
    } else if (event.key === 'Escape' && (openedBy || text !== null)) {
      // Escape discards only the typed text, and the dialog or panel around the field stays open.
      event.preventDefault();
      event.stopPropagation();
      setText(null);
      setTypedError(null);
      setOpenedBy(null);
    }
  };
  return (
    <Popover.Root
      open={openedBy !== null}
      onOpenChange={(next, { reason }) => {
        // The focus in the input must not close the calendar, although it is outside.
        if (!next && !(reason === 'focus-out' && fieldElement.current?.contains(document.activeElement)))
          setOpenedBy(null);
      }}
    >
      <FormField label={label} hideLabel={hideLabel ?? false} error={typedError ?? error}>
        <div
          ref={fieldElement}
          className={cx('row control-box h-8', styles.box, look === 'quiet' && styles.quiet)}
          data-late={isOverdue || undefined}
        >
          <Input
            ref={input}
            className={cx('grow min-w-0 h-full bare', styles.input)}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={text ?? (value ? dayMonthYearText(value) : '')}
            onFocus={(event) => event.currentTarget.select()}
            onValueChange={(typed) => {
              wasOpenedByButton.current = false;
              setText(typed);
              setTypedError(null);
              setOpenedBy('typed');
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              if (event.relatedTarget instanceof Element && event.relatedTarget.closest(`.${styles.popup}`)) return;
              if (!commitTypedText()) setText(null);
              setOpenedBy(null);
            }}
          />
          <Popover.Trigger
            ref={trigger}
            className={cx('inline-row justify-center rigid soft round-sm h-6', styles.sign)}
            aria-label={`Choose ${label.toLowerCase()} in a calendar`}
            onClick={() => {
              wasOpenedByButton.current = true;
              setOpenedBy(openedBy ? null : 'asked');
            }}
          >
            <CalendarDays size={14} aria-hidden />
          </Popover.Trigger>
        </div>
      </FormField>
      <Popover.Portal>
        <Popover.Positioner
          className={cx('no-outline', popup.positioner)}
          anchor={fieldElement}
          align="start"
          sideOffset={4}
        >
          <Popover.Popup
            className={cx('scroll floating round-lg p-1', popup.popup, popup.padded, styles.popup)}
            aria-label={label}
            initialFocus={openedBy === 'typed' ? false : dayButton}
            finalFocus={() => {
              // While the person types, the open calendar does not have the focus. If another field has it when the
              // calendar closes, that field keeps it.
              const isElsewhere = !isFocusOnNoControl() && !document.activeElement?.closest(`.${styles.popup}`);
              return isElsewhere ? false : wasOpenedByButton.current || input.current;
            }}
          >
            <Calendar value={calendarDay} today={today} min={min} dayRef={dayButton} onChoose={choose} />
            <div className="flex justify-between mt-1">
              <Button
                text="Today"
                look="quiet"
                small
                disabled={min !== undefined && today < min}
                onClick={() => choose(today)}
              />
              {clearable ? (
                <Button text="None" look="quiet" small disabled={value === null} onClick={() => choose(null)} />
              ) : null}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
