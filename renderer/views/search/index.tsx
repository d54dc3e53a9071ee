/**
 * Quick find and command palette: places, commands, and cards by title, text or short code (`$code`). A text that
 * starts with `>` finds only commands. Also opens a pasted link to a card or view.
 */
import { Dialog } from '@base-ui/react/dialog';
import { Command as List } from 'cmdk';
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { isFocusOnNoControl } from '../../ui/dom/keep-focus-in-view.ts';
import { useFocusReturnTarget } from '../../ui/popups/return-focus.ts';
import type { Command } from '../../workbench/command.ts';
import styles from './search.module.css';
import { type QuickFindEntry, useQuickFindGroups } from './use-quick-find-groups.tsx';

interface QuickFindProps {
  commands: readonly Command[];
  /** Lists only the places and cards where the person was, the newest first. */
  onlyRecent: boolean;
  onClose: () => void;
}

export function QuickFind({ commands, onlyRecent, onClose }: QuickFindProps): ReactElement {
  const [typed, setTyped] = useState('');
  const onlyCommands = !onlyRecent && typed.startsWith('>');
  const text = (onlyCommands ? typed.slice(1) : typed).trim();
  const { groups, fault, isSettled } = useQuickFindGroups({ text, onlyCommands, onlyRecent, commands });
  const available = groups.flatMap(({ entries }) => entries).filter(({ run }) => run !== null);
  const [first] = available;

  const [selectedByPerson, setSelectedByPerson] = useState<{ typed: string; value: string } | null>(null);
  const isNavigating = useRef(false);
  const hasSelected = selectedByPerson?.typed === typed;
  // Until the person selects an entry, the first one is selected, also when cards load later and appear above it.
  const selectedValue =
    hasSelected && available.some(({ value }) => value === selectedByPerson.value)
      ? selectedByPerson.value
      : (first?.value ?? '');

  const popup = useRef<HTMLDivElement>(null);
  const returnTarget = useFocusReturnTarget(true);
  // A command may have moved it.
  const isFocusInPopup = () => isFocusOnNoControl() || popup.current?.contains(document.activeElement) === true;
  const run = (entry: QuickFindEntry | undefined) => {
    if (!entry?.run) return;
    onClose();
    entry.run();
  };
  const [enteredFor, setEnteredFor] = useState<string | null>(null);
  const runFirst = useEffectEvent(() => run(first));
  useEffect(() => {
    if (isSettled && enteredFor === typed) runFirst();
  }, [isSettled, enteredFor, typed]);
  const handleKeyFirst = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    isNavigating.current = event.key !== 'Enter';
    // While cards are loading, Enter waits, and then opens the entry that is first after loading.
    if (event.key !== 'Enter' || isSettled || onlyCommands || !text || hasSelected) return;
    event.preventDefault();
    event.stopPropagation();
    setEnteredFor(typed);
  };

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={cx('fixed', styles.backdrop)} />
        <Dialog.Popup
          className={cx('floating round-lg fixed', styles.popup)}
          aria-label="Find and run"
          ref={popup}
          finalFocus={() => isFocusInPopup() && returnTarget()}
        >
          <List
            label="Find and run"
            shouldFilter={false}
            loop
            className={styles.command}
            value={selectedValue}
            onValueChange={(value) => isNavigating.current && setSelectedByPerson({ typed, value })}
            onPointerMoveCapture={() => {
              isNavigating.current = true;
            }}
            onKeyDownCapture={handleKeyFirst}
          >
            <div className={cx('row rigid gap-2 faint border-bottom', styles.inputRow)}>
              <Search size={16} aria-hidden />
              <List.Input
                className={cx('grow min-w-0 plain text-lg bare', styles.input)}
                value={typed}
                onValueChange={(value) => {
                  isNavigating.current = false;
                  setTyped(value);
                }}
                placeholder={onlyRecent ? 'Recent places' : 'Cards by title, text or $code, places, commands'}
              />
            </div>
            <List.List className="min-h-0 scroll p-2" aria-busy={!isSettled}>
              {fault ? <p className="faint p-4">{fault}</p> : null}
              {isSettled && groups.every(({ entries }) => entries.length === 0) ? (
                <p className="faint p-4">{text ? `Nothing matches “${text}”.` : 'Nowhere else yet.'}</p>
              ) : null}
              {groups.map(({ heading, entries }) => {
                const items = entries.map((entry) => (
                  <List.Item
                    key={entry.value}
                    value={entry.value}
                    className={cx('row gap-2 round p-1-2', styles.item)}
                    disabled={entry.run === null}
                    onSelect={() => run(entry)}
                  >
                    {entry.icon}
                    <span className="stack grow min-w-0">{entry.text}</span>
                    {entry.hint === undefined ? null : (
                      <span className={cx('inline-row gap-2 min-w-0 clip nowrap note', styles.hint)}>{entry.hint}</span>
                    )}
                  </List.Item>
                ));
                return heading === null ? (
                  <Fragment key="none">{items}</Fragment>
                ) : (
                  <List.Group key={heading} heading={heading} className={styles.group}>
                    {items}
                  </List.Group>
                );
              })}
            </List.List>
          </List>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
