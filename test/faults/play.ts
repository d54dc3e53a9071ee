/** The state of a random history while it is played (history.ts) and checked (ground-truth.ts). */
import type { World, WorldReplica } from '../replica/support.ts';

export interface Play {
  readonly world: World;
  readonly replicas: WorldReplica[];
  /** Texts of things that somebody asked for exactly once. */
  readonly once: Set<string>;
  /** Texts of things that were taken back before they were sent. */
  readonly withdrawn: Set<string>;
  faultiness: number;
  readonly crashes: boolean;
  made: number;
}
