import {
  Archive,
  ArrowDown,
  ArrowRightLeft,
  ArrowUp,
  CloudOff,
  Download,
  Eye,
  EyeOff,
  HardDrive,
  Link,
  type LucideIcon,
  Pencil,
  Plus,
  Share,
  Shield,
  Trash2,
} from 'lucide-react';
import { act, actStep } from '../data/act.ts';
import { setViewState, viewState } from '../data/app-state.ts';
import { workspaceLinkToView } from '../data/links.ts';
import { type DeckRow, spacesOfProject, type WorkspaceLookups } from '../data/lookups.ts';
import { missingScopeReason } from '../data/permissions.ts';
import { currentRoute, navigate } from '../data/routes.ts';
import { changeWatching, watchVerb } from '../data/watching.ts';
import type { BoardSettings } from '../model/board-settings.ts';
import { keptCards } from '../model/board-source.ts';
import { copyText } from '../ui/dom/announce-to-screen-readers.ts';
import type { MenuEntry } from '../ui/popups/Menu.tsx';
import { confirmEffects } from '../workbench/confirmation/confirm.ts';
import { openDialog } from '../workbench/dialog-state.ts';
import { isDeckPinned, setDeckPinned } from '../workbench/offline-pins.ts';
import { adjacentDeckPosition, moveDeck } from './deck-order.ts';

/** If the deck's board is open, opens the project's board instead. */
async function deleteDeck(deck: DeckRow): Promise<void> {
  const steps = [actStep('decks/delete', { id: deck.id })];
  const isConfirmed = await confirmEffects({
    title: `Delete ${deck.title}?`,
    verb: 'Delete deck',
    danger: true,
    undoable: false,
    steps,
    note: 'Its cards stay readable, in the archive.',
  });
  if (!isConfirmed) return;
  const answer = await act(`Delete deck ${deck.title}`, steps, { showsToast: true });
  const route = currentRoute();
  if (answer && route.view === 'deck' && route.id === deck.id) navigate({ view: 'project', id: deck.projectId });
}

function showArchivedAndDeletedCards(deck: DeckRow): void {
  const name = `board:deck:${deck.id}`;
  const view = viewState(name) as BoardSettings | undefined;
  setViewState(name, { ...view, filters: { statuses: ['archived', 'deleted'] } });
  navigate({ view: 'deck', id: deck.id });
}

/** `me` is the workspace's user. If it is null, there is no entry to watch it. */
export function deckMenuEntries(deck: DeckRow, lookups: WorkspaceLookups, me: string | null): MenuEntry[] {
  const canMove = spacesOfProject(lookups.projects.find(({ id }) => id === deck.projectId)).length > 0;
  /** Why an action's entries are disabled; null if the token permits the action. */
  const refusals = {
    update: missingScopeReason('decks/update'),
    move: missingScopeReason('decks/addToSpaceAfter'),
    watch: missingScopeReason('watchings/addDeck'),
  };
  const moveEntry = (direction: 'up' | 'down', Icon: LucideIcon, shortcut: string, end: string): MenuEntry => {
    const position = adjacentDeckPosition(deck, direction, lookups);
    return {
      label: `Move ${direction}`,
      icon: <Icon size={14} aria-hidden />,
      shortcut,
      disabled: refusals.move ?? (position ? undefined : end),
      run: () => void (position && moveDeck(deck.id, position)),
    };
  };
  const watchEntry = (userId: string): MenuEntry => {
    const label = watchVerb(deck.id);
    const Icon = label === 'Watch' ? Eye : EyeOff;
    return {
      label,
      icon: <Icon size={14} aria-hidden />,
      disabled: refusals.watch,
      run: () =>
        void changeWatching(deck.id, deck.title, (isBegin) =>
          actStep(isBegin ? 'watchings/addDeck' : 'watchings/removeDeck', { deckId: deck.id, userId }),
        ),
    };
  };
  return [
    {
      label: 'Edit deck…',
      icon: <Pencil size={14} aria-hidden />,
      disabled: refusals.update,
      run: () => openDialog({ kind: 'editDeck', deckId: deck.id }),
    },
    {
      label: 'Copy link',
      icon: <Link size={14} aria-hidden />,
      run: () => copyText(workspaceLinkToView({ view: 'deck', id: deck.id, query: {} }) ?? '', 'Copied the link'),
    },
    {
      label: 'Add zone…',
      icon: <Plus size={14} aria-hidden />,
      disabled: refusals.update,
      run: () => openDialog({ kind: 'zone', owner: { kind: 'deck', id: deck.id }, zone: null }),
    },
    {
      label: 'Guardians…',
      icon: <Shield size={14} aria-hidden />,
      disabled: missingScopeReason('decks/updateGuardians'),
      run: () => openDialog({ kind: 'guardians', deckId: deck.id }),
    },
    ...(canMove
      ? [
          { separator: true } as const,
          moveEntry('up', ArrowUp, 'Mod+ArrowUp', 'first'),
          moveEntry('down', ArrowDown, 'Mod+ArrowDown', 'last'),
          {
            label: 'Move to…',
            icon: <ArrowRightLeft size={14} aria-hidden />,
            disabled: refusals.move,
            run: () => openDialog({ kind: 'moveDeck', deckId: deck.id }),
          },
        ]
      : []),
    ...(me ? [{ separator: true } as const, watchEntry(me)] : []),
    { separator: true },
    {
      label: 'Export…',
      icon: <Share size={14} aria-hidden />,
      run: () => openDialog({ kind: 'export', title: deck.title, cards: { where: { deckId: deck.id, ...keptCards } } }),
    },
    {
      label: 'Keep as a folder…',
      icon: <HardDrive size={14} aria-hidden />,
      run: () => openDialog({ kind: 'keepAsFolder', deckId: deck.id }),
    },
    {
      label: 'Show archived and deleted cards',
      icon: <Archive size={14} aria-hidden />,
      run: () => showArchivedAndDeletedCards(deck),
    },
    isDeckPinned(deck.id)
      ? {
          label: 'Stop keeping ready offline',
          icon: <CloudOff size={14} aria-hidden />,
          run: () => void setDeckPinned(deck, false),
        }
      : {
          label: 'Keep ready offline',
          icon: <Download size={14} aria-hidden />,
          run: () => void setDeckPinned(deck, true),
        },
    { separator: true },
    {
      label: 'Delete deck…',
      icon: <Trash2 size={14} aria-hidden />,
      danger: true,
      disabled: missingScopeReason('decks/delete'),
      run: () => void deleteDeck(deck),
    },
  ];
}
