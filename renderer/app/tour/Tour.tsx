/**
 * The tour: one step at a time, in a strip above the view, so that it covers no place where a card can be dropped. A
 * ring shows the element that the step is about. A step ends when the person has done it: a change was made, or the
 * palette is open. The focus stays where the person works.
 */
import { Check, X } from 'lucide-react';
import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { useHand } from '../../cards/hand/hand-entries.ts';
import { type ActStep, onBeforeActStepsSent, useUndoStacks } from '../../data/act.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { useLookups, type WorkspaceLookups } from '../../data/lookups.ts';
import { useSelection } from '../../data/selection.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { isTextField } from '../../ui/dom/keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { sharedShortcuts } from '../../workbench/command.ts';
import { useConfirmation } from '../../workbench/confirmation/confirm.ts';
import { useDialog } from '../../workbench/dialog-state.ts';
import styles from './Tour.module.css';
import { endTour, goToNextTourStep, stepDoneLast, type TourStep, tourSteps, useTourStep } from './tour-state.ts';

interface StepContent {
  readonly title: string;
  readonly text: ReactNode;
  /** Selectors; the first one that finds a visible element counts. */
  readonly targets: readonly string[];
  /** The text names keys that a text field would take as letters. */
  readonly hasLetterKeys?: boolean;
  /** Whether the person has done what the text asks for. `act` has all steps that are sent together. */
  readonly isDone?: (step: ActStep, act: readonly ActStep[]) => boolean;
  /** Said in the next step. */
  readonly done: string;
}

/** The new card is made in the open field, else in the column of the focused card, else in one with a button for it. */
const columnsForNewCard = (focused: string | null): readonly string[] => {
  // A folded column has no list.
  const column = 'main section[data-zone-key]:has(ul)';
  const button = ':has([aria-label^="New card in"])';
  return [
    `${column}:has(textarea)`,
    ...(focused ? [`${column}${button}:has([data-card-id="${CSS.escape(focused)}"])`] : []),
    `${column}${button}`,
    'main [data-card-list]:not([data-card-list^="hand"])',
  ];
};
const boardCard = 'main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]';
/** The focused card first. */
function boardCards(focused: string | null, without: ReadonlySet<string> = new Set()): readonly string[] {
  const isNot = [...without].map((id) => `:not([data-card-id="${CSS.escape(id)}"])`).join('');
  const own = focused && !without.has(focused) ? [`${boardCard}[data-card-id="${CSS.escape(focused)}"]`] : [];
  return [...own, `${boardCard}${isNot}`];
}
const changesCard = (fields: readonly string[]) => (step: ActStep) =>
  /^cards\/(update|bulkUpdate|updateMany)$/.test(step.action) &&
  fields.some((field) => JSON.stringify(step.params).includes(`"${field}":`));
const putsIntoRun = (step: ActStep) =>
  changesCard(['sprintId'])(step) && !JSON.stringify(step.params).includes('"sprintId":null');

function runStep({ activeRunConfigs }: WorkspaceLookups, cards: readonly string[]): StepContent {
  if (activeRunConfigs.length === 0)
    return {
      title: 'Plan a run',
      text: (
        <>
          A <b>run</b> is a time box, such as two weeks, with the cards planned for it. Press <i>New run…</i> in the
          sidebar to make the first one.
        </>
      ),
      targets: ['[data-tour="runs"]'],
      done: 'Planned',
    };
  return {
    title: 'Plan a run',
    text: (
      <>
        A <b>run</b> is a time box with the cards planned for it. Press <Kbd keys="R" /> on a card and choose a run, or
        drag the card from the backlog.
      </>
    ),
    targets: cards,
    hasLetterKeys: true,
    isDone: putsIntoRun,
    done: 'Planned',
  };
}

interface StepInput {
  readonly lookups: WorkspaceLookups;
  readonly focused: string | null;
  readonly inHand: ReadonlySet<string>;
}

function contentOf(step: TourStep, { lookups, focused, inHand }: StepInput): StepContent {
  switch (step) {
    case 'card':
      return {
        title: 'Make a card',
        text: (
          <>
            A <b>deck</b> holds the cards of one topic; its columns show their <b>status</b>, or <b>zones</b> of your
            own. {lookups.activeDecks.length === 0 ? 'Make the first deck, then press ' : 'Press '}
            <Kbd keys={sharedShortcuts.newCard[0]} />, type a title, press <Kbd keys="Enter" />.
          </>
        ),
        targets: columnsForNewCard(focused),
        isDone: ({ action }) => /^cards\/create/.test(action),
        done: 'Card made',
      };
    case 'move':
      return {
        title: 'Move it',
        hasLetterKeys: true,
        text: (
          <>
            Drag the card to another column, or press <Kbd keys="M" /> and choose. <Kbd keys="S" /> starts it,{' '}
            <Kbd keys="D" /> finishes it.
          </>
        ),
        targets: boardCards(focused),
        // A new card is put into its place, too.
        isDone: (sent, act) =>
          !act.some(({ action }) => action.startsWith('cards/create')) &&
          (sent.action.startsWith('cardOrders/') ||
            changesCard(['deckId', 'status', 'assigneeId', 'milestoneId', 'sprintId'])(sent)),
        done: 'Moved',
      };
    case 'hand':
      return {
        title: 'Put a card into your Hand',
        hasLetterKeys: true,
        text: (
          <>
            The <b>Hand</b> is the short, ordered list of what you work on next; a started card is in it. Press{' '}
            <Kbd keys="H" /> on another card, or drag it to the strip below. No other? <Kbd keys="C" /> makes one.
          </>
        ),
        targets: [...boardCards(focused, inHand), '[data-zone-key="hand-strip"]'],
        isDone: ({ action, params }) =>
          action === 'handQueue/addCardsToHand' ||
          (action === 'handQueue/setCardOrders' &&
            (params.draggedCardIds as readonly string[]).some((id) => !inHand.has(id))),
        done: 'In your Hand',
      };
    case 'palette':
      return {
        title: 'Find and do anything',
        text: (
          <>
            <Kbd keys={sharedShortcuts.palette[0]} /> finds cards, people and places, and runs every command. It shows
            the key of each.
          </>
        ),
        targets: ['[data-tour="search"]'],
        done: 'Found it',
      };
    case 'run':
      return runStep(lookups, boardCards(focused));
    case 'end':
      return {
        title: 'That is all you need',
        text: (
          <>
            Everything works without a network, too: the ringed line says how fresh the data is. <Kbd keys="?" /> lists
            all keys, and the tour waits under <i>Help</i>.
          </>
        ),
        targets: ['[data-sync]'],
        done: '',
      };
  }
}

/** Calls `onDone` when a change that `isDone` accepts has been made. A refused change adds nothing to the undo stack. */
function useChangeMade(isDone: StepContent['isDone'], onDone: () => void): void {
  const current = useRef({ isDone, onDone });
  current.current = { isDone, onDone };
  useEffect(() => {
    let isSent = false;
    const stopListening = onBeforeActStepsSent((steps) => {
      isSent ||= steps.some((step) => current.current.isDone?.(step, steps) === true);
    });
    const unsubscribe = useUndoStacks.subscribe(({ done }, before) => {
      if (!isSent || done.at(-1) === before.done.at(-1) || done.length < before.done.length) return;
      isSent = false;
      current.current.onDone();
    });
    return () => {
      stopListening();
      unsubscribe();
    };
  }, []);
}

interface BoxPx {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Around the target, inside the window. */
function ringAround({ x, y, width, height }: BoxPx): BoxPx {
  const edge = (at: number, end: number) => Math.max(2, Math.min(at, end - 2));
  const left = edge(x - 3, innerWidth);
  const top = edge(y - 3, innerHeight);
  return {
    x: left,
    y: top,
    width: edge(x + width + 3, innerWidth) - left,
    height: edge(y + height + 3, innerHeight) - top,
  };
}

const isOnScreen = ({ width, height, right, bottom, left, top }: DOMRect) =>
  width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;

/** The target's box in the window, or null. Looked for again when the page changes: boards mount and move their cards. */
function useTargetBox(targets: readonly string[]): BoxPx | null {
  const [box, setBox] = useState<BoxPx | null>(null);
  const selectors = targets.join('|');
  useLayoutEffect(() => {
    let isInView = false;
    const measure = () => {
      const found = selectors.split('|').flatMap((selector) => [...document.querySelectorAll(selector)].slice(0, 20));
      // Once, so that the person can scroll on.
      if (!isInView) found[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      isInView ||= found.length > 0;
      const rect = found.map((element) => element.getBoundingClientRect()).find(isOnScreen);
      const next = rect ? { x: rect.x, y: rect.y, width: rect.width, height: rect.height } : null;
      setBox((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    // At most once per frame. The ring changes, too; after that the box is the same, and nothing renders.
    let frame = 0;
    const measureSoon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        measure();
      });
    };
    const changes = new MutationObserver(measureSoon);
    changes.observe(document.body, { subtree: true, childList: true, attributes: true });
    const sizes = new ResizeObserver(measureSoon);
    sizes.observe(document.body);
    const events = ['scroll', 'transitionend', 'animationend'];
    for (const event of events) window.addEventListener(event, measureSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      sizes.disconnect();
      for (const event of events) window.removeEventListener(event, measureSoon, { capture: true });
    };
  }, [selectors]);
  return box;
}

const onFocusMove = (moved: () => void) => {
  // The element that loses the focus is no longer active, and the next one not yet.
  const later = () => queueMicrotask(moved);
  addEventListener('focusin', later);
  addEventListener('focusout', later);
  return () => {
    removeEventListener('focusin', later);
    removeEventListener('focusout', later);
  };
};

const finishStep = () => goToNextTourStep({ isDone: true });

export function Tour(): ReactElement | null {
  const step = useTourStep();
  const isCovered = useDialog(({ dialog }) => dialog !== null && dialog.kind !== 'editCardTitle');
  const isConfirming = useConfirmation(({ open }) => open !== null);
  const isPaletteOpen = useDialog(({ dialog }) => dialog?.kind === 'palette');
  useEffect(() => {
    if (step === 'palette' && isPaletteOpen) finishStep();
  }, [step, isPaletteOpen]);
  if (!step) return null;
  return <TourStrip step={step} isCovered={isCovered || isConfirming} />;
}

function TourStrip({ step, isCovered }: { step: TourStep; isCovered: boolean }): ReactElement | null {
  const lookups = useLookups();
  const hasExtensions = useWorkspace()?.hasExtensions === true;
  const focused = useSelection((state) => state.focused);
  const { inHand } = useHand();
  const content = contentOf(step, { lookups, focused, inHand });
  useChangeMade(content.isDone, finishStep);
  // Without runs, and without a way to make one, there is nothing to plan.
  const cannotPlan = step === 'run' && lookups.isLoaded && lookups.activeRunConfigs.length === 0 && !hasExtensions;
  useEffect(() => {
    if (cannotPlan) goToNextTourStep();
  }, [cannotPlan]);
  const box = useTargetBox(content.targets);
  // In a list of choices, which a key has opened, Escape would not help.
  const isTyping = useSyncExternalStore(
    onFocusMove,
    () => isTextField(document.activeElement) && document.activeElement?.role !== 'combobox',
  );
  if (!lookups.isLoaded) return null;
  const at = tourSteps.indexOf(step);
  const isEnd = step === 'end';
  const ring = box && !isCovered ? ringAround(box) : null;
  return (
    <>
      {ring
        ? // Layout containment of the view would make it relative to the view.
          createPortal(
            <div
              className={cx('fixed click-through round-lg', styles.ring)}
              style={{ left: ring.x, top: ring.y, width: ring.width, height: ring.height }}
              data-tour-ring
            />,
            document.body,
          )
        : null}
      <section className={cx('row wrap gap-3 rigid border-bottom', styles.strip)} aria-label="Tour">
        <div className={cx('stack gap-2px rigid', styles.head)}>
          <h2 className="strong">{content.title}</h2>
          <span className="row gap-6px note" data-tour-progress>
            {isEnd ? null : `${at + 1} of ${tourSteps.length - 1}`}
            {stepDoneLast ? (
              <span className={cx('inline-row gap-1', styles.done)}>
                <Check size={13} aria-hidden />
                {contentOf(stepDoneLast, { lookups, focused, inHand }).done}
              </span>
            ) : null}
          </span>
        </div>
        <div className={cx('soft text-sm', styles.text)} aria-live="polite">
          <span className="visually-hidden">{content.title}. </span>
          {isTyping && content.hasLetterKeys ? (
            <>
              First press <Kbd keys="Escape" /> to leave the field that you type in.{' '}
            </>
          ) : null}
          {content.text}
        </div>
        <span className="row rigid gap-1 push-end">
          <Button
            text={isEnd ? 'Finish' : 'Skip'}
            look={isEnd ? 'primary' : 'quiet'}
            small
            onClick={() => goToNextTourStep()}
          />
          <IconButton icon={X} label="Leave the tour" small onClick={endTour} />
        </span>
      </section>
    </>
  );
}
