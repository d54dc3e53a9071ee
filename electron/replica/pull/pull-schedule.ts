/**
 * Stores when each kind of job (poll or comparison) is due. The intervals depend on the computer's activity and on the
 * visible windows.
 */
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { isLocalId } from '../store/local-ids.ts';
import { type ComputerActivity, inUseComputerActivity } from './activity.ts';
import { batteryIntervalFactor } from './poll-intervals.ts';
import type { SyncOptions } from './sync-options.ts';

/** When jobs are due, and how fresh the stored rows are. */
export class PullSchedule {
  #store: OptimisticStore;
  #intervals: SyncOptions['intervals'];
  /** When each kind of job is due, in milliseconds since 1970 by this computer's clock. */
  dueAt = { deltaPoll: 0, fullPoll: 0, screenDigest: 0, wholeDigest: 0 };
  /**
   * True once a delta poll has read the changes that others made while the app was closed, offline or asleep.
   */
  isFresh = false;
  /**
   * Time at which the last first sync or delta poll was completed, in milliseconds since 1970 by this computer's clock.
   * The time may be from an earlier run of the app. Null until the first sync is completed.
   */
  freshAt: number | null;
  focus: { deckIds: readonly string[]; cardId: string | null } = { deckIds: [], cardId: null };
  /** True if a window watches queries of the workspace. */
  hasWatches = true;
  activity: ComputerActivity = inUseComputerActivity;

  constructor({ store, state, intervals }: Pick<SyncOptions, 'store' | 'state' | 'intervals'>) {
    this.#store = store;
    this.#intervals = intervals;
    this.freshAt = (state.get('freshAt') as number | undefined) ?? null;
  }

  /** True if somebody can see the workspace. */
  get isShown(): boolean {
    return this.hasWatches && this.activity.isVisible;
  }
  /** Ids of the decks of `focus` that the service knows, as service ids. Omits decks that only this computer knows. */
  get focusedDeckIds(): readonly string[] {
    return this.focus.deckIds.map((id) => this.#store.ids.renamed(id)).filter((id) => !isLocalId(id));
  }
  /**
   * Ids of the decks that a person sees now; empty if no window shows the workspace. The cards of these decks are
   * compared more often than others.
   */
  get decksOnScreen(): readonly string[] {
    return this.isShown ? this.focusedDeckIds : [];
  }
  /** Milliseconds between delta polls. The pause is longer on battery, and while nobody can see the workspace. */
  get deltaPollMs(): number {
    const { deltaPollMs, backgroundDeltaPollMs } = this.#intervals;
    return this.slowerOnBattery(this.isShown ? deltaPollMs : backgroundDeltaPollMs);
  }
  /** Age in milliseconds above which stored rows may be outdated. */
  get maxAgeMs(): number {
    return 2 * this.slowerOnBattery(this.#intervals.backgroundDeltaPollMs);
  }
  slowerOnBattery(intervalMs: number): number {
    return this.activity.isOnBattery ? intervalMs * batteryIntervalFactor : intervalMs;
  }
}
