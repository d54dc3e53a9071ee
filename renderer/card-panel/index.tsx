/**
 * Shows one card, beside a view or in the whole window. Typed text is stored as a draft until it is saved
 * (editor/draft-keeper.ts), so closing the panel loses nothing.
 */
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { useWorkerThreadRestartCount } from '../data/app-state.ts';
import { call, errorText, failureOf } from '../data/bridge.ts';
import { remappedRowId, useRemappedRowId } from '../data/id-remap.ts';
import { useLiveQuery } from '../data/live.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/messages.tsx';
import { CardTabStrip } from './CardTabStrip.tsx';
import styles from './card.module.css';
import { LoadedCardPanel } from './LoadedCardPanel.tsx';
import { type PanelCard, type PanelCardAnswer, panelCardQuery } from './queries.ts';
import tabs from './tabs.module.css';

interface CardPanelProps {
  cardId: string;
  onClose: () => void;
  mode: 'panel' | 'full';
}

export function CardPanel({ cardId, onClose, mode }: CardPanelProps): ReactElement {
  const id = useRemappedRowId(cardId);
  // React mounts a new panel for another `key`: when another card opens, but not when the service replaces a local id.
  const shown = useRef({ id, key: id });
  const takesFocus = useRef(false);
  if (shown.current.id !== id) {
    const isSameCard = remappedRowId(shown.current.id) === id;
    if (!isSameCard && document.activeElement?.closest('[data-card-panel]')) takesFocus.current = true;
    shown.current = { id, key: isSameCard ? shown.current.key : id };
  }
  return (
    <div className={cx('stack min-w-0 h-full', tabs.stack)} data-panel-of={id}>
      <CardTabStrip cardId={id} />
      <CardLoader key={shown.current.key} cardId={id} onClose={onClose} mode={mode} takesFocus={takesFocus} />
    </div>
  );
}

interface CardLoaderProps extends CardPanelProps {
  /**
   * Whether the panel of the next opened card takes the focus when it mounts: another card opens while this panel has
   * the focus, or a key or button of this panel opens the previous or next card.
   */
  takesFocus: RefObject<boolean>;
}

/**
 * In ms. When the service replaces a card's local id, the row is missing for a moment. A card that was never shown
 * counts as gone at once.
 */
const countsAsGoneAfterMs = 1_500;

/** The last known row, with the answer that contained it. `gone` is true once the card counts as gone. */
function useCard(cardId: string) {
  const { data, error } = useLiveQuery(panelCardQuery(cardId), { keepsPrevious: true });
  const card = data?.card?.[cardId] as PanelCard | undefined;
  const lastKnown = useRef<{ card: PanelCard; answer: PanelCardAnswer } | null>(null);
  if (data && card) lastKnown.current = { card, answer: data };
  const missing = data !== undefined && card === undefined;
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (!missing) {
      setGone(false);
      return;
    }
    const timer = setTimeout(() => setGone(true), lastKnown.current ? countsAsGoneAfterMs : 0);
    return () => clearTimeout(timer);
  }, [missing]);
  return { seen: lastKnown.current, error, gone };
}

function CardLoader({ cardId, onClose, mode, takesFocus }: CardLoaderProps): ReactElement | null {
  const { seen, error, gone } = useCard(cardId);
  const deckId = seen?.card.deckId ?? null;
  const restarts = useWorkerThreadRestartCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a restarted worker needs the report again
  useEffect(() => {
    // The replica compares the card and deck on screen with the service more often. Beside a board, the board reports
    // its own decks instead.
    if (mode === 'full' && deckId)
      call('sync/focus', { deckIds: [deckId], cardId }).catch((failure: unknown) =>
        console.warn('the open card was not announced', failureOf(failure).message),
      );
  }, [cardId, deckId, mode, restarts]);
  if (error && !seen)
    return (
      <PanelMessage title="The card could not be read" onClose={onClose}>
        {errorText(error)}
      </PanelMessage>
    );
  if (gone)
    return (
      <PanelMessage title="This card was not found" onClose={onClose}>
        It may be in a project that this workspace’s token cannot see, or not be loaded yet.
      </PanelMessage>
    );
  if (!seen)
    return (
      <div
        className={cx('stack min-w-0 h-full relative bg-surface no-outline', styles.panel)}
        data-mode={mode}
        aria-busy
      />
    );
  return <LoadedCardPanel {...seen} onClose={onClose} mode={mode} takesFocus={takesFocus} />;
}

function PanelMessage(props: { title: string; children: string; onClose: () => void }): ReactElement {
  return (
    <div className={cx('stack min-w-0 h-full relative bg-surface no-outline', styles.panel)}>
      <EmptyState title={props.title} action={<Button text="Close" onClick={props.onClose} />}>
        {props.children}
      </EmptyState>
    </div>
  );
}
