import { ArrowDown, ArrowUp, ClipboardCopy, ClipboardPaste, Pencil, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { create } from 'zustand';
import { addLocalChangeToUndoStack } from '../../data/act.ts';
import { currentRoute, navigate } from '../../data/routes.ts';
import { announceToScreenReaders, copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { shortcutOfKeyPress } from '../../ui/dom/keys.ts';
import type { MenuEntry } from '../../ui/popups/Menu.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import {
  changeSavedViews,
  currentSavedViews,
  type SavedView,
  savedViewIdOfRoute,
  savedViewToText,
  withSavedViewMoved,
} from '../../workbench/saved-views/saved-views.ts';

/** Null if no name is edited. */
export const useSavedViewBeingRenamed = create<{ readonly id: string | null }>(() => ({ id: null }));
export const setSavedViewBeingRenamed = (id: string | null): void => useSavedViewBeingRenamed.setState({ id });

const indexOf = (view: SavedView): number => currentSavedViews().findIndex(({ id }) => id === view.id);

function copyAsText(view: SavedView): void {
  copyText(savedViewToText(view), `Copied ${view.name}. Use “Paste a view…” to add it elsewhere.`);
}

function moveBy(view: SavedView, by: number): void {
  const index = indexOf(view) + by;
  if (index < 0 || index >= currentSavedViews().length) return;
  changeSavedViews((views) => withSavedViewMoved(views, view.id, index));
  announceToScreenReaders(`${view.name}, now at place ${index + 1}`);
}

function removeWithUndo(view: SavedView): void {
  const index = indexOf(view);
  const current = savedViewIdOfRoute(currentRoute()) === view.id;
  const remove = () => {
    changeSavedViews((views) => views.filter(({ id }) => id !== view.id));
    if (current)
      navigate(view.query ? 'query' : view.route.replace(/([?&])view=[^&]*&?/, '$1').replace(/[?&]$/, ''), true);
  };
  const restore = () => {
    changeSavedViews((views) => withSavedViewMoved([...views, view], view.id, index));
    if (current) navigate(view.route);
  };
  remove();
  addLocalChangeToUndoStack(`Delete the view ${view.name}`, restore, remove);
}

export function savedViewMenuEntries(view: SavedView): MenuEntry[] {
  const index = indexOf(view);
  return [
    {
      label: 'Rename',
      icon: <Pencil size={14} aria-hidden />,
      shortcut: 'F2',
      run: () => setSavedViewBeingRenamed(view.id),
    },
    {
      label: 'Move up',
      icon: <ArrowUp size={14} aria-hidden />,
      shortcut: 'Alt+ArrowUp',
      disabled: index === 0,
      run: () => moveBy(view, -1),
    },
    {
      label: 'Move down',
      icon: <ArrowDown size={14} aria-hidden />,
      shortcut: 'Alt+ArrowDown',
      disabled: index === currentSavedViews().length - 1,
      run: () => moveBy(view, 1),
    },
    { separator: true },
    {
      label: 'Copy as text',
      icon: <ClipboardCopy size={14} aria-hidden />,
      shortcut: 'Mod+C',
      run: () => copyAsText(view),
    },
    {
      label: 'Paste a view…',
      icon: <ClipboardPaste size={14} aria-hidden />,
      run: () => openDialog({ kind: 'pasteView' }),
    },
    { separator: true },
    {
      label: 'Delete',
      icon: <Trash2 size={14} aria-hidden />,
      shortcut: 'Delete',
      danger: true,
      run: () => removeWithUndo(view),
    },
  ];
}

/** Null if the element is in no saved view's row. */
export function savedViewMenuEntriesAt(target: Element): readonly MenuEntry[] | null {
  const id = target.closest<HTMLElement>('[data-saved-id]')?.dataset.savedId;
  const view = id ? currentSavedViews().find((other) => other.id === id) : undefined;
  return view ? savedViewMenuEntries(view) : null;
}

/** Runs the view's shortcuts, which its menu shows. */
export function handleSavedViewKey(view: SavedView, event: KeyboardEvent): void {
  const shortcut = shortcutOfKeyPress(event.nativeEvent);
  if (shortcut === 'F2') setSavedViewBeingRenamed(view.id);
  else if (shortcut === 'Delete') removeWithUndo(view);
  else if (shortcut === 'Mod+C') copyAsText(view);
  else if (shortcut === 'Alt+ArrowUp') moveBy(view, -1);
  else if (shortcut === 'Alt+ArrowDown') moveBy(view, 1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
