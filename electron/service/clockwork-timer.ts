/** When the clockwork runs: at the start, then every minute; a machine that slept catches up at its next minute. */
import type { Service } from './service.ts';

const everyMs = 60_000;

/** @returns the function that stops it. */
export function startClockwork(service: Pick<Service, 'runClockwork'>): () => void {
  service.runClockwork();
  const timer = setInterval(() => service.runClockwork(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
