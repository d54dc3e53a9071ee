import { Ellipsis } from 'lucide-react';
import { type CSSProperties, type ReactElement, useMemo } from 'react';
import { BoardPage } from '../../board/BoardPage.tsx';
import { validHexColor } from '../../cards/face/face-context.tsx';
import { useCurrentUserId } from '../../data/app-state.ts';
import { useRemappedRowId } from '../../data/id-remap.ts';
import { fileUrl } from '../../data/links.ts';
import { type DeckRow, spacesOfProject, useDeck, useLookups } from '../../data/lookups.ts';
import { deckTypeHints, deckTypeLabel } from '../../decks/deck-labels.ts';
import { deckMenuEntries } from '../../decks/deck-menu-entries.tsx';
import { deckBoardSource } from '../../model/board-source.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Banner, EmptyState } from '../../ui/messages.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { currentActiveList } from '../../workbench/active-list.ts';
import { sharedShortcuts } from '../../workbench/command.ts';
import { NotFound } from '../../workbench/page/NotFound.tsx';
import styles from './DeckView.module.css';

export function DeckView({ deckId }: { deckId: string }): ReactElement | null {
  const id = useRemappedRowId(deckId);
  const deck = useDeck(id);
  const { isLoaded: ready } = useLookups();
  if (deck) return <DeckBoard deck={deck} />;
  if (!ready) return null;
  return (
    <NotFound what="Deck">
      It may have been deleted, or be in a project that this workspace’s token cannot see.
    </NotFound>
  );
}

function DeckBoard({ deck }: { deck: DeckRow }): ReactElement {
  const lookups = useLookups();
  const { projects } = lookups;
  const me = useCurrentUserId();
  const source = useMemo(() => deckBoardSource(deck), [deck]);
  const project = projects.find(({ id }) => id === deck.projectId);
  const space = spacesOfProject(project).find(({ id }) => id === deck.spaceId);
  const color = validHexColor(deck.coverColor);
  return (
    <BoardPage
      source={source}
      header={{
        icon: (
          <span
            className={cx('clip round-sm keep-color', styles.cover)}
            style={color ? ({ '--deck': color } as CSSProperties) : undefined}
          >
            {deck.coverFile ? (
              <img className="block fill-cover" src={fileUrl(deck.coverFile)} alt="" draggable={false} />
            ) : null}
          </span>
        ),
        title: deck.title,
        crumb: [project?.name, spacesOfProject(project).length > 1 ? space?.name : null].filter(Boolean).join(' · '),
        detail: (
          <span title={`A deck holds the cards of one topic. ${deckTypeHints[deck.deckType] ?? ''}`}>
            {deckTypeLabel(deck.deckType)} deck
          </span>
        ),
        menu: (
          <Menu
            trigger={<IconButton icon={Ellipsis} label="More about this deck" small />}
            entries={() => deckMenuEntries(deck, lookups, me)}
          />
        ),
      }}
      contentAbove={
        deck.hasGuardians ? (
          <div className={styles.banner}>
            <Banner>
              This deck has guardians: moving, finishing, archiving and deleting its cards may be refused.
            </Banner>
          </div>
        ) : null
      }
      // Empty columns of zones or statuses are shown instead: cards can be dropped there.
      empty={
        source.defaultGrouping === 'none' ? (
          <EmptyState
            title="No cards here yet"
            action={
              <Button look="primary" onClick={() => currentActiveList()?.openComposer?.(null)}>
                Create a card <Kbd keys={sharedShortcuts.newCard[0]} />
              </Button>
            }
          >
            Write a card, drag cards onto the deck in the sidebar, or paste a list.
          </EmptyState>
        ) : null
      }
    />
  );
}
