/** Leads the calendar to other days. */
import { currentRoute, go } from '../../data/routes.ts';

/** Shows the days around a day, or around today. An open card stays open. */
export function showDay(day: string | null): void {
  const { card } = currentRoute().query;
  go({ view: 'calendar', query: { ...(day ? { day } : {}), ...(card ? { card } : {}) } });
}
