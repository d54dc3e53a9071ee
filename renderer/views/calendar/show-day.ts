/** Navigates the calendar to another day. */
import { currentRoute, navigate } from '../../data/routes.ts';

/** Shows the month or week around `day`, or around today if `day` is null. The open card stays open. */
export function showCalendarDay(day: string | null): void {
  const { card } = currentRoute().query;
  navigate({ view: 'calendar', query: { ...(day ? { day } : {}), ...(card ? { card } : {}) } });
}
