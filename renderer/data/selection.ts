/** The selected cards and the focused card of the open view. Not stored. */
import { create } from 'zustand';
import { currentId, onRenamed } from './id-remap.ts';

interface Selection {
  readonly selected: ReadonlySet<string>;
  /** The card that keys act on if no card is selected. */
  readonly focused: string | null;
  /** The card at which a range selection starts. */
  readonly anchor: string | null;
  /** Keys moved the focus, so the card's element takes the focus of the page, too. */
  readonly byKeys: boolean;
}

const none: ReadonlySet<string> = new Set();

export const useSelection = create<Selection>(() => ({ selected: none, focused: null, anchor: null, byKeys: false }));
const { setState: set, getState: get } = useSelection;

/** The code that creates a card knows its local id; the service may have given another one since. */
const latestId = (id: string | null) => (id === null ? null : currentId(id));

/** Focuses a card. `byKeys` stays set for a card that is focused already, since its element may be created again elsewhere. */
export const focusCard = (id: string | null): void => {
  const before = get();
  const focused = latestId(id);
  set({ focused, byKeys: before.byKeys && before.focused === focused });
};
/** Focuses a card by a key, so that its element takes the focus of the page. */
export const moveFocus = (id: string | null): void => set({ focused: latestId(id), byKeys: true });
export const clearSelection = (): void => {
  if (get().selected.size > 0) set({ selected: none, anchor: null });
};
export const selectAll = (ids: readonly string[]): void => set({ selected: new Set(ids) });

export function toggleSelected(id: string): void {
  const selected = new Set(get().selected);
  if (!selected.delete(id)) selected.add(id);
  set({ selected, focused: id, anchor: id });
}

/** Called when another workspace is open. */
export const forgetSelection = (): void => set({ selected: none, focused: null, anchor: null, byKeys: false });

/** Selects the cards from the anchor to `id`, in the order in which the view shows them. */
export function selectRange(id: string, order: readonly string[]): void {
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

/** Ids of the cards that an action is for: the selection if `id` is part of it or null, otherwise that one card. */
export function targetCardIds(id: string | null): string[] {
  const { selected, focused } = get();
  const one = id ?? focused;
  if (selected.size > 0 && (one === null || selected.has(one) || id === null)) return [...selected];
  return one ? [one] : [];
}

onRenamed((model, from, to) => {
  if (model !== 'card') return;
  const { selected, focused, anchor } = get();
  const next = (id: string | null) => (id === from ? to : id);
  set({
    selected: selected.has(from) ? new Set([...selected].map((id) => (id === from ? to : id))) : selected,
    focused: next(focused),
    anchor: next(anchor),
  });
});
