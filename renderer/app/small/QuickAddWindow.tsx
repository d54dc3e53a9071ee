/** Creates a card from one typed line. The window opens above other programs. */
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { useHand } from '../../cards/hand/hand-entries.ts';
import { useDeckIdForNewCard } from '../../cards/new-card-deck.ts';
import { ShortFormChips } from '../../cards/ShortForms.tsx';
import { act } from '../../data/act.ts';
import { useAppState, useCurrentUserId, useSyncStatus } from '../../data/app-state.ts';
import { bridge, errorText } from '../../data/bridge.ts';
import { useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { useRefreshMembersOnWindowFocus } from '../../data/people.ts';
import { closeWindow } from '../../data/window-kind.ts';
import { DraftStoreError } from '../../editor/DraftStoreError.tsx';
import { draftKeys } from '../../editor/draft-keeper.ts';
import { useDraft } from '../../editor/use-draft.ts';
import {
  parseQuickAdd,
  type QuickAddContext,
  shortFormsOf,
  stepToQuickAddCard,
} from '../../model/new-cards/quick-add.ts';
import { cx } from '../../ui/cx.ts';
import { localDay } from '../../ui/dates/today.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import { ViewCompleteReporter } from '../ViewCompleteReporter.tsx';
import styles from './small.module.css';

export function QuickAddWindow(): ReactElement {
  const workspaceId = useAppState((state) => state.workspace?.id);
  useRefreshMembersOnWindowFocus();
  useEffect(() => {
    document.title = 'Quick add – Decktop';
    const closeByKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) closeWindow();
    };
    window.addEventListener('keydown', closeByKey);
    return () => window.removeEventListener('keydown', closeByKey);
  }, []);
  return (
    <main className={cx('stack gap-2 h-full bg-raised p-3-4 border-strong', styles.quick)}>
      <h1 className="visually-hidden">Quick add</h1>
      {workspaceId ? (
        <QuickAddForm key={workspaceId} />
      ) : (
        <>
          <EmptyState title="No workspace">Add a workspace in the main window first.</EmptyState>
          <ViewCompleteReporter />
        </>
      )}
    </main>
  );
}

interface SaveResult {
  readonly text: string;
  readonly hasFailed: boolean;
}

function QuickAddForm(): ReactElement {
  const lookups = useLookups();
  const people = useAssignablePeople();
  const me = useCurrentUserId();
  const sync = useSyncStatus();
  const hand = useHand();
  const [defaultDeckId, pickDeck] = useDeckIdForNewCard();
  const { draft, isLoaded, storeError, write, clear, current } = useDraft(draftKeys.newCard('quick'));
  const [keptAsText, setKeptAsText] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<SaveResult | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Since the window was last shown. What was typed is not selected: the next key would replace it. */
  const hasTyped = useRef(false);
  useEffect(() => {
    const forget = () => {
      hasTyped.current = false;
    };
    window.addEventListener('blur', forget);
    return () => window.removeEventListener('blur', forget);
  }, []);

  useEffect(() => {
    const show = (text: string) => {
      setResult(null);
      if (text) write({ text: [current()?.text, text.replace(/\s+/g, ' ')].filter(Boolean).join(' '), base: '' });
      input.current?.focus();
      if (!hasTyped.current) input.current?.select();
    };
    if (isLoaded) return bridge().on('app/command', (command) => command.name === 'compose' && show(command.text));
    return undefined;
  }, [isLoaded, write, current]);

  const text = draft?.text ?? '';
  const context: QuickAddContext = { lookups, people, me, today: localDay() };
  const parsed = parseQuickAdd(text, context, keptAsText);
  const { title, tokens } = parsed;
  const deckToken = tokens.find(({ field }) => field === 'deck');
  const deckId = deckToken ? String(deckToken.value) : defaultDeckId;
  const deckTitle = deckId ? lookups.decks[deckId]?.title : undefined;
  const isHandFull = tokens.some(({ field }) => field === 'hand') && hand.entries.length >= hand.slots;
  const isOffline = sync?.phase === 'offline' || sync?.pausedByPerson === true;
  const hint = isHandFull
    ? 'Your Hand is full: the card stays in its deck.'
    : `Goes to ${deckTitle ?? 'your private cards'}${isOffline ? ', and is sent when you are online' : ''}.`;

  const save = useSingleFlight(async (staysOpen: boolean) => {
    if (title === '') return;
    try {
      const usedText = isHandFull ? { ...parsed, tokens: tokens.filter(({ field }) => field !== 'hand') } : parsed;
      if (await act(`Create “${title}”`, [stepToQuickAddCard(usedText, deckId, context)], { throwsFailures: true })) {
        if (deckToken) pickDeck(String(deckToken.value));
        clear();
        setKeptAsText(new Set());
        setResult({ text: `Added “${title}” to ${deckTitle ?? 'your private cards'}.`, hasFailed: false });
        if (!staysOpen) closeWindow();
      }
    } catch (error) {
      setResult({ text: errorText(error), hasFailed: true });
    }
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void save(event.ctrlKey || event.metaKey);
  };
  return (
    <>
      {/* After this report, the main process sends texts for the field, which the form adds to its loaded draft. */}
      {isLoaded ? <ViewCompleteReporter /> : null}
      <input
        ref={input}
        className={cx('w-full text-xl bare', styles.line)}
        dir="auto"
        aria-label="New card"
        aria-describedby="quick-add-result"
        placeholder="New card"
        value={text}
        onChange={(event) => {
          setResult(null);
          hasTyped.current = true;
          write({ text: event.target.value, base: '' });
        }}
        onKeyDown={onKeyDown}
      />
      <DraftStoreError error={storeError} />
      <div className={cx('row wrap gap-1 clip', styles.chips)}>
        <ShortFormChips
          tokens={tokens}
          onKeepAsText={(raw) => {
            setKeptAsText(new Set([...keptAsText, raw]));
            input.current?.focus();
          }}
        />
      </div>
      <p
        id="quick-add-result"
        className={cx('truncate', styles.result, result?.hasFailed ? 'danger' : 'soft')}
        role={result?.hasFailed ? 'alert' : 'status'}
      >
        {result?.text ?? hint}
      </p>
      {/* The window has no room for both. */}
      {storeError ? null : (
        <p className={cx('flex wrap note', styles.keys)}>
          {shortFormsOf(lookups.account).map(({ example, meaning }) => (
            <span key={example} title={meaning}>
              {example}
            </span>
          ))}
          <span>
            <Kbd keys="Enter" /> adds
          </span>
          <span>
            <Kbd keys="Mod+Enter" /> adds another
          </span>
          <span>
            <Kbd keys="Escape" /> closes
          </span>
        </p>
      )}
    </>
  );
}
