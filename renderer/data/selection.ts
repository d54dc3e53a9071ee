/** The selected cards of the open view, and the card on which keys act. They are not stored. */
import { create } from 'zustand';
import { onIdChange, remappedRowId } from './id-remap.ts';

interface Selection {
  readonly selected: ReadonlySet<string>;
  /** The Tab key reaches this card, and the cursor returns to it. */
  readonly focused: string | null;
  /**
   * The card that has the DOM focus, or had it before a popup took it; null if the focus is elsewhere. Commands act on
   * it if no card is selected. An element of this card takes the DOM focus if no element has it, for example after the
   * card has moved to another column.
   */
  readonly cursor: string | null;
  /** A key moves this card. The cursor stays on it, even if its new place is not in view. */
  readonly carried: string | null;
  /** An undo brings this card back. When a list shows it again, the cursor goes to it. */
  readonly returning: string | null;
  /** A range selection starts at this card. */
  readonly anchor: string | null;
}

const noCardIds: ReadonlySet<string> = new Set();

export const useSelection = create<Selection>(() => ({
  selected: noCardIds,
  focused: null,
  cursor: null,
  carried: null,
  returning: null,
  anchor: null,
}));
const { setState: set, getState: get } = useSelection;

/** Code that created a card may still pass the local id after the service has assigned another one. */
const latestId = (id: string | null) => (id === null ? null : remappedRowId(id));

/** For the Tab key. The cursor goes along if it is on the card that Tab reached before. */
export const focusCard = (id: string | null): void => {
  const before = get();
  const focused = latestId(id);
  const goesAlong = id === null || (before.cursor !== null && before.cursor === before.focused);
  set({ focused, ...(goesAlong ? { cursor: focused, carried: null } : {}) });
};
/** The element of the card takes the DOM focus, unless a text field or a popup has it. */
export const putCursorOn = (id: string | null): void =>
  set({ focused: latestId(id), cursor: latestId(id), carried: null, returning: null });
/** For a card that a key is about to move. */
export const carryCard = (id: string): void => {
  putCursorOn(id);
  set({ carried: latestId(id) });
};
export const clearSelection = (): void => {
  if (get().selected.size > 0) set({ selected: noCardIds, anchor: null });
};
export const selectCards = (ids: readonly string[]): void => set({ selected: new Set(ids) });

export function toggleCardSelection(id: string): void {
  const selected = new Set(get().selected);
  if (!selected.delete(id)) selected.add(id);
  set({ selected, focused: id, cursor: id, anchor: id });
}

/** Called when another workspace is opened. */
export const clearSelectionAndFocus = (): void =>
  set({ selected: noCardIds, focused: null, cursor: null, carried: null, anchor: null });

/** `order`: ids of the cards as the view shows them. */
export function selectCardRange(id: string, order: readonly string[]): void {
  const { anchor, focused } = get();
  const from = order.indexOf(anchor ?? focused ?? id);
  const to = order.indexOf(id);
  if (to < 0) return;
  const start = from < 0 ? to : from;
  set({
    selected: new Set(order.slice(Math.min(start, to), Math.max(start, to) + 1)),
    focused: id,
    cursor: id,
    anchor: order[start] ?? id,
  });
}

/**
 * All selected cards if `id` is selected, else only `id`. If `id` is null, the selected cards, or without a selection
 * the focused card.
 */
export function actionTargetCardIds(id: string | null): string[] {
  const { selected, focused } = get();
  const one = id ?? focused;
  if (selected.size > 0 && (one === null || selected.has(one) || id === null)) return [...selected];
  return one ? [one] : [];
}

onIdChange((model, from, to) => {
  if (model !== 'card') return;
  const { selected, focused, cursor, carried, anchor } = get();
  const next = (id: string | null) => (id === from ? to : id);
  set({
    selected: selected.has(from) ? new Set([...selected].map((id) => (id === from ? to : id))) : selected,
    focused: next(focused),
    cursor: next(cursor),
    carried: next(carried),
    anchor: next(anchor),
  });
});
