import { UserX } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { BoardPage } from '../../board/BoardPage.tsx';
import { HandStrip } from '../../board/hand-strip/HandStrip.tsx';
import { useCurrentUserId } from '../../data/app-state.ts';
import { nameOf, useLookups, usePeople } from '../../data/lookups.ts';
import { formatRoute } from '../../data/routes.ts';
import { personBoardSource } from '../../model/board-source.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import { NotFound } from '../../workbench/page/NotFound.tsx';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { ViewTabs } from '../../workbench/page/ViewTabs.tsx';
import { PersonOverview } from './PersonOverview.tsx';

interface PersonPageProps {
  readonly userId: string;
  /** `cards` shows the board of all cards; any other value shows the overview. */
  readonly part: string | undefined;
}

export function PersonPage({ userId, part }: PersonPageProps): ReactElement | null {
  const people = usePeople();
  const isMe = useCurrentUserId() === userId;
  const { activeProjectsCondition, isLoaded: ready } = useLookups();
  const source = useMemo(() => personBoardSource(userId, activeProjectsCondition), [userId, activeProjectsCondition]);
  if (userId === '') return <NotFound what="Person">A link to a person names their id.</NotFound>;
  if (!ready) return null;
  const person = people[userId];
  const name = nameOf(person);
  const isBoard = part === 'cards';
  const header = {
    icon: <PersonAvatar id={userId} />,
    title: name,
    detail: isMe ? 'You' : null,
    menu: person?.isRemoved ? <Chip icon={<UserX size={12} aria-hidden />}>No longer a member</Chip> : null,
  };
  const allCards = formatRoute({ view: 'person', id: userId, query: { part: 'cards' } });
  const tabs = (
    <ViewTabs
      label={`Parts of the page of ${name}`}
      tabs={[
        { key: 'overview', label: 'Overview', href: formatRoute({ view: 'person', id: userId }), isCurrent: !isBoard },
        { key: 'cards', label: 'All cards', href: allCards, isCurrent: isBoard },
      ]}
    />
  );
  if (isBoard)
    return (
      <BoardPage
        source={source}
        header={header}
        contentAbove={tabs}
        empty={<EmptyState title={`${name} owns no cards`}>Press O on a card to choose its owner.</EmptyState>}
      />
    );
  return (
    <>
      <ViewHeader {...header} />
      {tabs}
      <PersonOverview userId={userId} name={name} />
      <HandStrip />
    </>
  );
}
