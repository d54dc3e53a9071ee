import { currentRoute, navigate } from '../../data/routes.ts';

/** The month or week around `day`, or around today for null. The open card stays open. */
export function showCalendarDay(day: string | null): void {
  const { card } = currentRoute().query;
  navigate({ view: 'calendar', query: { ...(day ? { day } : {}), ...(card ? { card } : {}) } });
}
