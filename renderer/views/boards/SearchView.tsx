/** A board with at most 200 cards that match a text. */
import { Search } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { CardSearchResult } from '../../../shared/bridge/index.ts';
import { BoardPage } from '../../board/BoardPage.tsx';
import { call, errorText } from '../../data/bridge.ts';
import { navigate } from '../../data/routes.ts';
import { searchResultBoardSource } from '../../model/board-source.ts';
import { cx } from '../../ui/cx.ts';
import { FormField } from '../../ui/forms/FormField.tsx';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { EmptyState } from '../../ui/messages.tsx';
import styles from './SearchView.module.css';

const isArchivedOrDeleted = ({ derivedStatus }: CardSearchResult): boolean =>
  ['archived', 'deleted'].includes(statusGroupAndLabel(derivedStatus).group);
const foundCountText = (here: number, away: number) =>
  `${here} found${away > 0 ? `, ${away} archived or deleted` : ''}`;

/** Reads the ids of the found cards once per text. The board keeps their rows up to date. */
export function SearchView({ text }: { text: string }): ReactElement {
  const [found, setFound] = useState<{ text: string; ids: readonly string[]; away: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    setFailed(null);
    call('data/find', { text, limit: 200 }).then(
      (cards) =>
        current &&
        setFound({ text, ids: cards.map(({ cardId }) => cardId), away: cards.filter(isArchivedOrDeleted).length }),
      (error: unknown) => current && setFailed(errorText(error)),
    );
    return () => {
      current = false;
    };
  }, [text]);
  const source = useMemo(() => searchResultBoardSource(found?.ids ?? []), [found]);
  return (
    <BoardPage
      source={source}
      header={{
        icon: <Search size={16} aria-hidden />,
        title: text ? `“${text}”` : 'Search',
        detail: found && text ? foundCountText(found.ids.length - found.away, found.away) : '',
      }}
      contentAbove={<SearchField text={text} />}
      empty={
        failed ? (
          <EmptyState title="The search failed">{failed}</EmptyState>
        ) : text ? (
          <EmptyState title="Nothing found">{`No card contains “${text}”.`}</EmptyState>
        ) : (
          <EmptyState title="Search all cards">Type part of a title, of a text, or a $code.</EmptyState>
        )
      }
    />
  );
}

/** Keeps the typed text in its own state, so that the person can type while the search runs. */
function SearchField({ text }: { text: string }): ReactElement {
  const [typed, setTyped] = useState(text);
  // A link or the Back command can change the text in the route.
  useEffect(() => setTyped((now) => (now.trim() === text ? now : text)), [text]);
  return (
    <search className={cx('rigid', styles.search)}>
      <FormField
        label="Search all cards"
        hideLabel
        type="search"
        dir="auto"
        autoFocus={text === ''}
        placeholder="Search all cards by title, text or $code"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          navigate({ view: 'search', query: event.target.value.trim() ? { q: event.target.value.trim() } : {} }, true);
        }}
      />
    </search>
  );
}
