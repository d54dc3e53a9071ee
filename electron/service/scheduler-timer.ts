/**
 * The timer of the service's scheduler (`runScheduler`). It runs at the start, when an event is due, and every minute,
 * since the computer may have slept or its clock may have been set. A run with work left is followed by another one
 * after `minPauseMs`, so that requests are answered in between.
 */
import type { Service } from './service.ts';

const maxPauseMs = 60_000;
const minPauseMs = 20;

/** Maximum time that a request waits for the scheduler (`ServiceOptions.maxCatchUpMs`). */
export const maxCatchUpMs = 250;

/**
 * Runs the scheduler, then starts its timer. If a later run fails, for example on a full disk, `onDefect` gets the
 * error, and the next run does the missed work.
 * @returns a function that stops the timer
 * @throws errors of the first run
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
