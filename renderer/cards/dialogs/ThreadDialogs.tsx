import { type ReactElement, useRef } from 'react';
import { useLiveQuery } from '../../data/live.ts';
import { nameOf, useLookups, usePeople } from '../../data/lookups.ts';
import { CommentComposer } from '../../editor/CommentComposer.tsx';
import { draftKeys } from '../../editor/draft-keeper.ts';
import { mentionIdsToNames, useAutocompleteData } from '../../editor/mention-resolver.ts';
import {
  type BlockOrReview,
  type BlocksAndReviewsChoice,
  type BlocksAndReviewsQuestion,
  blockedOrInReviewText,
  blockOrReviewOfCard,
  blockOrReviewStatusTexts,
  type CardForBlockOrReview,
  closeThreadsButtonText,
} from '../../model/blocks-and-reviews.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import { closeDialog } from '../../workbench/dialog-state.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { openBlocksAndReviewsQuery } from '../block-and-review-threads.ts';
import styles from './ThreadDialogs.module.css';

const beginTexts = {
  block: { title: 'Block', send: 'Block', placeholder: 'What blocks it?' },
  review: { title: 'Ask for a review of', send: 'Ask for review', placeholder: 'What should be looked at?' },
} as const satisfies Record<BlockOrReview, object>;

interface StartThreadProps {
  threadKind: BlockOrReview;
  cards: readonly CardForBlockOrReview[];
  send: (content: string) => Promise<boolean>;
}

export function StartThreadDialog({ threadKind, cards, send }: StartThreadProps): ReactElement {
  const { decks } = useLookups();
  const [first] = cards;
  const { projectId = null } = decks[first?.deckId ?? ''] ?? {};
  const completionData = useAutocompleteData(projectId);
  const { title, send: verb, placeholder } = beginTexts[threadKind];
  const blockedOrInReview = cards.filter((card) => blockOrReviewOfCard(card) !== null);
  const isSingle = cards.length === 1;
  const state = blockOrReviewStatusTexts[threadKind];
  const stateText = isSingle
    ? `The card is ${state} until the thread closes.`
    : `Each card gets this comment, and is ${state} until its thread closes.`;
  const closingText =
    isSingle && first
      ? `Its open ${blockOrReviewOfCard(first)} thread is closed.`
      : `Open threads of ${blockedOrInReview.length} of them are closed.`;
  return (
    <Dialog
      onClose={closeDialog}
      title={`${title} ${cardTitleOrCountText(cards)}`}
      description={blockedOrInReview.length > 0 ? `${stateText} ${closingText}` : stateText}
    >
      <CommentComposer
        draftKey={draftKeys.newThread(first?.cardId ?? '')}
        label="Comment"
        placeholder={placeholder}
        completionData={completionData}
        autoFocus
        sendLabel={verb}
        onSend={send}
        onCancel={closeDialog}
      />
    </Dialog>
  );
}

/** Largest number of threads that the dialog quotes. */
const maxQuotes = 3;

interface CloseThreadsProps {
  question: BlocksAndReviewsQuestion;
  answer: (choice: BlocksAndReviewsChoice) => void;
}

export function CloseThreadsDialog({ question, answer }: CloseThreadsProps): ReactElement {
  const { cards, otherCardCount, verb, offersCloseOnly } = question;
  const { decks } = useLookups();
  const primary = useRef<HTMLButtonElement>(null);
  const state = blockedOrInReviewText(cards);
  const endLabel = closeThreadsButtonText(cards);
  const isSingle = cards.length === 1;
  const isGuarded = cards.some(
    (card) => blockOrReviewOfCard(card) === 'review' && decks[card.deckId ?? '']?.hasGuardians,
  );
  return (
    <Dialog
      onClose={closeDialog}
      title={`${cardTitleOrCountText(cards)} ${isSingle ? 'is' : 'are'} ${state}`}
      width={460}
      initialFocus={primary}
      description={`${isSingle ? 'The card stays' : 'They stay'} ${state} until the ${isSingle ? 'thread closes' : 'threads close'}.${
        isGuarded ? ' Closing a review may be refused: guardians of the deck decide this.' : ''
      }`}
      actions={
        <>
          <Button text="Cancel" onClick={closeDialog} />
          {offersCloseOnly && otherCardCount > 0 ? (
            <Button
              text={otherCardCount === 1 ? 'Only the other' : `Only the other ${otherCardCount}`}
              onClick={() => answer('changeOthersOnly')}
            />
          ) : null}
          {offersCloseOnly ? <Button text={endLabel} onClick={() => answer('closeOnly')} /> : null}
          <Button ref={primary} look="primary" onClick={() => answer('closeAndChangeAll')}>
            {endLabel} and {verb}
          </Button>
        </>
      }
    >
      <ThreadQuotes cards={cards} />
    </Dialog>
  );
}

function ThreadQuotes({ cards }: { cards: readonly CardForBlockOrReview[] }): ReactElement {
  const { data } = useLiveQuery(openBlocksAndReviewsQuery(cards.map(({ cardId }) => cardId)));
  const people = usePeople();
  const quotes = Object.values(data?.resolvable ?? {}).flatMap(({ id, cardId, entries }) => {
    const [first] = entries
      .flatMap((entry) => data?.resolvableEntry?.[entry] ?? [])
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    return first ? [{ id, card: cards.find((card) => card.cardId === cardId), ...first }] : [];
  });
  return (
    <ul className={cx('stack gap-3', styles.quotes)} aria-label="Open threads">
      {quotes.slice(0, maxQuotes).map(({ id, card, authorId, content }) => (
        <li key={id} className={cx('grid gap-2', styles.quote)}>
          <PersonAvatar id={authorId} size={18} />
          <div>
            <span className="note">
              {nameOf(people[authorId])}
              {cards.length > 1 && card ? `, on ${cardTitleOrCountText([card])}` : ''}
            </span>
            <p className={cx('clip break-words', styles.text)} dir="auto">
              <LongText text={mentionIdsToNames(content, people)} />
            </p>
          </div>
        </li>
      ))}
      {quotes.length > maxQuotes ? <li className="note">and {quotes.length - maxQuotes} more</li> : null}
    </ul>
  );
}
