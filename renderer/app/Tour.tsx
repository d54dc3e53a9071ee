/** A short tour for newcomers: a few things that make the rest easy to find. */
import { type ReactElement, useState } from 'react';
import { shortcuts } from '../../shared/bridge/shortcuts.ts';
import { Button } from '../ui/Button.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { closeDialog } from '../workbench/dialog-state.ts';
import styles from './Tour.module.css';

interface Stop {
  readonly title: string;
  readonly text: string;
  /** Keys to try, each with what it does. */
  readonly keys: readonly (readonly [keys: string, what: string])[];
}

const stops: readonly Stop[] = [
  {
    title: 'Projects, decks, cards',
    text: 'A project groups decks, a deck holds cards. The sidebar lists them. Every card is a text: its first line is the title, and #tags and @people in it count.',
    keys: [
      [shortcuts.newCard[0], 'New card on the board in sight'],
      ['Enter', 'Open the selected card'],
      [shortcuts.toggleSidebar[0], 'Show or hide the sidebar'],
    ],
  },
  {
    title: 'Find and do anything',
    text: 'One field finds cards, people and places, and runs every command. What has a key shows it there.',
    keys: [
      [shortcuts.palette[0], 'Search and commands'],
      ['?', 'All keys'],
    ],
  },
  {
    title: 'Move cards',
    text: 'Drag cards with the mouse, or select them with the arrow keys and move them by key. Undo takes back whatever you do.',
    keys: [
      ['M', 'Move to another place'],
      ['S', 'Start'],
      ['D', 'Finish'],
      [shortcuts.undo[0], 'Undo'],
    ],
  },
  {
    title: 'Your Hand',
    text: 'The Hand holds the few cards you work on next, in your order. It is at the foot of every board.',
    keys: [
      ['H', 'Put the card into the Hand, or take it out'],
      [shortcuts.hand[0], 'Open the Hand'],
    ],
  },
  {
    title: 'With or without a network',
    text: 'Everything works offline. Changes are kept here and sent when the service can be reached. The line at the bottom of the sidebar shows the status.',
    keys: [[shortcuts.settings[0], 'Settings']],
  },
];

export function Tour(): ReactElement | null {
  const [at, setAt] = useState(0);
  const stop = stops[at];
  if (!stop) return null;
  const isLast = at === stops.length - 1;
  const next = () => (isLast ? closeDialog() : setAt(at + 1));
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={stop.title}
      width={520}
      actions={
        <>
          <span className={styles.count}>
            {at + 1} of {stops.length}
          </span>
          {isLast ? null : (
            <Button look="quiet" onClick={closeDialog}>
              Skip the tour
            </Button>
          )}
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            Back
          </Button>
          <Button look="primary" autoFocus onClick={next}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </>
      }
    >
      {/* The arrows turn pages wherever the focus is in the dialog. */}
      <div className={styles.stop} ref={(element) => arrows(element, setAt)}>
        <p aria-live="polite">{stop.text}</p>
        <dl className={styles.keys}>
          {stop.keys.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                <Kbd keys={keys} />
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

/** Listens on the dialog: its buttons stand beside the text, not around it. Returns what stops it. */
function arrows(element: HTMLElement | null, turn: (to: (at: number) => number) => void): (() => void) | undefined {
  const dialog = element?.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) return undefined;
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') turn((at) => Math.min(at + 1, stops.length - 1));
    if (key === 'ArrowLeft') turn((at) => Math.max(at - 1, 0));
  };
  dialog.addEventListener('keydown', press);
  return () => dialog.removeEventListener('keydown', press);
}
