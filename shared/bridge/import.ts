/** Imports: what a window sends and what it shows. */
import { z } from 'zod';
import type { Failure } from '../contract/index.ts';
import { type ImportChoices, listStatuses, type SourceSummary } from '../domain/import/choices.ts';
import { type ColumnRole, columnRoles } from '../domain/import/column-roles.ts';
import type { ImportPlan } from '../domain/import/plan.ts';
import { importLimits } from '../domain/import/source.ts';

const text = z.string();
const loss = z.enum(['text', 'leave']);

export const importFilesSchema = z.object({
  files: z
    .array(z.object({ path: text.min(1).max(4_096), bytes: z.instanceof(Uint8Array) }))
    .min(1)
    .max(importLimits.files),
  /** IANA name of the person's time zone. */
  timezone: text.max(100),
});

export const importColumnsSchema = z.object({
  roles: z.array(z.enum(columnRoles)).max(importLimits.columns),
  /** Null if the person has not said it. */
  dateOrder: z.enum(['day', 'month']).nullable(),
});

export const importChoicesSchema = z.object({
  projectId: text.min(1).max(200),
  projects: z.record(text, text.max(200).nullable()).optional(),
  layout: z.enum(['decks', 'zones']),
  deckId: text.max(200).nullable(),
  deckTitle: text,
  lists: z.record(text, z.object({ title: text, isIncluded: z.boolean(), status: z.enum(listStatuses) })),
  people: z.record(text, text.max(200).nullable()),
  priorities: z.record(text, z.enum(['a', 'b', 'c']).nullable()),
  tags: z.enum(['tags', 'text', 'leave']),
  comments: z.enum(['threads', 'text', 'leave']),
  archived: z.enum(['archived', 'leave']),
  fields: z.record(text, loss),
}) satisfies z.ZodType<ImportChoices>;

/** What was found in the chosen files. */
export interface ImportReading {
  readonly summary: SourceSummary;
  /** Null unless the person can say what the columns mean. */
  readonly table: {
    readonly columns: readonly {
      readonly name: string;
      readonly examples: readonly string[];
      readonly role: ColumnRole;
    }[];
    /** Null if no date depends on the order of day and month. */
    readonly dates: {
      /** Null until the person says it. */
      readonly order: 'day' | 'month' | null;
      readonly isAsked: boolean;
      readonly example: string;
    } | null;
  } | null;
  /** When the same source was imported before; null if it was not. ISO time. */
  readonly importedAt: string | null;
}

/** A card as it will be after the import. */
export interface ImportedCardPreview {
  readonly title: string;
  readonly place: string;
  readonly change: 'new' | 'updated';
  /** A day. */
  readonly due: string | null;
  /** Such as the owner and tags. */
  readonly details: readonly string[];
}

export interface ImportPreview extends Pick<ImportPlan, 'counts' | 'losses'> {
  readonly cards: readonly ImportedCardPreview[];
  /** Names of people who are told by the service that they own cards. */
  readonly notified: readonly string[];
}

export interface ImportReport extends Pick<ImportPlan, 'counts' | 'losses'> {
  readonly notes: readonly string[];
}

export type ImportRunState = 'running' | 'stopped' | 'done' | 'undone';

export interface ImportRun {
  readonly id: number;
  readonly source: string;
  readonly label: string;
  /** ISO time of its start. */
  readonly at: string;
  readonly state: ImportRunState;
  /** Why it stopped; null if the person stopped it. */
  readonly failure: Failure | null;
  /** Steps, of `total`, that are performed. */
  readonly done: number;
  readonly total: number;
  readonly report: ImportReport;
  /** Where cards of it are; null while it runs, and if it made no cards or is undone. */
  readonly deckId: string | null;
}
