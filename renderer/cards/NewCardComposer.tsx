/**
 * Enter creates the card and keeps the field open. The first line takes the short forms of quick add. If the text has
 * several titles, as in a pasted list, Enter creates one card for each line, and a button offers to create a single card.
 */
import { type ReactElement, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useCurrentUserId } from '../data/app-state.ts';
import { useAssignablePeople, useLookups } from '../data/lookups.ts';
import { DraftStoreError } from '../editor/DraftStoreError.tsx';
import { draftKeys } from '../editor/draft-keeper.ts';
import { useDraft } from '../editor/use-draft.ts';
import type { ArrangedColumn } from '../model/arrange.ts';
import { deckIdFixedByColumnOrBoard, type NewCardText } from '../model/new-cards/new-card.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { localDay } from '../ui/dates/today.ts';
import { prefetchedComponent, prefetchedModule } from '../ui/lazy-component.ts';
import { Picker } from '../ui/popups/Picker.tsx';
import { shapingOfTextArea } from '../ui/text/long-lines.ts';
import { restoreCardDomFocus } from '../workbench/active-list.ts';
import { useCardFaceSettings } from './face/face-context.tsx';
import styles from './NewCardComposer.module.css';
import { BoardSourceContext, useDeckIdForNewCard } from './new-card-deck.ts';

const quickAdd = prefetchedModule(() => import('../model/new-cards/quick-add.ts'));
const ShortFormChips = prefetchedComponent(() => import('./ShortForms.tsx'), 'ShortFormChips');
const ShortFormHelp = prefetchedComponent(() => import('./ShortForms.tsx'), 'ShortFormHelp');
const pasteList = prefetchedModule(() => import('../model/new-cards/paste-list.ts'));

export interface ComposerHandlers {
  /** Null closes the composer. */
  openComposer(columnKey: string | null): void;
  /** Resolves to false if the cards are refused. */
  createCards(columnKey: string, texts: readonly NewCardText[], deckId: string | null): Promise<boolean>;
}

interface NewCardComposerProps {
  list: ArrangedColumn;
  handlers: ComposerHandlers;
}

export function NewCardComposer({ list, handlers }: NewCardComposerProps): ReactElement {
  const { column } = list;
  const onClose = () => handlers.openComposer(null);
  const source = useContext(BoardSourceContext);
  // A draft, so that Escape, navigation or a crash does not lose the text.
  const { draft, storeError, write, current, clear } = useDraft(draftKeys.newCard(source?.key ?? ''));
  const text = draft?.text ?? '';
  const area = useRef<HTMLTextAreaElement>(null);
  const lookups = useLookups();
  const { decks, activeDecks } = lookups;
  const face = useCardFaceSettings();
  const givenDeckId = deckIdFixedByColumnOrBoard(list, source?.newCardFields ?? {});
  const [defaultDeckId, pickDeck] = useDeckIdForNewCard();
  const deckId = givenDeckId ?? defaultDeckId;
  const cardsOfList = text.includes('\n') ? pasteList.current()?.parsePastedList(text) : undefined;
  const lines = cardsOfList?.map(({ title }) => title) ?? [];
  const isList = lines.length > 1;
  const people = useAssignablePeople();
  const me = useCurrentUserId();
  const [keptAsText, setKeptAsText] = useState<ReadonlySet<string>>(new Set());
  useSyncExternalStore(quickAdd.subscribe, quickAdd.current);
  useEffect(() => void quickAdd.load(), []);
  const typedCard = () =>
    quickAdd.current()?.newCardTextOf(text, { lookups, people, me, today: localDay() }, keptAsText) ?? {
      content: text.trim(),
      tokens: [],
    };
  const { tokens } = typedCard();
  useEffect(() => area.current?.focus(), []);

  const create = async (asMany: boolean) => {
    if (text.trim() === '') return;
    clear();
    setKeptAsText(new Set());
    area.current?.focus();
    if (!quickAdd.current()) await quickAdd.load();
    const cards = asMany ? lines.map((content) => ({ content })) : [typedCard()];
    if (await handlers.createCards(column.key, cards, deckId)) return;
    // The cards were refused: their text returns before the text typed since then.
    write({ text: [text, current()?.text].filter(Boolean).join('\n'), base: '' });
  };
  const { wrap, shaping } = shapingOfTextArea(text);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the focus leaving its controls
    <div
      className={cx('stack rigid gap-1 round bg-surface p-6px', styles.composer)}
      data-no-drag
      onBlur={(event) => {
        // An empty composer closes, except while the focus is in a dialog, such as the list of decks.
        if (
          !event.currentTarget.contains(event.relatedTarget) &&
          text.trim() === '' &&
          !event.relatedTarget?.closest('[role="dialog"]')
        )
          onClose();
      }}
    >
      <textarea
        ref={area}
        className={cx('w-full bare', styles.area, shaping)}
        wrap={wrap}
        dir="auto"
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        value={text}
        placeholder="Card title"
        aria-label={`New card in ${column.title}`}
        onChange={(event) => write({ text: event.target.value, base: '' })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
            restoreCardDomFocus();
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            void create(isList);
          }
        }}
      />
      <DraftStoreError error={storeError} />
      {tokens.length > 0 && !isList ? (
        <div className="row wrap gap-1">
          <ShortFormChips
            tokens={tokens}
            onKeepAsText={(raw) => {
              setKeptAsText(new Set([...keptAsText, raw]));
              area.current?.focus();
            }}
          />
        </div>
      ) : null}
      <div className={cx('row justify-end gap-1', styles.row)}>
        {givenDeckId === null ? (
          <Picker
            label="Deck"
            value={deckId ? [deckId] : []}
            options={activeDecks.map((deck) => ({ value: deck.id, label: deck.title }))}
            onPick={pickDeck}
            trigger={<Button text={`in ${deckId ? decks[deckId]?.title : 'no deck'}`} small look="quiet" />}
          />
        ) : (
          <span className={cx('grow faint text-xs', styles.hint)}>
            {face.showsDeckName && givenDeckId ? `in ${decks[givenDeckId]?.title ?? ''}` : 'Enter creates'}
          </span>
        )}
        {isList ? null : <ShortFormHelp />}
        {isList ? (
          <>
            <Button text="One card" small look="quiet" onClick={() => void create(false)} />
            <Button text={`${lines.length} cards`} small look="primary" onClick={() => void create(true)} />
          </>
        ) : (
          <Button text="Create" small look="primary" disabled={text.trim() === ''} onClick={() => void create(false)} />
        )}
      </div>
    </div>
  );
}
