/**
 * State of a random history, which is a random sequence of steps. history.ts plays the steps, and history-checks.ts
 * checks the result.
 */
import type { World, WorldReplica } from '../replica/support.ts';

export interface RandomHistoryState {
  readonly world: World;
  readonly replicas: WorldReplica[];
  /** Texts of created rows. Each must reach the service exactly once, or still be in an outbox. */
  readonly createdTexts: Set<string>;
  /** Texts of created rows that were undone before they were sent. None may reach the service. */
  readonly withdrawn: Set<string>;
  /** Probability of a fault per request, from 0 to 1. */
  faultiness: number;
  /** If true, half of the restarts are crashes. If false, no restart is a crash. */
  readonly crashes: boolean;
  /** Number of generated texts. */
  made: number;
}
