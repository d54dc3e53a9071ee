/** The interface of contents that fill a new workspace. */
import type { Timestamp } from '../../../shared/contract/index.ts';
import type { Engine } from '../../engine/engine.ts';
import type { InitialContent } from '../seed.ts';

export interface Filling {
  readonly engine: Engine;
  readonly accountId: string;
  readonly localPersonId: string;
  /** The time of creation; dates are relative to it. */
  readonly at: Timestamp;
  /** Stores a file. @returns the address that `cards/addFile` takes */
  keepFile(fileName: string, type: string, bytes: Uint8Array, userId: string, at: Timestamp): string;
}

export interface Content {
  readonly founding: Partial<InitialContent>;
  /** Ids of the organization, its first person and all other rows. */
  newId(): string;
  /** Called once, after the organization and the local person were created. */
  fill(filling: Filling): void;
}
