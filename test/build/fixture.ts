/** Path and types of the fixture app, for the tests that run it: globals of its page and of its main process. */
import type { LaunchedApp } from '../support/launch.ts';

export const fixtureAppFolder = `${import.meta.dirname}/fixture-app`;

interface FixtureApi {
  platform: string;
  notes(): unknown[];
  invoke<T>(channel: string, ...args: unknown[]): Promise<T>;
  send(channel: string, ...args: unknown[]): void;
  subscribe(listener: (note: unknown) => void): () => void;
  add(a: number, b: number): number;
  throws(): void;
  lacking(): void;
  foreign(): void;
}
declare global {
  interface Window {
    fixture: FixtureApi;
    atFirstScript: string;
    runWorker(): Promise<number>;
  }
  var fixture: FixtureApi & { seen: unknown[]; large: { text: string }; missing(): void };
  var keepOpen: boolean;
  var roundTrip: (text: string) => string;
  var standinRecord: {
    opened: string[];
    popups: unknown[];
    keychainPrompts: ((isAllowed: boolean) => void)[];
    setDisplays(
      displays: { id: number; bounds: { x: number; y: number; width: number; height: number }; scaleFactor: number }[],
    ): void;
  };
}

/** Returns the events that the main process of the fixture app has recorded. */
export const recordedEvents = (launched: LaunchedApp): Promise<unknown[]> =>
  launched.app.evaluate(() => globalThis.fixture.seen);
