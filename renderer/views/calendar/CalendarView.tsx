/** Cards by due date in a month or a week, with milestones and runs. */

import { CalendarDays } from 'lucide-react';
import { type ReactElement, type RefObject, use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isWorkday } from '../../../shared/domain/calendar.ts';
import { BulkBar } from '../../cards/menus/BulkBar.tsx';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { useCurrentUserId, useViewState } from '../../data/app-state.ts';
import { errorText } from '../../data/bridge.ts';
import { useLookups } from '../../data/lookups.ts';
import type { CardRow } from '../../model/card-row.ts';
import { type CalendarDayEvent, type CalendarScale, calendarDays } from '../../model/planning/due-calendar.ts';
import { cx } from '../../ui/cx.ts';
import { FirstWeekdayContext, longDayText, monthAndYearText, weekdayNames } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { CalendarHeader, showCalendarDay } from './CalendarHeader.tsx';
import styles from './calendar.module.css';
import { DayCell } from './DayCell.tsx';
import { UnscheduledCards } from './UnscheduledCards.tsx';
import { useCalendarCards } from './use-calendar-cards.ts';
import { useCalendarAsActiveList } from './use-calendar-list.ts';

export function CalendarView({ day }: { day: string | null }): ReactElement {
  const today = useToday();
  const firstWeekday = use(FirstWeekdayContext);
  const me = useCurrentUserId();
  const lookups = useLookups();
  const [scale, setScale] = useViewState<CalendarScale>('calendar:scale', 'month');
  // `mine`, `all`, or the id of a project.
  const [scope, setScope] = useViewState<string>('calendar:of', me ? 'mine' : 'all');
  const shownDay = day ?? today;
  const days = useMemo(() => calendarDays(shownDay, scale, firstWeekday), [shownDay, scale, firstWeekday]);
  const project = lookups.projects.find(({ id }) => id === scope);
  const { activeProjectsCondition } = lookups;
  const isMine = scope === 'mine' && me !== null;
  const inProject = project ? { deck: { projectId: project.id } } : activeProjectsCondition;
  const [from = shownDay, to = shownDay] = [days[0], days.at(-1)];
  const due = useCalendarCards(days, isMine ? { ...activeProjectsCondition, assigneeId: me } : inProject);
  const { cardsByDay, beside, isUnscheduledLoaded, events, error } = due;

  const grid = useRef<HTMLDivElement>(null);
  // Where the weeks are higher than the view, such as beside a card.
  useLayoutEffect(() => {
    if (days.includes(today))
      grid.current?.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest' });
  }, [days, today]);
  const maxLines = useMaxLinesPerDay(grid, days.length / 7, scale);
  const order = useCalendarAsActiveList({ days, maxLines, ...due });
  const openWeek = useCallback(
    (to: string) => {
      setScale('week');
      showCalendarDay(to);
    },
    [setScale],
  );
  const createOn = useCallback(
    (dueDate: string) => openDialog({ kind: 'newCard', fields: { dueDate, ...(isMine && { assigneeId: me }) } }),
    [isMine, me],
  );
  const isOff = lookups.account?.dueDateEnabled === false;
  if (isOff || error)
    return (
      <>
        <ViewHeader icon={<CalendarDays size={16} aria-hidden />} title="Calendar" />
        <EmptyState
          icon={<CalendarDays aria-hidden />}
          title={isOff ? 'Due dates are switched off' : 'The calendar could not be read'}
        >
          {isOff ? 'The plan or the settings of this organization leave due dates out.' : errorText(error)}
        </EmptyState>
      </>
    );
  const short = weekdayNames(firstWeekday, 'short');
  const longNames = weekdayNames(firstWeekday, 'long');
  return (
    <>
      <CalendarHeader scale={scale} onScale={setScale} shownDay={shownDay} from={from} to={to}>
        <Select
          label="Cards"
          look="quiet"
          small
          value={project || scope === 'all' || !me ? (project?.id ?? 'all') : 'mine'}
          options={[
            ...(me ? [{ value: 'mine', label: 'My cards' }] : []),
            { value: 'all', label: 'All cards' },
            ...lookups.projects.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={setScope}
        />
      </CalendarHeader>
      <CardMenu>
        <div className={cx('flex grow min-h-0', styles.page, isMine && styles.mine)} data-card-list="calendar">
          {/* biome-ignore lint/a11y/useSemanticElements: days are laid out as a grid that becomes a list in narrow windows */}
          <div
            className={cx('stack grow min-w-0', styles.calendar)}
            role="grid"
            aria-label={`Cards by due date, ${scale === 'month' ? monthAndYearText(shownDay) : `week of ${longDayText(from)}`}`}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: part of the grid of divs */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the row of headings takes no focus */}
            <div className={cx('grid note text-center p-1-0', styles.weekdays)} role="row">
              {short.map((name, index) => (
                // biome-ignore lint/a11y/useSemanticElements: part of the grid of divs
                // biome-ignore lint/a11y/useFocusableInteractive: headings take no focus
                <span key={name} role="columnheader" aria-label={longNames[index]}>
                  {name}
                </span>
              ))}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: part of the grid of divs */}
            <div ref={grid} className={cx('stack grow min-h-0 scroll-y', styles.weeks)} role="rowgroup">
              {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
                // biome-ignore lint/a11y/useSemanticElements: part of the grid of divs
                // biome-ignore lint/a11y/useFocusableInteractive: the cards inside take the focus
                <div key={week[0]} className={cx('grid', styles.week)} role="row">
                  {week.map((one, index) => (
                    <DayCell
                      key={one}
                      day={one}
                      weekday={short[index] ?? ''}
                      today={today}
                      isOther={scale === 'month' && one.slice(0, 7) !== shownDay.slice(0, 7)}
                      isWorkday={!lookups.account || isWorkday(one, lookups.account.workdays)}
                      cards={cardsByDay.get(one) ?? noCards}
                      events={events.get(one) ?? noEvents}
                      maxLines={maxLines}
                      order={order}
                      onMore={openWeek}
                      onNewCard={createOn}
                    />
                  ))}
                </div>
              ))}
            </div>
          </div>
          <UnscheduledCards {...beside} isKnown={isUnscheduledLoaded} order={order} />
        </div>
      </CardMenu>
      <BulkBar />
    </>
  );
}

const noCards: readonly CardRow[] = [];
const noEvents: readonly CalendarDayEvent[] = [];

/** With the gap below it. */
const cardLineHeightPx = 25;
const dateHeightPx = 26;

/** At least 2; infinity for the week view, because its days scroll. */
function useMaxLinesPerDay(grid: RefObject<HTMLElement | null>, weeks: number, scale: CalendarScale): number {
  const [heightPx, setHeightPx] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    setHeightPx(element.clientHeight);
    const observer = new ResizeObserver(() => setHeightPx(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  if (scale === 'week') return Number.POSITIVE_INFINITY;
  return Math.max(2, Math.floor((heightPx / weeks - dateHeightPx) / cardLineHeightPx));
}
