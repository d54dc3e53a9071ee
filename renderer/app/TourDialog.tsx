import { type ReactElement, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { sharedShortcuts } from '../workbench/command.ts';
import { closeDialog } from '../workbench/dialog-state.ts';
import styles from './TourDialog.module.css';

interface TourPage {
  readonly title: string;
  readonly text: string;
  readonly keys: readonly (readonly [keys: string, description: string])[];
}

const pages: readonly TourPage[] = [
  {
    title: 'Projects, decks, cards',
    text: 'A project groups decks, a deck holds cards. The sidebar lists them. Every card is a text: its first line is the title, and #tags and @people in it count.',
    keys: [
      [sharedShortcuts.newCard[0], 'New card on the board in sight'],
      ['Enter', 'Open the selected card'],
      [sharedShortcuts.toggleSidebar[0], 'Show or hide the sidebar'],
    ],
  },
  {
    title: 'Find and do anything',
    text: 'One field finds cards, people and places, and runs every command. What has a key shows it there.',
    keys: [
      [sharedShortcuts.palette[0], 'Search and commands'],
      ['?', 'All keys'],
    ],
  },
  {
    title: 'Move cards',
    text: 'Drag cards with the mouse, or select them with the arrow keys and move them by key. Undo takes back your last change.',
    keys: [
      ['M', 'Move to another place'],
      ['S', 'Start'],
      ['D', 'Finish'],
      [sharedShortcuts.undo[0], 'Undo'],
    ],
  },
  {
    title: 'Your Hand',
    text: 'The Hand holds the few cards you work on next, in your order. It is at the foot of every board.',
    keys: [
      ['H', 'Put the card into the Hand, or take it out'],
      [sharedShortcuts.hand[0], 'Open the Hand'],
    ],
  },
  {
    title: 'With or without a network',
    text: 'Everything works offline. Changes are kept here and sent when the service can be reached. The line at the bottom of the sidebar shows the status.',
    keys: [[sharedShortcuts.settings[0], 'Settings']],
  },
];

export function TourDialog(): ReactElement | null {
  const [index, setIndex] = useState(0);
  const page = pages[index];
  if (!page) return null;
  const isLast = index === pages.length - 1;
  const next = () => (isLast ? closeDialog() : setIndex(index + 1));
  return (
    <Dialog
      onClose={closeDialog}
      title={page.title}
      width={520}
      actions={
        <>
          <span className={cx('grow note', styles.count)}>
            {index + 1} of {pages.length}
          </span>
          {isLast ? null : <Button text="Skip the tour" look="quiet" onClick={closeDialog} />}
          <Button text="Back" disabled={index === 0} onClick={() => setIndex(index - 1)} />
          <Button text={isLast ? 'Done' : 'Next'} look="primary" autoFocus onClick={next} />
        </>
      }
    >
      {/* Arrow keys work on every element of the dialog. */}
      <div className={cx('stack gap-4', styles.stop)} ref={(element) => turnPagesByArrows(element, setIndex)}>
        <p aria-live="polite">{page.text}</p>
        <dl className={cx('stack gap-2', styles.keys)}>
          {page.keys.map(([keys, description]) => (
            <div key={keys} className="row gap-3">
              <dt>
                <Kbd keys={keys} />
              </dt>
              <dd className="soft">{description}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

/** Turns pages with arrow keys. Listens on the whole dialog, because its buttons are outside `element`. */
function turnPagesByArrows(
  element: HTMLElement | null,
  setIndex: (next: (index: number) => number) => void,
): (() => void) | undefined {
  const dialog = element?.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) return undefined;
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') setIndex((index) => Math.min(index + 1, pages.length - 1));
    if (key === 'ArrowLeft') setIndex((index) => Math.max(index - 1, 0));
  };
  dialog.addEventListener('keydown', press);
  return () => dialog.removeEventListener('keydown', press);
}
