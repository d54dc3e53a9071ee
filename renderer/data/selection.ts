/** The selected cards and the focused card of the open view. They are not stored. */
import { create } from 'zustand';
import { onIdChange, remappedRowId } from './id-remap.ts';

interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Id of the card that has the focus. Commands act on it if no card is selected. */
  readonly focused: string | null;
  /** Id of the card at which a range selection starts. */
  readonly anchor: string | null;
  /** True if a key moved the focus. Then the element of the focused card also takes the browser's focus. */
  readonly isFocusedByKey: boolean;
}

const noCardIds: ReadonlySet<string> = new Set();

export const useSelection = create<Selection>(() => ({
  selected: noCardIds,
  focused: null,
  anchor: null,
  isFocusedByKey: false,
}));
const { setState: set, getState: get } = useSelection;

/**
 * Returns the current id of a card. Code that created a card may still pass the local id after the service has assigned
 * another id.
 */
const latestId = (id: string | null) => (id === null ? null : remappedRowId(id));

/**
 * Focuses a card. `isFocusedByKey` becomes false, unless the card already has the focus: then the value stays, because
 * the card may have moved to another column, where its new element must take the browser's focus again.
 */
export const focusCard = (id: string | null): void => {
  const before = get();
  const focused = latestId(id);
  set({ focused, isFocusedByKey: before.isFocusedByKey && before.focused === focused });
};
/** Focuses a card after a key press, so that its element also takes the browser's focus. */
export const focusCardFromKeyboard = (id: string | null): void => set({ focused: latestId(id), isFocusedByKey: true });
export const clearSelection = (): void => {
  if (get().selected.size > 0) set({ selected: noCardIds, anchor: null });
};
export const selectCards = (ids: readonly string[]): void => set({ selected: new Set(ids) });

export function toggleCardSelection(id: string): void {
  const selected = new Set(get().selected);
  if (!selected.delete(id)) selected.add(id);
  set({ selected, focused: id, anchor: id });
}

/** Clears selection and focus. Called when another workspace is opened. */
export const clearSelectionAndFocus = (): void =>
  set({ selected: noCardIds, focused: null, anchor: null, isFocusedByKey: false });

/** Selects the cards from the anchor to `id`. `order`: ids of the cards as the view shows them. */
export function selectCardRange(id: string, order: readonly string[]): void {
  const { anchor, focused } = get();
  const from = order.indexOf(anchor ?? focused ?? id);
  const to = order.indexOf(id);
  if (to < 0) return;
  const start = from < 0 ? to : from;
  set({
    selected: new Set(order.slice(Math.min(start, to), Math.max(start, to) + 1)),
    focused: id,
    anchor: order[start] ?? id,
  });
}

/**
 * Returns the ids of the cards on which an action acts. If the card `id` is selected, these are all selected cards;
 * otherwise only the card `id`. If `id` is null, these are the selected cards, or without a selection the focused card.
 */
export function actionTargetCardIds(id: string | null): string[] {
  const { selected, focused } = get();
  const one = id ?? focused;
  if (selected.size > 0 && (one === null || selected.has(one) || id === null)) return [...selected];
  return one ? [one] : [];
}

onIdChange((model, from, to) => {
  if (model !== 'card') return;
  const { selected, focused, anchor } = get();
  const next = (id: string | null) => (id === from ? to : id);
  set({
    selected: selected.has(from) ? new Set([...selected].map((id) => (id === from ? to : id))) : selected,
    focused: next(focused),
    anchor: next(anchor),
  });
});
