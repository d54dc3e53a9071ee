/**
 * The card panel: shows one card, beside a view or in the whole window. Typed text is not lost when the panel closes,
 * because it is stored as a draft until it is saved (editor/draft-keeper.ts).
 */
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { useWorkerThreadRestartCount } from '../data/app-state.ts';
import { call, errorText, failureOf } from '../data/bridge.ts';
import { remappedRowId, useRemappedRowId } from '../data/id-remap.ts';
import { useLiveQuery } from '../data/live.ts';
import { Button } from '../ui/Button.tsx';
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
  // With another `key`, React mounts a new panel. The key changes when another card opens, but not when the service
  // replaces the local id of the same card.
  const shown = useRef({ id, key: id });
  const takesFocus = useRef(false);
  if (shown.current.id !== id) {
    const isSameCard = remappedRowId(shown.current.id) === id;
    if (!isSameCard && document.activeElement?.closest('[data-card-panel]')) takesFocus.current = true;
    shown.current = { id, key: isSameCard ? shown.current.key : id };
  }
  return (
    <div className={tabs.stack} data-panel-of={id}>
      <CardTabStrip cardId={id} />
      <CardLoader key={shown.current.key} cardId={id} onClose={onClose} mode={mode} takesFocus={takesFocus} />
    </div>
  );
}

interface CardLoaderProps extends CardPanelProps {
  /**
   * Whether the panel of the next opened card takes the focus when it mounts. Set to true when another card opens while
   * this panel has the focus, and when a key or button of this panel opens the previous or next card.
   */
  takesFocus: RefObject<boolean>;
}

/**
 * When the service replaces a card's local id, the row is missing for a moment. So a card that was shown counts as gone
 * only if its row is missing for this time. A card that was never shown counts as gone at once.
 */
const countsAsGoneAfterMs = 1_500;

/**
 * Returns the last known row of the card, with the answer that contained the row. `gone` is true once the card counts
 * as gone.
 */
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
    // If the card fills the window, tells the replica which card and deck are on screen, so that the replica compares
    // them with the service more often. If the panel is beside a board, the board reports its own decks instead.
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
  if (!seen) return <div className={styles.panel} data-mode={mode} aria-busy />;
  return <LoadedCardPanel {...seen} onClose={onClose} mode={mode} takesFocus={takesFocus} />;
}

function PanelMessage(props: { title: string; children: string; onClose: () => void }): ReactElement {
  return (
    <div className={styles.panel}>
      <EmptyState title={props.title} action={<Button text="Close" onClick={props.onClose} />}>
        {props.children}
      </EmptyState>
    </div>
  );
}
