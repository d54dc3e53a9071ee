/** The state of a card drag, with the pointer or the keyboard. */
import { create } from 'zustand';
import type { CardRow } from '../model/card-row.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { prepareDropIndicator, removeDropIndicator, showDropIndicator } from './drop-indicator.ts';
import { type DropZone, mountedDropZones, onDropZoneRegistered } from './drop-targets.ts';

/** To the lifted cards. */
interface DropReply {
  /** Why the zone refuses the cards, or null. */
  readonly refusal: string | null;
  /** About a drop that the zone accepts, or null. */
  readonly caution: string | null;
}

export interface DragState {
  /** Empty while nothing is dragged. */
  readonly ids: ReadonlySet<string>;
  readonly cards: readonly CardRow[];
  /** The drop zone from which the cards were lifted, or null. */
  readonly fromKey: string | null;
  readonly target: { readonly key: string; readonly index: number } | null;
  /** Why the target zone refuses the cards, or null. */
  readonly refusal: string | null;
  /** By zone key. Only the zones that refuse the cards or give a warning. */
  readonly replies: Readonly<Record<string, DropReply>>;
}

const idleState: DragState = { ids: new Set(), cards: [], fromKey: null, target: null, refusal: null, replies: {} };
export const useDragState = create<DragState>(() => idleState);

const acceptedReply: DropReply = { refusal: null, caution: null };
/** The store gets these together with the first target, so that the board renders only once at the start of a drag. */
let liftedCards: Pick<DragState, 'ids' | 'cards' | 'fromKey'> = idleState;

/** Cached until the zone is registered again or the drag ends. */
export let refusalAndCautionOfZone: (zone: DropZone) => DropReply = () => acceptedReply;

/**
 * Returns the function that ends the drag state. The replies of all zones are computed after the first frame of the
 * drag, so that they do not delay it.
 */
export function startDragState(cards: readonly CardRow[], fromKey: string | null): () => void {
  const replies = new Map<string, DropReply>();
  let isPublished = false;
  refusalAndCautionOfZone = (zone) => {
    const known = replies.get(zone.key);
    if (known) return known;
    const refusal = zone.refusal(cards, fromKey);
    const reply = { refusal, caution: (refusal === null && zone.caution?.(cards, fromKey)) || null };
    replies.set(zone.key, reply);
    return reply;
  };
  const publish = () => {
    isPublished = true;
    const all = mountedDropZones().map((zone) => [zone.key, refusalAndCautionOfZone(zone)] as const);
    const shown = all.filter(([, { refusal, caution }]) => refusal !== null || caution !== null);
    useDragState.setState({ replies: Object.fromEntries(shown) });
  };
  const cancelPublish = afterNextPaint(publish);
  liftedCards = { ids: new Set(cards.map((card) => card.cardId)), cards, fromKey };
  prepareDropIndicator();
  const stop = onDropZoneRegistered((zone) => {
    const before = replies.get(zone.key) ?? acceptedReply;
    replies.delete(zone.key);
    if (!isPublished) return;
    const now = refusalAndCautionOfZone(zone);
    if (now.refusal !== before.refusal || now.caution !== before.caution) publish();
  });
  return () => {
    cancelPublish();
    stop();
    removeDropIndicator();
    refusalAndCautionOfZone = () => acceptedReply;
    useDragState.setState(idleState);
  };
}

/** A null zone removes the target. Returns why the zone refuses the cards, or null. */
export function setDropTarget(zone: DropZone | null, index: number): string | null {
  const { ids, target, refusal } = useDragState.getState();
  const reason = zone && refusalAndCautionOfZone(zone).refusal;
  const isSame = target ? target.key === zone?.key && target.index === index : zone === null;
  if (!isSame || refusal !== reason || ids !== liftedCards.ids)
    useDragState.setState({ ...liftedCards, target: zone ? { key: zone.key, index } : null, refusal: reason });
  showDropIndicator(reason === null ? zone : null, index);
  return reason;
}
