/** Which cards are selected and which one has the keyboard, in the view that is open. Never persisted. */
import { create } from 'zustand';
import { currentId, onRenamed } from './id-remap.ts';

export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** The card that keys act on when nothing is selected. */
  readonly focused: string | null;
  /** Where a range begins. */
  readonly anchor: string | null;
  /** The focus was moved by keys, so that the card takes the page's focus, too. */
  readonly byKeys: boolean;
}

const none: ReadonlySet<string> = new Set();

export const useSelection = create<Selection>(() => ({ selected: none, focused: null, anchor: null, byKeys: false }));
const { setState: set, getState: get } = useSelection;

/** Who made a card knows it by its local id; by the time it takes the focus, the service may have given another. */
const now = (id: string | null) => (id === null ? null : currentId(id));

/** A card that keys moved to stays so when the page's focus arrives at it: it may be drawn anew elsewhere in between. */
export const focusCard = (id: string | null): void => {
  const before = get();
  const focused = now(id);
  set({ focused, byKeys: before.byKeys && before.focused === focused });
};
/** As `focusCard`, by a key: the page's focus follows. */
export const moveFocus = (id: string | null): void => set({ focused: now(id), byKeys: true });
export const clearSelection = (): void => {
  if (get().selected.size > 0) set({ selected: none, anchor: null });
};
export const selectAll = (ids: readonly string[]): void => set({ selected: new Set(ids) });

export function toggleSelected(id: string): void {
  const selected = new Set(get().selected);
  if (!selected.delete(id)) selected.add(id);
  set({ selected, focused: id, anchor: id });
}

/** Another workspace is open. */
export const forgetSelection = (): void => set({ selected: none, focused: null, anchor: null, byKeys: false });

/** Selects from the anchor to `id` in the order the view shows. */
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

/** What an act on cards is about: the selection when `id` is part of it or there is none, else that one card. */
export function actedOn(id: string | null): string[] {
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
