/**
 * The timer of the service's scheduler. It calls `runScheduler` at the start, when an event is due, and every minute,
 * since the computer might have slept or its clock might have been set. If a call leaves overdue events, the timer
 * calls again after `minPauseMs`. The service answers requests during this pause.
 */
import type { Service } from './service.ts';

const maxPauseMs = 60_000;
const minPauseMs = 20;

/** Maximum time that a request waits while the scheduler handles overdue events (`ServiceOptions.maxCatchUpMs`). */
export const maxSchedulerCatchUpMs = 250;

/**
 * Calls `runScheduler`, then starts the timer. If a later call fails, for example on a full disk, passes the error to
 * `onDefect`; the next call does the missed work.
 * @returns a function that stops the timer
 * @throws errors of the first call
 */
export function startSchedulerTimer(
  service: Pick<Service, 'runScheduler' | 'schedulerDueInMs'>,
  onDefect: (error: unknown) => void = (error) => console.error('service:', error),
): () => void {
  let timer: NodeJS.Timeout;
  const scheduleTick = (isDone: boolean) => {
    const dueInMs = Math.max(minPauseMs, service.schedulerDueInMs());
    timer = setTimeout(tick, isDone ? Math.min(maxPauseMs, dueInMs) : minPauseMs);
    timer.unref();
  };
  const tick = () => {
    let isDone = true;
    try {
      isDone = service.runScheduler();
    } catch (error) {
      onDefect(error);
    }
    scheduleTick(isDone);
  };
  scheduleTick(service.runScheduler());
  return () => clearTimeout(timer);
}
