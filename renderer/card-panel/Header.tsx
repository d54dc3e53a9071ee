/** The header of the card panel: deck and code, title and status. */
import { ChevronDown } from 'lucide-react';
import type { CSSProperties, ReactElement } from 'react';
import { plainText } from '../../shared/domain/content.ts';
import { codeOf } from '../../shared/domain/short-code.ts';
import { hexColor } from '../cards/face/face-context.tsx';
import { askForClosingSteps } from '../cards/marking-threads.ts';
import { act, step } from '../data/act.ts';
import type { Lookups } from '../data/lookups.ts';
import { go } from '../data/routes.ts';
import { headOf } from '../editor/checkbox-lines.ts';
import { fieldRefusal } from '../model/preflight.ts';
import { Button } from '../ui/Button.tsx';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { Swatch } from '../ui/icons/Swatch.tsx';
import { statusLook } from '../ui/icons/status.ts';
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx';
import styles from './card.module.css';
import { titleTextOf, withTitle } from './content/title.ts';
import type { PanelCardState } from './fields/field-choices.ts';
import { HeaderTools, type HeaderToolsProps } from './HeaderTools.tsx';
import type { CardRow } from './queries.ts';
import { TitleField } from './TitleField.tsx';

interface HeaderProps extends HeaderToolsProps {
  lookups: Lookups;
  titling: boolean;
  /** Starts and ends editing the title; null while the title cannot be edited. */
  onTitling: ((titling: boolean) => void) | null;
}

type Verb = 'Start' | 'Finish' | 'Reopen' | 'Reset';

/** The status that the main button sets, with its label; null if the status cannot be changed. */
function nextStatus(
  card: CardRow,
  cardState: PanelCardState,
): { label: Verb; status: 'not_started' | 'started' | 'done' } | null {
  if (cardState.disabledReason || fieldRefusal(cardState, 'status') || card.visibility !== 'default') return null;
  if (card.status === 'done') return { label: 'Reopen', status: 'not_started' };
  if (card.status === 'started' || card.status === 'snoozing' || fieldRefusal(cardState, 'start'))
    return { label: 'Finish', status: 'done' };
  return { label: 'Start', status: 'started' };
}

export function Header(props: HeaderProps): ReactElement {
  const { card, cardState, lookups, mode, titling } = props;
  const title = plainText(headOf(card.content)) || 'Untitled';
  const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
  const color = hexColor(deck?.coverColor);
  const forward = nextStatus(card, cardState);
  const change = async (label: Verb, status: 'not_started' | 'started' | 'done') => {
    const ends = status === 'not_started' ? [] : await askForClosingSteps({ ...card, title }, label.toLowerCase());
    if (ends) void act(`${label} the card`, [...ends, step('cards/update', { id: card.cardId, status })]);
  };
  const look = statusLook(card.derivedStatus);
  const refusal = cardState.disabledReason ?? fieldRefusal(cardState, 'status');
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
      disabled: refusal ?? fieldRefusal(cardState, 'start') ?? false,
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
          <HeaderTools {...props} />
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
              <StatusIcon derivedStatus={card.derivedStatus} named={false} /> {look.label}{' '}
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
        {card.visibility === 'default' || cardState.disabledReason ? null : (
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
