/** The demo content that fills a new workspace (large.ts and studio/workspace.ts). */
import type { Timestamp } from '../../../shared/contract/index.ts';
import type { Engine } from '../../engine/engine.ts';
import type { InitialContent } from '../seed.ts';

export interface WorkspaceFillInput {
  readonly engine: Engine;
  readonly accountId: string;
  readonly localPersonId: string;
  /** When the workspace is created. All dates of the content are relative to it. */
  readonly at: Timestamp;
  /** @returns the file's address, a parameter of `cards/addFile` */
  storeFile(fileName: string, type: string, bytes: Uint8Array, userId: string, at: Timestamp): string;
}

export interface DemoContent {
  readonly initialContent: Partial<InitialContent>;
  /** The organization and the local person get the first ids. */
  newId(): string;
  /** Called once, after the organization and the local person have been created. */
  fill(context: WorkspaceFillInput): void;
}
