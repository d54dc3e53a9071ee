import { ChevronDown } from 'lucide-react';
import type { CSSProperties, ReactElement } from 'react';
import { firstCodeLine, markdownLineToPlainText } from '../../shared/domain/content.ts';
import { askToCloseBlockOrReview } from '../cards/block-and-review-threads.ts';
import { validHexColor } from '../cards/face/face-context.tsx';
import { act, actStep } from '../data/act.ts';
import { useLookups } from '../data/lookups.ts';
import { navigate } from '../data/routes.ts';
import { titleLineOf } from '../editor/checkbox-lines.ts';
import { blockOrReviewOfCard } from '../model/blocks-and-reviews.ts';
import { isStartedStatus, shortCodeOfCard } from '../model/card-row.ts';
import { fieldRefusal, type SettableStatus } from '../model/preflight.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { Swatch } from '../ui/icons/Swatch.tsx';
import { statusGroupAndLabel } from '../ui/icons/status.ts';
import { Menu } from '../ui/popups/Menu.tsx';
import { withoutExcessMarks } from '../ui/text/text.ts';
import { CardPanelButtons, type CardPanelButtonsProps, restoreCard } from './CardPanelButtons.tsx';
import { CardTitleField } from './CardTitleField.tsx';
import styles from './card.module.css';
import { replaceTitleText, titleTextOf } from './content/title.ts';
import type { PanelCardState } from './fields/panel-card-state.ts';
import type { PanelCard } from './queries.ts';

interface HeaderProps extends CardPanelButtonsProps {
  isEditingTitle: boolean;
  /** Called when the person starts (true) or stops (false) editing the title; null if the title cannot be edited. */
  onEditingTitle: ((titling: boolean) => void) | null;
}

/** The statuses that the person can choose in the menu, each with the verb for the label of the change. */
const statusChoices = [
  { status: 'not_started', label: 'Not started', verb: 'Reset' },
  { status: 'started', label: 'Started', verb: 'Start' },
  { status: 'done', label: 'Done', verb: 'Finish' },
] as const;
type StatusVerb = (typeof statusChoices)[number]['verb'] | 'Reopen';

/** Returns the status that the main button sets, with the button's label; null if the status cannot be changed. */
function nextStatus(card: PanelCard, cardState: PanelCardState): { label: StatusVerb; status: SettableStatus } | null {
  if (cardState.disabledReason || fieldRefusal(cardState, 'status') || card.visibility !== 'default') return null;
  if (card.status === 'done') return { label: 'Reopen', status: 'not_started' };
  if (isStartedStatus(card.status) || fieldRefusal(cardState, 'start')) return { label: 'Finish', status: 'done' };
  return { label: 'Start', status: 'started' };
}

/** In UTF-16 units; more than its four lines can show. */
const maxShownTitle = 1000;

export function CardPanelHeader(props: HeaderProps): ReactElement {
  const { card, cardState, mode, isEditingTitle } = props;
  const { decks } = useLookups();
  const wholeTitle =
    withoutExcessMarks(firstCodeLine(card.content) ?? markdownLineToPlainText(titleLineOf(card.content))) || 'Untitled';
  const title = wholeTitle.length > maxShownTitle ? `${wholeTitle.slice(0, maxShownTitle)}…` : wholeTitle;
  const deck = card.deckId ? decks[card.deckId] : undefined;
  const color = validHexColor(deck?.coverColor);
  const nextStep = nextStatus(card, cardState);
  const changeStatus = async (label: StatusVerb, status: SettableStatus) => {
    const closingSteps =
      status === 'not_started' ? [] : await askToCloseBlockOrReview({ ...card, title }, label.toLowerCase());
    if (closingSteps)
      void act(`${label} the card`, [...closingSteps, actStep('cards/update', { id: card.cardId, status })]);
  };
  const look = statusGroupAndLabel(card.derivedStatus);
  const refusal = cardState.disabledReason ?? fieldRefusal(cardState, 'status');
  const chosen = isStartedStatus(card.status) ? 'started' : card.status;
  const statusEntries = statusChoices.map(({ status, label, verb }) => ({
    label,
    checked: status === chosen,
    disabled: refusal ?? (status === 'started' ? fieldRefusal(cardState, 'start') : null),
    run: () => void changeStatus(verb, status),
  }));
  return (
    <header
      className={cx('rigid relative border-bottom', styles.header)}
      style={color ? ({ '--deck-color': color } as CSSProperties) : undefined}
    >
      <div className="row gap-2">
        <nav className="row grow gap-2 min-w-0 soft text-sm" aria-label="Where the card is">
          {deck ? (
            <button
              type="button"
              className={cx('inline-row gap-6px min-w-0 hover-plain hover-underline', styles.crumb)}
              onClick={() => navigate({ view: 'deck', id: deck.id, query: { card: card.cardId } })}
            >
              <Swatch color={deck.coverColor} />
              <span className="truncate" dir="auto">
                {deck.title}
              </span>
            </button>
          ) : (
            <span>{card.deckId ? 'Another deck' : 'Private card'}</span>
          )}
          <span className="faint text-xs mono">{shortCodeOfCard(card) || 'new'}</span>
        </nav>
        <div className={cx('row rigid', styles.tools)}>
          <CardPanelButtons {...props} />
        </div>
      </div>
      {mode === 'full' ? <h1 className="visually-hidden">Card</h1> : null}
      {isEditingTitle ? (
        <>
          <h2 className="visually-hidden">{title}</h2>
          <CardTitleField
            text={titleTextOf(card.content)}
            onEnd={(text) => {
              props.onEditingTitle?.(false);
              if (text !== null)
                void act('Edit the title', [
                  actStep('cards/update', { id: card.cardId, content: replaceTitleText(card.content, text) }),
                ]);
            }}
          />
        </>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: F2 does the same
        <h2
          className={cx('selectable break-words clamp text-xl mt-2', styles.title)}
          dir="auto"
          data-edits={props.onEditingTitle ? '' : undefined}
          title={props.onEditingTitle ? 'Edit the title (F2)' : title}
          // A click that ends a text selection does not start editing.
          onClick={() => document.getSelection()?.isCollapsed !== false && props.onEditingTitle?.(true)}
        >
          {title}
        </h2>
      )}
      <div className="row gap-2 mt-2">
        <Menu
          entries={statusEntries}
          trigger={
            <Button small data-field="status" aria-label={`${card.isDoc ? 'Kind' : 'Status'}: ${look.label}`}>
              <StatusIcon derivedStatus={card.derivedStatus} named={false} /> {look.label}{' '}
              <ChevronDown size={12} aria-hidden />
            </Button>
          }
        />
        {nextStep ? (
          <Button
            text={nextStep.label}
            small
            // A card that waits for a thread has its main button there.
            look={nextStep.status === 'not_started' || blockOrReviewOfCard(card) !== null ? 'plain' : 'primary'}
            onClick={() => void changeStatus(nextStep.label, nextStep.status)}
          />
        ) : null}
        {card.visibility === 'default' || cardState.disabledReason ? null : (
          <Button text="Restore" small onClick={() => restoreCard(card.cardId)} />
        )}
      </div>
    </header>
  );
}
