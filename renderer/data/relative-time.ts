/** Relative times ("3 min ago") that update each minute. One timer serves all of them; it stops while the window is hidden. */
import { useSyncExternalStore } from 'react';
import { timeAgo } from '../ui/dates/times.ts';

const minuteMs = 60_000;
const maxTexts = 2_000;

class MinuteClock {
  readonly #listeners = new Set<() => void>();
  /** Texts since the last tick, by time: React reads each several times. */
  readonly #texts = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #minutes = 0;

  /** Minutes since the clock was first used. */
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

  /** Notifies all listeners now and at each full minute. */
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
    // While the clock is stopped, cached texts may be old.
    if (this.#timer === undefined) return timeAgo(iso);
    let text = this.#texts.get(iso);
    if (text === undefined) {
      text = timeAgo(iso);
      if (this.#texts.size >= maxTexts) this.#texts.clear();
      this.#texts.set(iso, text);
    }
    return text;
  }
}

const clock = new MinuteClock();

/** "3 min ago"; renders again only when this text changes. */
const useAgo = (iso: string): string => useSyncExternalStore(clock.subscribe, () => clock.textOf(iso));

/** Renders again at each full minute, for texts that contain several times. */
export const useMinute = (): number => useSyncExternalStore(clock.subscribe, clock.minutes);

/** The text as a component of its own, so that its parent does not render again each minute. */
export const Ago = ({ at }: { at: string }): string => useAgo(at);
