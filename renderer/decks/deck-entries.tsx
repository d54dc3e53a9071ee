/** What can be done with a deck, for its menus in the sidebar and at the head of its board. */
import {
  Archive,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  CloudOff,
  Download,
  Eye,
  EyeOff,
  Pencil,
  Plus,
  Shield,
  Trash2,
} from 'lucide-react';
import { act, step } from '../data/act.ts';
import { setViewState, viewState } from '../data/app-state.ts';
import { type DeckRow, type Lookups, spacesOf } from '../data/lookups.ts';
import { missingScopeReason } from '../data/permissions.ts';
import { currentRoute, go } from '../data/routes.ts';
import type { BoardView } from '../model/board-view.ts';
import type { MenuEntry } from '../ui/popups/Menu.tsx';
import { askFirst } from '../workbench/confirm.ts';
import { openDialog } from '../workbench/dialog-state.ts';
import { isKeptReady, keepReady } from '../workbench/offline-pins.ts';
import { moveDeck, stepPlace } from './deck-order.ts';

export async function deleteDeck(deck: DeckRow): Promise<void> {
  const steps = [step('decks/delete', { id: deck.id })];
  const goOn = await askFirst({
    title: `Delete ${deck.title}?`,
    verb: 'Delete deck',
    danger: true,
    undoable: false,
    steps,
    note: 'Its cards stay readable, in the archive.',
  });
  if (!goOn) return;
  const answer = await act(`Delete deck ${deck.title}`, steps, { announce: true });
  const route = currentRoute();
  if (answer && route.view === 'deck' && route.id === deck.id) go({ view: 'project', id: deck.projectId });
}

/** Its cards that are put away, to be looked at and restored: the deck's board filtered for them. */
function showPutAway(deck: DeckRow): void {
  const name = `board:deck:${deck.id}`;
  const view = viewState(name) as BoardView | undefined;
  setViewState(name, { ...view, filters: { statuses: ['archived', 'deleted'] } });
  go({ view: 'deck', id: deck.id });
}

/** `me`: whose watching it is; null where the token stands for nobody. */
export function deckEntries(deck: DeckRow, lookups: Lookups, me: string | null): MenuEntry[] {
  const up = stepPlace(deck, 'up', lookups);
  const down = stepPlace(deck, 'down', lookups);
  const canMove = spacesOf(lookups.projects.find(({ id }) => id === deck.projectId)).length > 0;
  // What the token is known not to allow is shown with that as the reason.
  const lacks = {
    update: missingScopeReason('decks/update') ?? undefined,
    move: missingScopeReason('decks/addToSpaceAfter') ?? undefined,
    watch: missingScopeReason('watchings/addDeck') ?? undefined,
  };
  const shift = (direction: 'up' | 'down') => {
    const place = direction === 'up' ? up : down;
    if (place) void moveDeck(deck.id, place);
  };
  const watch = (label: 'Watch' | 'Stop watching', action: 'watchings/addDeck' | 'watchings/removeDeck') => () => {
    if (me) void act(`${label} ${deck.title}`, [step(action, { deckId: deck.id, userId: me })], { announce: true });
  };
  return [
    {
      label: 'Edit deck…',
      icon: <Pencil size={14} aria-hidden />,
      disabled: lacks.update,
      run: () => openDialog({ kind: 'editDeck', deckId: deck.id }),
    },
    {
      label: 'Add zone…',
      icon: <Plus size={14} aria-hidden />,
      disabled: lacks.update,
      run: () => openDialog({ kind: 'zone', owner: { kind: 'deck', id: deck.id }, zone: null }),
    },
    {
      label: 'Guardians…',
      icon: <Shield size={14} aria-hidden />,
      disabled: missingScopeReason('decks/updateGuardians') ?? undefined,
      run: () => openDialog({ kind: 'guardians', deckId: deck.id }),
    },
    ...(canMove
      ? [
          { separator: true } as const,
          {
            label: 'Move up',
            icon: <ArrowUp size={14} aria-hidden />,
            shortcut: 'Mod+ArrowUp',
            disabled: lacks.move ?? (up ? undefined : 'first'),
            run: () => shift('up'),
          },
          {
            label: 'Move down',
            icon: <ArrowDown size={14} aria-hidden />,
            shortcut: 'Mod+ArrowDown',
            disabled: lacks.move ?? (down ? undefined : 'last'),
            run: () => shift('down'),
          },
          {
            label: 'Move to…',
            icon: <ArrowRightLeft size={14} aria-hidden />,
            disabled: lacks.move,
            run: () => openDialog({ kind: 'moveDeck', deckId: deck.id }),
          },
        ]
      : []),
    ...(me
      ? [
          { separator: true } as const,
          {
            label: 'Watch',
            icon: <Eye size={14} aria-hidden />,
            disabled: lacks.watch,
            run: watch('Watch', 'watchings/addDeck'),
          },
          {
            label: 'Stop watching',
            icon: <EyeOff size={14} aria-hidden />,
            disabled: lacks.watch,
            run: watch('Stop watching', 'watchings/removeDeck'),
          },
        ]
      : []),
    { separator: true },
    {
      label: 'Show archived and deleted cards',
      icon: <Archive size={14} aria-hidden />,
      run: () => showPutAway(deck),
    },
    isKeptReady(deck.id)
      ? {
          label: 'Stop keeping ready offline',
          icon: <CloudOff size={14} aria-hidden />,
          run: () => void keepReady(deck, false),
        }
      : {
          label: 'Keep ready offline',
          icon: <Download size={14} aria-hidden />,
          run: () => void keepReady(deck, true),
        },
    { separator: true },
    {
      label: 'Delete deck…',
      icon: <Trash2 size={14} aria-hidden />,
      danger: true,
      disabled: missingScopeReason('decks/delete') ?? undefined,
      run: () => void deleteDeck(deck),
    },
  ];
}
