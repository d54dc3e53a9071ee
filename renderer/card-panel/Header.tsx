/** The header of the card panel: deck and code, title, status, buttons and menu. */
import {
  Bookmark,
  BookmarkCheck,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  Hand,
  Maximize2,
  Minimize2,
  PanelRight,
  X,
} from 'lucide-react';
import type { CSSProperties, ReactElement } from 'react';
import { plainText } from '../../shared/domain/content.ts';
import { codeOf } from '../../shared/domain/short-code.ts';
import { confirmHiding, setVisibility } from '../cards/card-actions.ts';
import { hexColor } from '../cards/face/face-context.tsx';
import { stepsToEnd } from '../cards/marking-threads.ts';
import { act, step } from '../data/act.ts';
import { isCardWindow, openCardWindow } from '../data/card-window.ts';
import type { Lookups } from '../data/lookups.ts';
import { useMissingScopeReason } from '../data/permissions.ts';
import { go, openBeside, openCard } from '../data/routes.ts';
import { headOf } from '../editor/checkbox-lines.ts';
import { fieldRefusal } from '../model/preflight.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { copyText } from '../ui/dom/copy-text.ts';
import { StatusDot } from '../ui/icons/StatusDot.tsx';
import { Swatch } from '../ui/icons/Swatch.tsx';
import { statusLook } from '../ui/icons/status.ts';
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx';
import styles from './card.module.css';
import { titleTextOf, withTitle } from './content/title.ts';
import type { CardFacts } from './fields/field-choices.ts';
import type { CardRow } from './queries.ts';
import { TitleField } from './TitleField.tsx';

interface HeaderProps {
  card: CardRow;
  facts: CardFacts;
  lookups: Lookups;
  me: string | null;
  mode: 'panel' | 'full';
  previous: (() => void) | null;
  next: (() => void) | null;
  onClose: () => void;
  titling: boolean;
  /** Starts and ends editing the title; null while the title cannot be edited. */
  onTitling: ((titling: boolean) => void) | null;
}

type Verb = 'Start' | 'Finish' | 'Reopen' | 'Reset';

/** The status that the main button sets, with its label; null if the status cannot be changed. */
function nextStatus(
  card: CardRow,
  facts: CardFacts,
): { label: Verb; status: 'not_started' | 'started' | 'done' } | null {
  if (facts.disabledReason || fieldRefusal(facts, 'status') || card.visibility !== 'default') return null;
  if (card.status === 'done') return { label: 'Reopen', status: 'not_started' };
  if (card.status === 'started' || card.status === 'snoozing' || fieldRefusal(facts, 'start'))
    return { label: 'Finish', status: 'done' };
  return { label: 'Start', status: 'started' };
}

export function Header(props: HeaderProps): ReactElement {
  const { card, facts, lookups, mode, titling, onClose } = props;
  const title = plainText(headOf(card.content)) || 'Untitled';
  const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
  const color = hexColor(deck?.coverColor);
  const forward = nextStatus(card, facts);
  const change = async (label: Verb, status: 'not_started' | 'started' | 'done') => {
    const ends = status === 'not_started' ? [] : await stepsToEnd({ ...card, title }, label.toLowerCase());
    if (ends) void act(`${label} the card`, [...ends, step('cards/update', { id: card.cardId, status })]);
  };
  const look = statusLook(card.derivedStatus);
  const refusal = facts.disabledReason ?? fieldRefusal(facts, 'status');
  const statuses: MenuEntry[] = [
    {
      label: 'Not started',
      checked: card.status === 'not_started',
      disabled: refusal ?? false,
      run: () => void change('Reset', 'not_started'),
    },
    {
      label: 'Started',
      checked: card.status === 'started' || card.status === 'snoozing',
      disabled: refusal ?? fieldRefusal(facts, 'start') ?? false,
      run: () => void change('Start', 'started'),
    },
    {
      label: 'Done',
      checked: card.status === 'done',
      disabled: refusal ?? false,
      run: () => void change('Finish', 'done'),
    },
  ];
  return (
    <header className={styles.header} style={color ? ({ '--deck-color': color } as CSSProperties) : undefined}>
      <div className={styles.bar}>
        <nav className={styles.crumbs} aria-label="Where the card is">
          {deck ? (
            <button
              type="button"
              className={styles.crumb}
              onClick={() => go({ view: 'deck', id: deck.id, query: { card: card.cardId } })}
            >
              <Swatch color={deck.coverColor} />
              <span dir="auto">{deck.title}</span>
            </button>
          ) : (
            <span>{card.deckId ? 'Another deck' : 'Private card'}</span>
          )}
          <span className={styles.code}>{card.accountSeq ? `$${codeOf(card.accountSeq)}` : 'new'}</span>
        </nav>
        <div className={styles.tools}>
          {isCardWindow ? null : <Neighbours {...props} />}
          <Marks {...props} />
          <More {...props} />
          {isCardWindow ? (
            <IconButton small label="Show in the main window" onClick={() => openBeside(card.cardId, card.deckId)}>
              <PanelRight size={14} aria-hidden />
            </IconButton>
          ) : (
            <>
              <IconButton
                small
                label={mode === 'panel' ? 'Open in full' : 'Back to the panel'}
                onClick={() =>
                  mode === 'panel' ? go({ view: 'card', id: card.cardId }) : openBeside(card.cardId, card.deckId)
                }
              >
                {mode === 'panel' ? <Maximize2 size={14} aria-hidden /> : <Minimize2 size={14} aria-hidden />}
              </IconButton>
              <IconButton small label="Close the card" shortcut="Esc" onClick={onClose}>
                <X size={15} aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      </div>
      {mode === 'full' ? <h1 className="visually-hidden">Card</h1> : null}
      {titling ? (
        <>
          <h2 className="visually-hidden">{title}</h2>
          <TitleField
            text={titleTextOf(card.content)}
            onEnd={(text) => {
              props.onTitling?.(false);
              if (text !== null)
                void act('Edit the title', [
                  step('cards/update', { id: card.cardId, content: withTitle(card.content, text) }),
                ]);
            }}
          />
        </>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: F2 does the same
        <h2
          className={`${styles.title} selectable`}
          dir="auto"
          data-edits={props.onTitling ? '' : undefined}
          title={props.onTitling ? 'Edit the title (F2)' : title}
          // A click that ends a text selection does not start editing.
          onClick={() => document.getSelection()?.isCollapsed !== false && props.onTitling?.(true)}
        >
          {title}
        </h2>
      )}
      <div className={styles.state}>
        <Menu
          entries={statuses}
          trigger={
            <Button small data-field="status" aria-label={`Status: ${look.label}`}>
              <StatusDot derivedStatus={card.derivedStatus} named={false} /> {look.label}{' '}
              <ChevronDown size={12} aria-hidden />
            </Button>
          }
        />
        {forward ? (
          <Button
            small
            look={forward.status === 'not_started' ? 'plain' : 'primary'}
            onClick={() => void change(forward.label, forward.status)}
          >
            {forward.label}
          </Button>
        ) : null}
        {card.visibility === 'default' || facts.disabledReason ? null : (
          <Button
            small
            onClick={() =>
              void act('Restore the card', [step('cards/update', { id: card.cardId, visibility: 'default' })])
            }
          >
            Restore
          </Button>
        )}
      </div>
    </header>
  );
}

/** The buttons for the cards before and after it. */
function Neighbours({ previous, next }: HeaderProps): ReactElement {
  return (
    <>
      <IconButton small label="Previous card" shortcut="K" disabled={!previous} onClick={() => previous?.()}>
        <ChevronLeft size={15} aria-hidden />
      </IconButton>
      <IconButton small label="Next card" shortcut="J" disabled={!next} onClick={() => next?.()}>
        <ChevronRight size={15} aria-hidden />
      </IconButton>
    </>
  );
}

const withReason = (label: string, reason: string | null) => (reason ? `${label}. ${reason}` : label);

/** The buttons for the person's own Hand and bookmarks. */
function Marks({ card, facts, me }: HeaderProps): ReactElement | null {
  const handDisabledReason = useMissingScopeReason('handQueue/addCardsToHand');
  const bookmarkDisabledReason = useMissingScopeReason('bookmarks/addCards');
  if (!me) return null;
  const cardIds = [card.cardId];
  const hand = facts.myHandEntry
    ? step('handQueue/removeCards', { cardIds, userId: me })
    : step('handQueue/addCardsToHand', { cardIds, userId: me });
  const bookmark = facts.bookmarked
    ? step('bookmarks/removeCards', { ids: cardIds, userId: me })
    : step('bookmarks/addCards', { ids: cardIds, userId: me });
  return (
    <>
      <IconButton
        small
        label={withReason(facts.myHandEntry ? 'Take out of my Hand' : 'Put into my Hand', handDisabledReason)}
        disabled={handDisabledReason !== null}
        aria-pressed={facts.myHandEntry}
        onClick={() => void act(facts.myHandEntry ? 'Take out of my Hand' : 'Put into my Hand', [hand])}
      >
        <Hand size={14} aria-hidden fill={facts.myHandEntry ? 'currentColor' : 'none'} />
      </IconButton>
      <IconButton
        small
        label={withReason(facts.bookmarked ? 'Remove the bookmark' : 'Bookmark', bookmarkDisabledReason)}
        disabled={bookmarkDisabledReason !== null}
        aria-pressed={facts.bookmarked}
        onClick={() => void act(facts.bookmarked ? 'Remove a bookmark' : 'Bookmark a card', [bookmark])}
      >
        {facts.bookmarked ? <BookmarkCheck size={14} aria-hidden /> : <Bookmark size={14} aria-hidden />}
      </IconButton>
    </>
  );
}

function More({ card, facts, onClose }: HeaderProps): ReactElement {
  const disabled = facts.disabledReason ?? false;
  const watchDisabledReason = useMissingScopeReason('watchings/addCard') ?? false;
  const id = card.cardId;
  const hide = async (visibility: 'archived' | 'deleted') => {
    if (!(await confirmHiding([card], visibility))) return;
    void setVisibility([card], visibility);
    if (visibility === 'deleted') onClose();
  };
  const code = card.accountSeq ? `$${codeOf(card.accountSeq)}` : null;
  const entries: MenuEntry[] = [
    ...(code ? [{ label: `Copy ${code}`, run: () => copyText(code, `Copied ${code}`) }] : []),
    { label: 'Copy the text as markdown', run: () => copyText(card.content, 'Copied the text') },
    ...(isCardWindow ? [] : [{ label: 'Open in own window', shortcut: 'Shift+W', run: () => openCardWindow(id) }]),
    { separator: true },
    // No query shows whether the person watches a card, so both commands are offered.
    {
      label: 'Watch this card',
      disabled: watchDisabledReason,
      run: () => void act('Watch the card', [step('watchings/addCard', { cardId: id })], { announce: true }),
    },
    {
      label: 'Stop watching this card',
      disabled: watchDisabledReason,
      run: () => void act('Stop watching the card', [step('watchings/removeCard', { cardId: id })], { announce: true }),
    },
    ...(card.parentCardId
      ? [
          { separator: true } as const,
          { label: 'Open its hero card', run: () => openCard(card.parentCardId) },
          {
            label: 'Take out of its hero card',
            disabled,
            run: () => void act('Take out of the hero card', [step('cards/update', { id, parentCardId: null })]),
          },
        ]
      : []),
    { separator: true },
    ...(card.visibility === 'default'
      ? []
      : [
          {
            label: 'Restore',
            disabled,
            run: () => void act('Restore the card', [step('cards/update', { id, visibility: 'default' })]),
          },
        ]),
    ...(card.visibility === 'archived' ? [] : [{ label: 'Archive', disabled, run: () => void hide('archived') }]),
    ...(card.visibility === 'deleted'
      ? []
      : [{ label: 'Delete', danger: true, disabled, run: () => void hide('deleted') }]),
  ];
  return (
    <Menu
      align="end"
      entries={entries}
      trigger={
        <IconButton small label="More">
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
    />
  );
}
