/** A deck as a board: its zones as columns, or any other grouping. */
import { Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { type CSSProperties, type ReactElement, useMemo, useState } from 'react';
import { openDialog } from '../app/dialog-state.ts';
import { act, step } from '../data/act.ts';
import { useMe } from '../data/app-state.ts';
import { type DeckRow, spacesOf, useDeck, useLookups } from '../data/lookups.ts';
import { useRenamed } from '../data/renames.ts';
import { go } from '../data/routes.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Banner, EmptyState } from '../ui/messages.tsx';
import { activeList } from './active.ts';
import { BoardPage } from './board-page.tsx';
import styles from './DeckView.module.css';
import { hexColor } from './facts.tsx';
import { deckSource } from './sources.ts';

export function DeckView({ deckId }: { deckId: string }): ReactElement | null {
  const id = useRenamed(deckId);
  const deck = useDeck(id);
  const { ready } = useLookups();
  if (deck) return <Deck deck={deck} />;
  if (!ready) return null;
  return (
    <EmptyState title="This deck is not here">
      It may have been deleted, or be in a project that this workspace’s token cannot see.
    </EmptyState>
  );
}

const typeNames: Record<string, string> = {
  task: 'Task deck',
  hero: 'Asset deck',
  doc: 'Knowledge deck',
  mixed: 'Mixed deck',
};

function Deck({ deck }: { deck: DeckRow }): ReactElement {
  const { projects } = useLookups();
  const me = useMe();
  const [deleting, setDeleting] = useState(false);
  const source = useMemo(() => deckSource(deck), [deck]);
  const project = projects.find(({ id }) => id === deck.projectId);
  const space = spacesOf(project).find(({ id }) => id === deck.spaceId);
  const color = hexColor(deck.coverColor);
  return (
    <>
      <BoardPage
        source={source}
        header={{
          icon: <span className={styles.cover} style={color ? ({ '--deck': color } as CSSProperties) : undefined} />,
          title: deck.title,
          crumb: [project?.name, spacesOf(project).length > 1 ? space?.name : null].filter(Boolean).join(' · '),
          detail: typeNames[deck.deckType] ?? deck.deckType,
          menu: (
            <Menu
              trigger={
                <IconButton label="More about this deck" small>
                  <Ellipsis size={15} aria-hidden />
                </IconButton>
              }
              entries={[
                {
                  label: 'Edit deck…',
                  icon: <Pencil size={14} aria-hidden />,
                  run: () => openDialog({ kind: 'editDeck', deckId: deck.id }),
                },
                ...(me
                  ? [
                      {
                        label: 'Watch',
                        icon: <Eye size={14} aria-hidden />,
                        run: () =>
                          void act(
                            `Watch ${deck.title}`,
                            [step('watchings/addDeck', { deckId: deck.id, userId: me })],
                            { announce: true },
                          ),
                      },
                      {
                        label: 'Stop watching',
                        icon: <EyeOff size={14} aria-hidden />,
                        run: () =>
                          void act(
                            `Stop watching ${deck.title}`,
                            [step('watchings/removeDeck', { deckId: deck.id, userId: me })],
                            {
                              announce: true,
                            },
                          ),
                      },
                    ]
                  : []),
                { separator: true },
                {
                  label: 'Delete deck…',
                  icon: <Trash2 size={14} aria-hidden />,
                  danger: true,
                  run: () => setDeleting(true),
                },
              ]}
            />
          ),
        }}
        above={
          deck.hasGuardians ? (
            <div className={styles.banner}>
              <Banner>
                This deck has guardians: moving, finishing, archiving and deleting its cards may be refused by the
                service.
              </Banner>
            </div>
          ) : null
        }
        empty={
          <EmptyState
            title="An empty deck"
            action={
              <Button look="primary" onClick={() => activeList()?.create?.(null)}>
                Create a card
              </Button>
            }
          >
            Cards are created here with C, by dragging cards onto the deck in the sidebar, or by pasting a list into a
            new card.
          </EmptyState>
        }
      />
      <Confirm
        open={deleting}
        title={`Delete ${deck.title}?`}
        confirm="Delete deck"
        danger
        onClose={() => setDeleting(false)}
        onConfirm={() => {
          void act(`Delete deck ${deck.title}`, [step('decks/delete', { id: deck.id })], { announce: true });
          go({ view: 'project', id: deck.projectId });
        }}
      >
        Its cards, their sub cards in other decks, and journey steps that make cards here are archived; open threads on
        them close. The interface has no way to bring a deck back.
      </Confirm>
    </>
  );
}
