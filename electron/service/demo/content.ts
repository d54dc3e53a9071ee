/** Types of the demo content that fills a new workspace (large.ts and studio/workspace.ts). */
import type { Timestamp } from '../../../shared/contract/index.ts';
import type { Engine } from '../../engine/engine.ts';
import type { InitialContent } from '../seed.ts';

/** What demo content gets to fill a new workspace: the engine, ids, the time, and a function that stores files. */
export interface WorkspaceFillInput {
  readonly engine: Engine;
  readonly accountId: string;
  readonly localPersonId: string;
  /** The time at which the workspace is created. All dates of the content are relative to this time. */
  readonly at: Timestamp;
  /** Stores a file. @returns the file's address, a parameter of `cards/addFile` */
  storeFile(fileName: string, type: string, bytes: Uint8Array, userId: string, at: Timestamp): string;
}

/** The content of a new demo workspace: values for its first rows, ids, and a function that creates all other rows. */
export interface DemoContent {
  readonly initialContent: Partial<InitialContent>;
  /** Returns the id for a new row. The organization and the local person get the first ids. */
  newId(): string;
  /** Called once, after the organization and the local person have been created. */
  fill(context: WorkspaceFillInput): void;
}
