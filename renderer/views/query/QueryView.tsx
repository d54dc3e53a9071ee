import { Braces, Columns3, Star, Table2, Undo2 } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Query, QueryAnswer } from '../../../shared/contract/index.ts';
import { addLocalChangeToUndoStack } from '../../data/act.ts';
import { setViewState, useViewState, viewState } from '../../data/app-state.ts';
import { errorText, failureOf } from '../../data/bridge.ts';
import { useLiveQuery } from '../../data/live.ts';
import { navigate } from '../../data/routes.ts';
import type { BoardSettings } from '../../model/board-settings.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Banner, EmptyState } from '../../ui/messages.tsx';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { SaveAsButton } from '../../workbench/saved-views/SaveAs.tsx';
import {
  createSavedQueryView,
  type QueryBoardSettings,
  saveView,
  useSavedViews,
} from '../../workbench/saved-views/saved-views.ts';
import { QueryFilters } from './QueryFilters.tsx';
import { QueryPanel } from './QueryPanel.tsx';
import styles from './QueryView.module.css';
import { QueryResult, type QueryWithAnswer } from './Result.tsx';
import { useExampleQueries } from './use-query-names.ts';
import { problemOfFailure, type QueryValidation, validateQueryText } from './validate.ts';

/** After this pause in typing, a query is sent and stored. */
const pauseMs = 250;
const blank: QueryBoardSettings = { text: '', show: 'table' };
const forms = [
  { show: 'table', label: 'Show as a table', text: 'Table', icon: Table2 },
  { show: 'board', label: 'Show as a board of cards', text: 'Board', icon: Columns3 },
] as const;

interface QueryViewProps {
  savedId: string | null;
  routeText: string | null;
}

export function QueryView({ savedId, routeText }: QueryViewProps): ReactElement {
  const { saved } = useSavedViews();
  const [draft, setDraft] = useViewState<QueryBoardSettings>('query:draft', blank);
  // The unsaved query before this one.
  const [last, setLast] = useViewState<QueryBoardSettings>('query:last', blank);
  const savedView = savedId ? saved.find(({ id }) => id === savedId) : undefined;
  // Edits of a saved query, until the person saves or reverts them.
  const [edited, setEdited] = useViewState<string | null>(`query:edited:${savedId ?? ''}`, null);
  if (savedId && !savedView?.query)
    return (
      <EmptyState
        title="This view was not found"
        action={<Button text="New query board" onClick={() => navigate('query')} />}
      >
        It was deleted, or saved on another machine.
      </EmptyState>
    );
  const storedQuery = savedView?.query;
  const board = storedQuery
    ? { ...storedQuery, text: edited ?? storedQuery.text }
    : { ...draft, text: routeText ?? draft.text };
  const change = (next: QueryBoardSettings) => {
    if (savedView && storedQuery) {
      setEdited(next.text === storedQuery.text ? null : next.text);
      saveView({ ...savedView, query: { ...next, text: storedQuery.text } });
    } else {
      if (routeText !== null && draft.text.trim() !== '') setLast(draft);
      setDraft(next);
      // The draft now contains the route's text.
      if (routeText !== null) navigate({ view: 'query' }, true);
    }
  };
  const isEdited = board.text !== storedQuery?.text;
  const revert = () => {
    setEdited(null);
    addLocalChangeToUndoStack(
      `Revert ${savedView?.name} to what was saved`,
      () => setEdited(edited),
      () => setEdited(null),
    );
  };
  return (
    <QueryBoardView
      name={savedView?.name ?? null}
      id={savedId}
      board={board}
      last={routeText === null || draft.text.trim() === '' ? last : draft}
      onChange={change}
      edits={
        savedView && isEdited ? (
          <>
            <Button text="Revert" icon={Undo2} look="quiet" onClick={revert} />
            <Button
              text="Save changes"
              onClick={() => {
                saveView({ ...savedView, query: board });
                setEdited(null);
              }}
            />
          </>
        ) : null
      }
    />
  );
}

interface QueryBoardViewProps {
  name: string | null;
  id: string | null;
  board: QueryBoardSettings;
  /** Offered while the board is empty: a new board never begins with it, because it may have errors. */
  last: QueryBoardSettings;
  onChange: (board: QueryBoardSettings) => void;
  /** For a saved query. */
  edits: ReactNode;
}

function QueryBoardView({ name, id, board, last, onChange, edits }: QueryBoardViewProps): ReactElement {
  const { text, revision, type, replace } = useTypedText(board, onChange);
  const validated = useMemo(() => validateQueryText(text), [text]);
  const [open, setOpen] = useViewState<boolean>('query:open', false);
  const { answered, error, isCurrent } = useAnswer(validated);
  const found = error && validated.query ? problemOfFailure(text, failureOf(error)) : null;
  const problems = found ? [found] : validated.problems;
  const examples = useExampleQueries();
  const lastQuery =
    id === null && last.text.trim() !== ''
      ? [{ name: 'Your last query', about: last.text.replace(/\s+/g, ' ').slice(0, 90), board: last }]
      : [];
  const update = (next: QueryBoardSettings) => {
    replace(next.text);
    onChange(next);
  };
  return (
    <>
      <ViewHeader icon={<Braces size={16} aria-hidden />} title={name ?? 'Query board'}>
        <div className={cx('row gap-1', styles.tools)} role="toolbar" aria-label="View">
          {forms.map(({ show, label, text: short, icon: Icon }) => (
            <IconButton
              icon={Icon}
              key={show}
              label={label}
              text={short}
              aria-pressed={board.show === show}
              onClick={() => onChange({ ...board, text, show })}
            />
          ))}
          {edits}
          {id ? null : <SaveQueryButton board={{ ...board, text }} />}
        </div>
      </ViewHeader>
      <QueryFilters text={text} onText={(next) => update({ ...board, text: next })} />
      <QueryPanel
        text={text}
        revision={revision}
        query={validated.query}
        problems={problems}
        examples={examples}
        isOpen={open}
        onOpen={setOpen}
        onText={type}
        onExample={({ board: next }) => update(next)}
      />
      {error && !found ? (
        <div className={styles.banner}>
          <Banner tone="danger">{errorText(error)}</Banner>
        </div>
      ) : null}
      {text.trim() === '' ? (
        <section className={cx('grow min-h-0 scroll', styles.examples)} aria-label="Examples">
          <h2 className="soft medium mb-3">Begin with one of these</h2>
          <ul className={cx('grid gap-10px', styles.list)}>
            {[...lastQuery, ...examples].map((example) => (
              <li key={example.name}>
                <button
                  type="button"
                  className={cx('stack gap-1 w-full h-full text-start panel', styles.example)}
                  onClick={() => update(example.board)}
                >
                  <span className="plain medium">{example.name}</span>
                  <span className="soft text-sm">{example.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : answered ? (
        <QueryResult
          key={board.show}
          answered={answered}
          board={board}
          name={id ?? 'draft'}
          isOld={!isCurrent}
          onChange={(next) => onChange({ ...next, text })}
        />
      ) : (
        <div className="grow min-h-0" />
      )}
    </>
  );
}

/** Stored after `pauseMs`, and when the view closes. `revision` increases when the text is set from outside. */
function useTypedText(board: QueryBoardSettings, onChange: (board: QueryBoardSettings) => void) {
  const [{ text, revision }, set] = useState({ text: board.text, revision: 0 });
  /**
   * As this view last wrote or read it. If `board.text` differs, another window or a link has changed the stored text.
   */
  const storedText = useRef(board.text);
  const type = (next: string) => set((now) => ({ ...now, text: next }));
  const replace = (next: string) => {
    storedText.current = next;
    set((now) => ({ text: next, revision: now.revision + 1 }));
  };
  const store = useEffectEvent(() => {
    if (text === storedText.current) return;
    storedText.current = text;
    onChange({ ...board, text });
  });
  useEffect(() => {
    if (text === storedText.current) return;
    const timer = setTimeout(store, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => store, []);
  // For a change in another window, or by a link that contains a query.
  const applyStoredText = useEffectEvent((stored: string) => {
    if (stored === storedText.current || stored === text) storedText.current = stored;
    else replace(stored);
  });
  useEffect(() => applyStoredText(board.text), [board.text]);
  return { text, revision, type, replace };
}

const emptyQuery: Query = {};

/** The live answer to the last valid query. `isCurrent` is false if the text is not valid or its query failed. */
function useAnswer(validated: QueryValidation) {
  const [query, setQuery] = useState<Query | null>(validated.query);
  useEffect(() => {
    if (!validated.query) return;
    const timer = setTimeout(() => setQuery(validated.query), pauseMs);
    return () => clearTimeout(timer);
  }, [validated.query]);
  const { data, error, isPlaceholderData } = useLiveQuery(query ?? emptyQuery, {
    enabled: query !== null,
    keepsPrevious: true,
    endsWhenUnused: true,
  });
  const lastAnswer = useRef<QueryWithAnswer | null>(null);
  const answer = data as QueryAnswer | undefined;
  // The last answer stays visible until the next answer arrives.
  if (query && answer && !isPlaceholderData && lastAnswer.current?.answer !== answer)
    lastAnswer.current = { query, answer };
  return { answered: lastAnswer.current, error, isCurrent: validated.query !== null && !error };
}

function SaveQueryButton({ board }: { board: QueryBoardSettings }): ReactElement {
  return (
    <SaveAsButton
      what="query"
      validate={() => ({ hint: 'It stays on this computer, in the sidebar.' })}
      onSave={(name) => {
        const boardSettings = viewState('board:query:draft') as BoardSettings | undefined;
        const view = createSavedQueryView(name.trim(), board, boardSettings ?? {});
        saveView(view);
        // The next query board begins empty.
        setViewState('query:draft', { ...board, text: '', table: {} });
        navigate(view.route);
      }}
      trigger={<Button text="Save" icon={Star} look="quiet" disabled={board.text.trim() === ''} data-save-view />}
    />
  );
}
