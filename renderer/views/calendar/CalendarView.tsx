/** The calendar view: cards by due date in a month or a week, with milestones and first and last days of runs. */
import { CalendarDays, ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { type ReactElement, use, useCallback, useEffect, useMemo, useRef } from 'react';
import { addDays, addMonths, isWorkday } from '../../../shared/domain/calendar.ts';
import { setDueDate, shiftDueDates } from '../../cards/card-actions.ts';
import { BulkBar } from '../../cards/menus/BulkBar.tsx';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { useOwnUserId, useViewState } from '../../data/app-state.ts';
import { failureOf } from '../../data/bridge.ts';
import { failureText } from '../../data/failures.ts';
import { useLookups } from '../../data/lookups.ts';
import { registerList } from '../../dnd/drag.ts';
import type { CardRow } from '../../model/card-row.ts';
import {
  type CalendarScale,
  calendarDays,
  type eventsByDay,
  shownCardsOfDay,
} from '../../model/planning/due-calendar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import {
  dayAndMonth,
  dayRangeText,
  longDay,
  monthAndYear,
  shortMonthAndYear,
  weekdayNames,
} from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { FirstWeekdayContext } from '../../ui/dates/week.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { setActiveList } from '../../workbench/active-list.ts';
import { useForgetCardsOnLeave } from '../../workbench/use-forget-cards-on-leave.ts';
import { ViewHeader } from '../../workbench/ViewHeader.tsx';
import styles from './calendar.module.css';
import { DayCell } from './DayCell.tsx';
import { showCalendarDay } from './show-day.ts';
import { UnscheduledCards } from './Unscheduled.tsx';
import { useMaxLinesPerDay } from './use-cards-per-day.ts';
import { useDueCards } from './use-due-cards.ts';

export function CalendarView({ day }: { day: string | null }): ReactElement {
  const today = useToday();
  const firstWeekday = use(FirstWeekdayContext);
  const me = useOwnUserId();
  const lookups = useLookups();
  const [scale, setScale] = useViewState<CalendarScale>('calendar:scale', 'month');
  // Which cards are shown: `mine`, `all`, or the id of a project for the cards of that project.
  const [scope, setScope] = useViewState<string>('calendar:of', me ? 'mine' : 'all');
  const shownDay = day ?? today;
  const days = useMemo(() => calendarDays(shownDay, scale, firstWeekday), [shownDay, scale, firstWeekday]);
  const project = lookups.projects.find(({ id }) => id === scope);
  const { inActiveProjects } = lookups;
  const where = useMemo(() => {
    if (scope === 'mine' && me) return { ...inActiveProjects, assigneeId: me };
    return project ? { deck: { projectId: project.id } } : inActiveProjects;
  }, [scope, me, project, inActiveProjects]);
  const [from = shownDay, to = shownDay] = [days[0], days.at(-1)];
  const { dueSet, unscheduledSet, cardsByDay, beside, isUnscheduledLoaded, events, error } = useDueCards(
    from,
    to,
    where,
  );

  const grid = useRef<HTMLDivElement>(null);
  const maxCards = useMaxLinesPerDay(grid, days.length / 7, scale);
  const latest = useRef({ rows: dueSet.rows, days, order: [] as readonly string[] });
  const columns = useMemo(
    () => [
      ...days.map((one) => ({
        column: { key: `day:${one}`, title: longDay(one), by: 'none' as const, value: null },
        // Keys act on the focused card, so arrow keys must not lead to cards that the day has no room to show.
        ids: shownCardsOfDay(cardsByDay.get(one) ?? noCards, (events.get(one) ?? noEvents).length, maxCards).map(
          ({ cardId }) => cardId,
        ),
      })),
      {
        column: { key: 'undated', title: 'No due date', by: 'none' as const, value: null },
        ids: [...beside.overdue.filter(({ cardId }) => !dueSet.rows[cardId]), ...beside.undated].map(
          ({ cardId }) => cardId,
        ),
      },
    ],
    [days, cardsByDay, events, maxCards, beside, dueSet],
  );
  latest.current = {
    rows: { ...unscheduledSet.rows, ...dueSet.rows },
    days,
    order: columns.flatMap(({ ids }) => ids),
  };
  const order = useCallback(() => latest.current.order, []);
  const drop = useCallback((cards: readonly CardRow[], to: string | null) => {
    void setDueDate(cards, to, to ? dayAndMonth(to) : '');
  }, []);
  useForgetCardsOnLeave('calendar');
  useEffect(() => registerList({ key: 'calendar', cardOf: (id) => latest.current.rows[id], order }), [order]);
  useEffect(
    () =>
      setActiveList({
        key: 'calendar',
        title: 'Calendar',
        columns,
        across: 7,
        ordered: false,
        moveNeeds: 'cards/update',
        cardOf: (id) => latest.current.rows[id],
        move: (cards, column) => drop(cards, latest.current.days[column] ?? null),
        moveBy: (cards, direction) => {
          const by = { left: -1, right: 1, up: -7, down: 7 }[direction];
          const due = cards[0]?.dueDate;
          if (!due) return;
          void shiftDueDates(cards, by);
          // If the card moves out of the shown month or week, shows the new day.
          const to = addDays(due, by);
          if (latest.current.days.includes(due) && !latest.current.days.includes(to)) showCalendarDay(to);
        },
        reveal: (id) =>
          document
            .querySelector(`[data-card-list="calendar"] [data-card-id="${CSS.escape(id)}"]`)
            ?.scrollIntoView({ block: 'nearest' }),
      }),
    [columns, drop],
  );

  const step = (count: number) =>
    showCalendarDay(scale === 'month' ? addMonths(`${shownDay.slice(0, 8)}01`, count) : addDays(shownDay, 7 * count));
  /** Changes the scale. If an element of a day has the focus, also shows that day. */
  const zoom = (to: CalendarScale) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset.day;
    setScale(to);
    if (focused) showCalendarDay(focused);
  };
  const openWeek = useCallback(
    (to: string) => {
      setScale('week');
      showCalendarDay(to);
    },
    [setScale],
  );
  const unit = scale === 'month' ? 'month' : 'week';
  const isOff = lookups.account?.dueDateEnabled === false;
  if (isOff || error)
    return (
      <>
        <ViewHeader icon={<CalendarDays size={16} aria-hidden />} title="Calendar" />
        <EmptyState
          icon={<CalendarDays size={24} aria-hidden />}
          title={isOff ? 'Due dates are switched off' : 'The calendar could not be read'}
        >
          {isOff ? 'The plan or the settings of this organization leave due dates out.' : failureText(failureOf(error))}
        </EmptyState>
      </>
    );
  const short = weekdayNames(firstWeekday, 'short');
  const longNames = weekdayNames(firstWeekday, 'long');
  return (
    <>
      <ViewHeader
        icon={<CalendarDays size={16} aria-hidden />}
        title={scale === 'month' ? monthAndYear(shownDay) : `${dayAndMonth(from)} to ${dayAndMonth(to)}`}
        shortTitle={scale === 'month' ? shortMonthAndYear(shownDay) : dayRangeText(from, to)}
        crumb="Calendar"
      >
        <IconButton label={`Previous ${unit}`} shortcut="," data-time="earlier" onClick={() => step(-1)}>
          <ChevronLeft size={15} aria-hidden />
        </IconButton>
        <Button small look="quiet" data-time="today" onClick={() => showCalendarDay(null)}>
          Today
        </Button>
        <IconButton label={`Next ${unit}`} shortcut="." data-time="later" onClick={() => step(1)}>
          <ChevronRight size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Show the month"
          className={styles.zoom}
          shortcut="-"
          data-time="zoomOut"
          disabled={scale === 'month'}
          onClick={() => zoom('month')}
        >
          <Minus size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Show a week"
          className={styles.zoom}
          shortcut="+"
          data-time="zoomIn"
          disabled={scale === 'week'}
          onClick={() => zoom('week')}
        >
          <Plus size={15} aria-hidden />
        </IconButton>
        <Select
          label="Scale"
          look="quiet"
          small
          value={scale}
          options={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
          ]}
          onChange={zoom}
        />
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
      </ViewHeader>
      <CardMenu>
        <div className={cx(styles.page, scope === 'mine' && me && styles.mine)} data-card-list="calendar">
          {/* biome-ignore lint/a11y/useSemanticElements: days are laid out as a grid that becomes a list in narrow windows */}
          <div
            className={styles.calendar}
            role="grid"
            aria-label={`Cards by due date, ${scale === 'month' ? monthAndYear(shownDay) : `week of ${longDay(from)}`}`}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: part of the grid of divs */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the row of headings takes no focus */}
            <div className={styles.weekdays} role="row">
              {short.map((name, index) => (
                // biome-ignore lint/a11y/useSemanticElements: part of the grid of divs
                // biome-ignore lint/a11y/useFocusableInteractive: headings take no focus
                <span key={name} role="columnheader" aria-label={longNames[index]}>
                  {name}
                </span>
              ))}
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: part of the grid of divs */}
            <div ref={grid} className={styles.weeks} role="rowgroup">
              {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
                // biome-ignore lint/a11y/useSemanticElements: part of the grid of divs
                // biome-ignore lint/a11y/useFocusableInteractive: the cards inside take the focus
                <div key={week[0]} className={styles.week} role="row">
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
                      maxCards={maxCards}
                      order={order}
                      onDrop={drop}
                      onMore={openWeek}
                    />
                  ))}
                </div>
              ))}
            </div>
          </div>
          <UnscheduledCards
            {...beside}
            isKnown={isUnscheduledLoaded}
            order={order}
            onDrop={(cards) => drop(cards, null)}
          />
        </div>
      </CardMenu>
      <BulkBar />
    </>
  );
}

const noCards: readonly CardRow[] = [];
const noEvents: ReturnType<typeof eventsByDay> extends ReadonlyMap<string, infer Events> ? Events : never = [];
