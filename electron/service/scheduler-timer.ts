/**
 * Calls `runScheduler` at the start, when an event is due, and every minute, since the computer might have slept or its
 * clock might have been set. With overdue events left, calls again after `minPauseMs`, in which the service answers
 * requests.
 */
import type { Service } from './service.ts';

const maxPauseMs = 60_000;
const minPauseMs = 20;

/** While the scheduler handles overdue events (`ServiceOptions.maxCatchUpMs`). */
export const maxSchedulerCatchUpMs = 250;

/**
 * Passes errors of later calls, for example on a full disk, to `onDefect`; the next call does the missed work.
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
