/**
 * Relative times ("3 min ago") that update each minute. They share one timer, which stops while the window is hidden.
 */
import { useSyncExternalStore } from 'react';
import { timeAgo } from '../ui/dates/times.ts';

const minuteMs = 60_000;
const maxCachedTexts = 2_000;

class MinuteClock {
  readonly #listeners = new Set<() => void>();
  /**
   * The texts by ISO time, cached until the next full minute, because React reads the text of each component several
   * times per render.
   */
  readonly #texts = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #minutes = 0;

  /** Returns a number that rises with each tick, so that React renders the components again. */
  readonly minutes = (): number => this.#minutes;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      document.addEventListener('visibilitychange', this.#tick);
      this.#tick();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.#tick);
      this.#tick();
    };
  };

  /**
   * Calls all listeners, and schedules itself for the next full minute. Stops while the window is hidden or there are
   * no listeners.
   */
  readonly #tick = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#texts.clear();
    if (document.hidden || this.#listeners.size === 0) return;
    this.#timer = setTimeout(this.#tick, minuteMs - (Date.now() % minuteMs));
    this.#minutes++;
    for (const listener of this.#listeners) listener();
  };

  textOf(iso: string): string {
    // The timer clears the cache each minute. Without the timer, cached texts become outdated, so nothing is cached.
    if (this.#timer === undefined) return timeAgo(iso);
    let text = this.#texts.get(iso);
    if (text === undefined) {
      text = timeAgo(iso);
      if (this.#texts.size >= maxCachedTexts) this.#texts.clear();
      this.#texts.set(iso, text);
    }
    return text;
  }
}

const minuteClock = new MinuteClock();

/** Returns a text such as "3 min ago". Renders the component again only when this text changes. */
const useRelativeTime = (iso: string): string =>
  useSyncExternalStore(minuteClock.subscribe, () => minuteClock.textOf(iso));

/**
 * Renders the component again at each full minute, for a text that contains several relative times. Returns a number
 * that rises each minute.
 */
export const useRerenderEachMinute = (): number => useSyncExternalStore(minuteClock.subscribe, minuteClock.minutes);

/** A component for one relative time, so that its parent does not render again each minute. */
export const RelativeTime = ({ at }: { at: string }): string => useRelativeTime(at);
