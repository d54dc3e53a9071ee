/** When each kind of poll or comparison is due, by the computer's activity and the visible windows. */
import type { OptimisticStore } from '../outbox/optimistic-store.ts';
import { isLocalId } from '../store/local-ids.ts';
import { batteryIntervalFactor, type ComputerActivity, inUseComputerActivity } from './poll-intervals.ts';
import type { SyncOptions } from './service-reader.ts';

export class PullSchedule {
  #store: OptimisticStore;
  #intervals: SyncOptions['intervals'];
  /** When each kind of job is due, in milliseconds since 1970 by this computer's clock. */
  dueAt = { deltaPoll: 0, fullPoll: 0, screenDigest: 0, wholeDigest: 0 };
  /** True once a delta poll has read what others changed while the app was closed, offline or asleep. */
  isFresh = false;
  /**
   * End of the last first sync or delta poll, in milliseconds since 1970 by this computer's clock; may be of an earlier
   * run of the app. Null until the first sync is completed.
   */
  freshAt: number | null;
  focus: { deckIds: readonly string[]; cardId: string | null } = { deckIds: [], cardId: null };
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
  /** Empty if no window shows the workspace. Their cards are compared more often than others. */
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
