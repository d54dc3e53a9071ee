/**
 * When the clockwork runs: at the start, when something is due, and every minute, since a machine may have slept or its
 * clock been set. A tick that stops with more to do is soon followed by another one, with room for requests in between.
 */
import type { Service } from './service.ts';

const everyMs = 60_000;
const soonMs = 20;

/** Maximum time that a request waits for the scheduler (`ServiceOptions.maxCatchUpMs`). */
export const maxCatchUpMs = 250;

/**
 * A tick that fails later, for example on a full disk, is reported; the next one catches up.
 * @returns a function that stops it
 */
export function startClockwork(
  service: Pick<Service, 'runClockwork' | 'clockworkDueInMs'>,
  onDefect: (error: unknown) => void = (error) => console.error('service:', error),
): () => void {
  let timer: NodeJS.Timeout;
  const next = (isDone: boolean) => {
    const dueInMs = Math.max(soonMs, service.clockworkDueInMs());
    timer = setTimeout(tick, isDone ? Math.min(everyMs, dueInMs) : soonMs);
    timer.unref();
  };
  const tick = () => {
    let isDone = true;
    try {
      isDone = service.runClockwork();
    } catch (error) {
      onDefect(error);
    }
    next(isDone);
  };
  next(service.runClockwork());
  return () => clearTimeout(timer);
}
