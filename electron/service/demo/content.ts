/** What a new workspace can be filled with. */
import type { Timestamp } from '../../../shared/contract/index.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Founding } from '../seed.ts';

export interface Filling {
  readonly engine: Engine;
  readonly accountId: string;
  readonly localPersonId: string;
  /** The moment of creation: everything lies before or after it. */
  readonly at: Timestamp;
  /** Stores a file. @returns the address that `cards/addFile` takes. */
  keepFile(fileName: string, type: string, bytes: Uint8Array, userId: string, at: Timestamp): string;
}

export interface Content {
  readonly founding: Partial<Founding>;
  /** Ids of the organization and its first person, and of whatever the filling makes. */
  newId(): string;
  /** Called once, after the organization and the local person were made. */
  fill(filling: Filling): void;
}
