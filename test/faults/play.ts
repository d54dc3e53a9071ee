/** The state of a random history while it is played (history.ts) and checked (ground-truth.ts). */
import type { World, WorldReplica } from '../replica/support.ts';

export interface Play {
  readonly world: World;
  readonly replicas: WorldReplica[];
  /** Texts of created rows that must exist exactly once. */
  readonly once: Set<string>;
  /** Texts of created rows that were undone before they were sent. */
  readonly withdrawn: Set<string>;
  faultiness: number;
  readonly crashes: boolean;
  made: number;
}
