/**
 * The tour: one step at a time, beside the element that it is about. A step ends when the person has done it: a change
 * was made, or the palette is open. The focus stays where the person works.
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
import { type BoxPx, frameAround, placeBeside } from './place-beside.ts';
import styles from './Tour.module.css';
import { endTour, goToNextTourStep, stepDoneLast, type TourStep, tourSteps, useTourStep } from './tour-state.ts';

interface StepContent {
  readonly title: string;
  readonly text: ReactNode;
  /** Selectors; the first one that finds a visible element counts. */
  readonly targets: readonly string[];
  /** The text names keys that a text field would take as letters. */
  readonly hasLetterKeys?: boolean;
  /** Whether this is what the person was asked to do. */
  readonly isDone?: (step: ActStep) => boolean;
  /** Said in the next step. */
  readonly done: string;
}

const boardCard = 'main [data-card-list]:not([data-card-list^="hand"]) [data-card-id]';
const changesCard = (fields: readonly string[]) => (step: ActStep) =>
  /^cards\/(update|bulkUpdate|updateMany)$/.test(step.action) &&
  fields.some((field) => JSON.stringify(step.params).includes(`"${field}":`));
const putsIntoRun = (step: ActStep) =>
  changesCard(['sprintId'])(step) && !JSON.stringify(step.params).includes('"sprintId":null');

function runStep({ activeRunConfigs }: WorkspaceLookups, focusedCard: readonly string[]): StepContent {
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
    targets: [...focusedCard, 'nav [data-deck-id]'],
    hasLetterKeys: true,
    isDone: putsIntoRun,
    done: 'Planned',
  };
}

function contentOf(step: TourStep, lookups: WorkspaceLookups, focused: string | null): StepContent {
  const card = [...(focused ? [`${boardCard}[data-card-id="${CSS.escape(focused)}"]`] : []), boardCard];
  switch (step) {
    case 'card':
      return {
        title: 'Make a card',
        text: (
          <>
            A <b>deck</b> holds the cards of one topic; its columns show their <b>status</b>, or <b>zones</b> of your
            own. Press <Kbd keys={sharedShortcuts.newCard[0]} />, type a title, press <Kbd keys="Enter" />.
          </>
        ),
        // A folded column has no list.
        targets: [
          'main section[data-zone-key]:not([data-zone-key="hand-strip"]):has(ul)',
          'main [data-card-list]',
          'main',
        ],
        isDone: ({ action }) => /^cards\/create/.test(action),
        done: 'Card made',
      };
    case 'move':
      return {
        title: 'Move it',
        hasLetterKeys: true,
        text: (
          <>
            Drag the card to another column, or press <Kbd keys="M" /> and choose. <Kbd keys="S" /> starts it and{' '}
            <Kbd keys="D" /> finishes it, wherever it is.
          </>
        ),
        targets: card,
        isDone: (sent) =>
          sent.action.startsWith('cardOrders/') ||
          changesCard(['deckId', 'status', 'assigneeId', 'milestoneId', 'sprintId'])(sent),
        done: 'Moved',
      };
    case 'hand':
      return {
        title: 'Put it into your Hand',
        hasLetterKeys: true,
        text: (
          <>
            The <b>Hand</b> is the short, ordered list of what you work on next. <Kbd keys="H" /> takes a card in or
            out, or drag it into this strip. A card that you start is here already.
          </>
        ),
        targets: ['[data-zone-key="hand-strip"]'],
        // Taking it out counts, too: a card that was started is in the Hand already.
        isDone: ({ action }) => action.startsWith('handQueue/'),
        done: 'Hand tried',
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
      return runStep(lookups, card);
    case 'end':
      return {
        title: 'That is all you need',
        text: (
          <>
            Everything works without a network, too: this line says how fresh the data is. <Kbd keys="?" /> lists all
            keys, and the tour waits under <i>Help</i>.
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
      isSent ||= steps.some((step) => current.current.isDone?.(step) === true);
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

const isOnScreen = ({ width, height, right, bottom, left, top }: DOMRect) =>
  width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;

/** The target's box in the window, or null. Looked for again when the page changes: boards mount and move their cards. */
function useTargetBox(targets: readonly string[]): BoxPx | null {
  const [box, setBox] = useState<BoxPx | null>(null);
  // The place of a popover without a target depends on the window alone.
  const [, setWindowSize] = useState('');
  const selectors = targets.join('|');
  useLayoutEffect(() => {
    const measure = () => {
      setWindowSize(`${innerWidth} ${innerHeight}`);
      const rect = selectors
        .split('|')
        .flatMap((selector) => [...document.querySelectorAll(selector)].slice(0, 20))
        .map((element) => element.getBoundingClientRect())
        .find(isOnScreen);
      const next = rect ? { x: rect.x, y: rect.y, width: rect.width, height: rect.height } : null;
      setBox((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    measure();
    // At most once per frame. The ring and the popover change, too; after that the box is the same, and nothing renders.
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
  return <TourPopover step={step} isHidden={isCovered || isConfirming} />;
}

function TourPopover({ step, isHidden }: { step: TourStep; isHidden: boolean }): ReactElement | null {
  const lookups = useLookups();
  const hasExtensions = useWorkspace()?.hasExtensions === true;
  const focused = useSelection((state) => state.focused);
  const content = contentOf(step, lookups, focused);
  useChangeMade(content.isDone, finishStep);
  // Without runs, and without a way to make one, there is nothing to plan.
  const cannotPlan = step === 'run' && lookups.isLoaded && lookups.activeRunConfigs.length === 0 && !hasExtensions;
  useEffect(() => {
    if (cannotPlan) goToNextTourStep();
  }, [cannotPlan]);
  const box = useTargetBox(content.targets);
  const isTyping = useSyncExternalStore(onFocusMove, () => isTextField(document.activeElement));
  const popover = useRef<HTMLElement>(null);
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => setHeightPx(popover.current?.offsetHeight ?? 0));
  if (isHidden || !lookups.isLoaded) return null;
  const at = tourSteps.indexOf(step);
  const isEnd = step === 'end';
  const frame = box && frameAround(box, { width: innerWidth, height: innerHeight });
  const { x, y } = placeBeside(box, { width: 312, height: heightPx }, { width: innerWidth, height: innerHeight });
  return (
    <>
      {frame ? (
        <div
          className={cx('fixed click-through round-lg', styles.ring)}
          style={{ left: frame.x, top: frame.y, width: frame.width, height: frame.height }}
        />
      ) : null}
      <section
        ref={popover}
        className={cx('stack gap-2 fixed floating round-lg p-3-4', styles.popover)}
        style={{ left: x, top: y, width: 312 }}
        aria-label="Tour"
      >
        <div className="stack gap-2" aria-live="polite">
          <div className="row justify-between gap-2">
            <h2 className="text-lg">{content.title}</h2>
            <IconButton icon={X} label="Leave the tour" small onClick={endTour} />
          </div>
          {isTyping && content.hasLetterKeys ? (
            <p className={cx('soft', styles.text)}>
              First press <Kbd keys="Escape" /> to leave the field that you type in.
            </p>
          ) : null}
          <p className={cx('soft', styles.text)}>{content.text}</p>
        </div>
        <div className="row gap-2">
          <span className="row grow gap-6px note" data-tour-progress>
            {isEnd ? null : `${at + 1} of ${tourSteps.length - 1}`}
            {stepDoneLast ? (
              <span className={cx('inline-row gap-1', styles.done)}>
                <Check size={13} aria-hidden />
                {contentOf(stepDoneLast, lookups, null).done}
              </span>
            ) : null}
          </span>
          <Button
            text={isEnd ? 'Finish' : 'Skip'}
            look={isEnd ? 'primary' : 'quiet'}
            small
            onClick={() => goToNextTourStep()}
          />
        </div>
      </section>
    </>
  );
}
