/** State of a card drag, by pointer or keys, for what shows it: which cards are lifted, over which zone, and what zones reply. */
import { create } from 'zustand';
import type { CardRow } from '../model/card-row.ts';
import { afterNextPaint } from '../ui/dom/after-next-paint.ts';
import { prepareDropIndicator, removeDropIndicator, showDropIndicator } from './drop-indicator.ts';
import { type DropZone, onZone, zonesInSight } from './drop-targets.ts';

/** A zone's reply to the lifted cards. */
interface DropReply {
  /** Reason why it does not take them, or null. */
  readonly refusal: string | null;
  /** A warning although it takes them, or null. */
  readonly caution: string | null;
}

export interface DragState {
  /** Ids of the lifted cards; empty while nothing is dragged. */
  readonly ids: ReadonlySet<string>;
  readonly cards: readonly CardRow[];
  /** Key of the zone that the cards were lifted from, or null. */
  readonly fromKey: string | null;
  readonly target: { readonly key: string; readonly index: number } | null;
  /** Reason why the target zone refuses the cards, or null. */
  readonly refusal: string | null;
  /** Replies of zones by key; zones that accept the cards without a warning are left out. */
  readonly replies: Readonly<Record<string, DropReply>>;
}

const idle: DragState = { ids: new Set(), cards: [], fromKey: null, target: null, refusal: null, replies: {} };
export const useDrag = create<DragState>(() => idle);

const accepts: DropReply = { refusal: null, caution: null };
/** Published together with the first target, so that cards render once per lift. */
let lifted: Pick<DragState, 'ids' | 'cards' | 'fromKey'> = idle;

/** Asks a zone about the lifted cards. Its reply is kept until the zone changes or the drag ends. */
export let validateDrop: (zone: DropZone) => DropReply = () => accepts;

/**
 * Starts the state of a drag; returns the function that ends it. Replies of zones are published after the first frame of
 * the drag, which they would delay.
 */
export function startDragState(cards: readonly CardRow[], fromKey: string | null): () => void {
  const replies = new Map<string, DropReply>();
  let isPublished = false;
  validateDrop = (zone) => {
    const known = replies.get(zone.key);
    if (known) return known;
    const refusal = zone.refusal(cards, fromKey);
    const reply = { refusal, caution: (refusal === null && zone.caution?.(cards, fromKey)) || null };
    replies.set(zone.key, reply);
    return reply;
  };
  const publish = () => {
    isPublished = true;
    const all = zonesInSight().map((zone) => [zone.key, validateDrop(zone)] as const);
    const shown = all.filter(([, { refusal, caution }]) => refusal !== null || caution !== null);
    useDrag.setState({ replies: Object.fromEntries(shown) });
  };
  const cancelPublish = afterNextPaint(publish);
  lifted = { ids: new Set(cards.map((card) => card.cardId)), cards, fromKey };
  prepareDropIndicator();
  const stop = onZone((zone) => {
    const before = replies.get(zone.key) ?? accepts;
    replies.delete(zone.key);
    if (!isPublished) return;
    const now = validateDrop(zone);
    if (now.refusal !== before.refusal || now.caution !== before.caution) publish();
  });
  return () => {
    cancelPublish();
    stop();
    removeDropIndicator();
    validateDrop = () => accepts;
    useDrag.setState(idle);
  };
}

/** Sets the zone and index that a drop would go to, or null; returns the reason why the zone refuses, or null. */
export function setDropTarget(zone: DropZone | null, index: number): string | null {
  const { ids, target, refusal } = useDrag.getState();
  const reason = zone && validateDrop(zone).refusal;
  const isSame = target ? target.key === zone?.key && target.index === index : zone === null;
  if (!isSame || refusal !== reason || ids !== lifted.ids)
    useDrag.setState({ ...lifted, target: zone ? { key: zone.key, index } : null, refusal: reason });
  showDropIndicator(reason === null ? zone : null, index);
  return reason;
}
