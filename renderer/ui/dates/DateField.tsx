/** A field for a date, which can be typed in many forms (typed-day.ts) or chosen in a calendar. */
import { Input } from '@base-ui/react/input';
import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { Field } from '../forms/Field.tsx';
import popup from '../popups/popup.module.css';
import { Calendar } from './Calendar.tsx';
import styles from './DateField.module.css';
import { dayMonthYear } from './day-text.ts';
import { useToday } from './today.ts';
import { dayOfText } from './typed-day.ts';

interface DateFieldProps {
  label: string;
  hideLabel?: boolean;
  value: string | null;
  /** Called after Enter, blur or a choice in the calendar, with null if the date was removed. */
  onChange: (day: string | null) => void;
  /** Whether the date can be removed. */
  clearable?: boolean;
  /** The first day that can be chosen. */
  min?: string;
  error?: string | null;
  /** `quiet` looks like plain text until the pointer is on it. */
  look?: 'plain' | 'quiet';
  placeholder?: string;
  /** Marks an overdue date. */
  late?: boolean;
}

export function DateField(props: DateFieldProps): ReactElement {
  const { label, hideLabel, value, onChange, clearable = false, min, error, look = 'plain', late } = props;
  const { placeholder = 'tomorrow, +3d, Dec 1' } = props;
  /** The typed text; null while the field shows its value. */
  const [text, setText] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [open, setOpen] = useState<'typed' | 'asked' | null>(null);
  /** Whether the button opened the calendar: when it closes, the focus returns to the button, otherwise to the input. */
  const byButton = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const day = useRef<HTMLButtonElement>(null);
  const today = useToday();
  const calendarDay = text === null ? value : dayOfText(text, today);
  const set = (next: string | null) => {
    setText(null);
    setFault(null);
    setOpen(null);
    if (next !== value) onChange(next);
  };
  const faultOf = (typed: string): string | null => {
    if (typed.trim() === '') return clearable ? null : 'A day is needed.';
    const found = dayOfText(typed, today);
    if (!found) return `“${typed.trim().slice(0, 40)}” is no day. Try tomorrow, +3d or Dec 1.`;
    return min !== undefined && found < min ? `Not before ${dayMonthYear(min)}.` : null;
  };
  /** Uses the typed date. Returns false if it is not valid. */
  const settle = (): boolean => {
    if (text === null) return true;
    const wrong = faultOf(text);
    if (wrong === null) set(dayOfText(text, today));
    else setFault(wrong);
    return wrong === null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && text !== null) {
      event.preventDefault();
      settle();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      byButton.current = false;
      if (open) day.current?.focus();
      else setOpen('asked');
    } else if (event.key === 'Escape' && (open || text !== null)) {
      // Escape discards the typed text only: the dialog or panel around the field stays open.
      event.preventDefault();
      event.stopPropagation();
      setText(null);
      setFault(null);
      setOpen(null);
    }
  };
  return (
    <Popover.Root
      open={open !== null}
      onOpenChange={(next, { reason }) => {
        // base-ui closes a popover when the focus is outside; the focus in the field keeps it open.
        if (!next && !(reason === 'focus-out' && box.current?.contains(document.activeElement))) setOpen(null);
      }}
    >
      <Field label={label} hideLabel={hideLabel ?? false} error={fault ?? error}>
        <div ref={box} className={cx(styles.box, look === 'quiet' && styles.quiet)} data-late={late || undefined}>
          <Input
            ref={input}
            className={styles.input}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={text ?? (value ? dayMonthYear(value) : '')}
            onFocus={(event) => event.currentTarget.select()}
            onValueChange={(typed) => {
              byButton.current = false;
              setText(typed);
              setFault(null);
              setOpen('typed');
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              if (event.relatedTarget instanceof Element && event.relatedTarget.closest(`.${styles.popup}`)) return;
              if (!settle()) setText(null);
              setOpen(null);
            }}
          />
          <Popover.Trigger
            className={styles.sign}
            aria-label={`Choose ${label.toLowerCase()} in a calendar`}
            onClick={() => {
              byButton.current = true;
              setOpen(open ? null : 'asked');
            }}
          >
            <CalendarDays size={14} aria-hidden />
          </Popover.Trigger>
        </div>
      </Field>
      <Popover.Portal>
        <Popover.Positioner className={popup.positioner} anchor={box} align="start" sideOffset={4}>
          <Popover.Popup
            className={cx(popup.popup, popup.padded, styles.popup)}
            aria-label={label}
            initialFocus={open === 'typed' ? false : day}
            finalFocus={() => {
              // Typed in the field, the popup closes without having had the focus, which may be in another field by now.
              const { activeElement } = document;
              const isElsewhere = activeElement !== document.body && !activeElement?.closest(`.${styles.popup}`);
              return isElsewhere ? false : byButton.current || input.current;
            }}
          >
            <Calendar value={calendarDay} today={today} min={min} dayRef={day} onChoose={set} />
            <div className={styles.foot}>
              <Button look="quiet" small disabled={min !== undefined && today < min} onClick={() => set(today)}>
                Today
              </Button>
              {clearable ? (
                <Button look="quiet" small disabled={value === null} onClick={() => set(null)}>
                  None
                </Button>
              ) : null}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
