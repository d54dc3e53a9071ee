/** When the clockwork runs: at the start, then every minute; a machine that slept catches up at its next minute. */
import type { Service } from './service.ts';

const everyMs = 60_000;

/**
 * A tick that fails later on (a full disk, say) is reported, and made up for by the next one.
 * @returns the function that stops it.
 */
export function startClockwork(
  service: Pick<Service, 'runClockwork'>,
  onDefect: (error: unknown) => void = (error) => console.error('service:', error),
): () => void {
  service.runClockwork();
  const timer = setInterval(() => {
    try {
      service.runClockwork();
    } catch (error) {
      onDefect(error);
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
