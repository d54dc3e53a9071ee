/** `workspaces.json` in the data folder: the list of workspaces, with the tokens of remote ones. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { newWorkspaceSchema } from '../../shared/bridge/index.ts';
import { conflictFailure, isRecord, type Outcome } from '../../shared/contract/index.ts';
import { parseJson } from '../client/json.ts';
import { makeFilePrivate } from '../engine/private-files.ts';
import { readBackup, readTextIfPossible, renameDamagedFile, writeBackup, writeFileAtomically } from './durable-file.ts';

/** Electron's safeStorage in the app. Both functions reject if the keychain fails or the person denies access. */
export interface Keychain {
  /** Null if there is no keychain: tokens are then lost when the app ends. */
  encrypt(text: string): Promise<Uint8Array | null>;
  /** `isOutdated`: the keychain's key has changed, so the text should be encrypted again. */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly isOutdated: boolean }>;
}

const id = z.string().regex(/^[\w-]{1,60}$/);

const localEntry = z.object({
  id,
  kind: z.literal('local'),
  name: z.string(),
  isDemo: z.boolean(),
  /** Null for the demo, and for a workspace whose lost entry was restored because its folder exists. */
  founding: newWorkspaceSchema.nullable(),
});
export type LocalWorkspaceEntry = z.infer<typeof localEntry>;

const remoteEntryFields = z.object({
  id,
  name: z.string(),
  baseUrl: z.string(),
  accountId: z.string(),
  userId: z.string().nullable(),
  tokenKind: z.enum(['organization', 'personal']),
  /** Whether the service has the extensions (see `serviceHasExtensions` in workspace-connector.ts). */
  hasExtensions: z.boolean().default(false),
  /** The token, encrypted by the keychain, as base64; null if the token is in memory only. */
  token: z.string().nullable(),
});
const remoteEntry = remoteEntryFields.extend({ kind: z.literal('remote') });
export type RemoteWorkspaceEntry = z.infer<typeof remoteEntry>;

export type WorkspaceEntry = LocalWorkspaceEntry | RemoteWorkspaceEntry;

const version = 2;
const fileSchema = z.object({
  version: z.literal(version),
  workspaces: z.array(z.discriminatedUnion('kind', [localEntry, remoteEntry])),
});
/** The first version of the file format. It lists only remote workspaces: the only local workspace was the demo. */
const version1File = z.object({ version: z.literal(1), workspaces: z.array(remoteEntryFields) });

/** Id of the demo workspace and name of its folder. It cannot be changed, because installed apps have this folder. */
export const demoWorkspaceId = 'local';
export const demoWorkspaceEntry: LocalWorkspaceEntry = {
  id: demoWorkspaceId,
  kind: 'local',
  name: 'Demo workspace',
  isDemo: true,
  founding: null,
};

export interface WorkspacesFile {
  readonly entries: readonly WorkspaceEntry[];
  save(entries: readonly WorkspaceEntry[]): void;
}

/** `newer` if a newer version of the app wrote the file, undefined if it is damaged. */
type ReadResult = readonly WorkspaceEntry[] | 'newer' | undefined;

/**
 * A new data folder gets the demo workspace. The backup copy replaces a damaged or missing file; without one, the list
 * has the local workspaces whose folders exist. Fails if a newer version of the app wrote the file.
 */
export function openWorkspacesFile(userData: string, warn: (message: string) => void): Outcome<WorkspacesFile> {
  const target = path.join(userData, 'workspaces.json');
  const options = { isFlushed: true };
  makeFilePrivate(target);
  const text = existsSync(target) ? readTextIfPossible(target) : undefined;
  const backupText = readBackup(target);
  let read: ReadResult = text === undefined ? undefined : parseEntries(text);
  if (read === undefined && (text !== undefined || backupText !== undefined)) {
    const event = text === undefined ? 'is missing' : `was damaged and is kept as ${renameDamagedFile(target)}`;
    read = backupText === undefined ? undefined : parseEntries(backupText);
    // Without a whole copy, the entries that can be read are better than none.
    const rest = read ? undefined : (readableEntries(text ?? '') ?? readableEntries(backupText ?? ''));
    const result = read
      ? 'its backup copy replaces it'
      : rest
        ? `${rest.length} of its workspaces can be read`
        : 'there is no backup copy. Local workspaces were found by their folders. Connect to your services again; changes that waited are still stored';
    warn(`The list of workspaces ${event}; ${result}.`);
    if (read && backupText !== undefined) writeFileAtomically(target, backupText, options);
    if (rest) writeFileAtomically(target, listText(rest), options);
    read ??= rest;
  } else if (text !== undefined && read !== 'newer' && text !== backupText) writeBackup(target, text, warn, options);
  if (read === 'newer') {
    const message = `${target} was written by a newer Decktop. Update Decktop, or start it with another --user-data-dir.`;
    return { ok: false, failure: conflictFailure('newer_schema', message) };
  }
  let entries: readonly WorkspaceEntry[] = read ?? localEntriesByFolder(userData);
  return {
    ok: true,
    value: {
      get entries() {
        return entries;
      },
      save(next) {
        const text = listText(next);
        writeFileAtomically(target, text, options);
        entries = next;
        writeBackup(target, text, warn, options);
      },
    },
  };
}

/** Those whose folder exists, since their data exists nowhere else. They get their names when they open. */
function localEntriesByFolder(userData: string): readonly LocalWorkspaceEntry[] {
  const folder = path.join(userData, 'workspaces');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const own = names.filter((name) => name !== demoWorkspaceId && existsSync(path.join(folder, name, 'service.sqlite')));
  return [
    demoWorkspaceEntry,
    ...own.map((id) => ({ id, kind: 'local', name: 'Local workspace', isDemo: false, founding: null }) as const),
  ];
}

const listText = (workspaces: readonly WorkspaceEntry[]): string =>
  `${JSON.stringify({ version, workspaces }, null, 2)}\n`;

/** Undefined if no entry of a damaged list can be read. */
function readableEntries(text: string): readonly WorkspaceEntry[] | undefined {
  const parsed = parseJson(text);
  const list = isRecord(parsed) && Array.isArray(parsed.workspaces) ? parsed.workspaces : [];
  const entries = list.flatMap((entry) => {
    const checked = fileSchema.shape.workspaces.element.safeParse(entry);
    return checked.success ? [checked.data] : [];
  });
  return entries.length > 0 ? entries : undefined;
}

function parseEntries(text: string): ReadResult {
  const parsed = parseJson(text);
  if (Number((parsed as { version?: unknown } | null)?.version) > version) return 'newer';
  const checked = fileSchema.safeParse(parsed);
  if (checked.success) return checked.data.workspaces;
  const earlier = version1File.safeParse(parsed);
  if (!earlier.success) return undefined;
  return [demoWorkspaceEntry, ...earlier.data.workspaces.map((entry) => ({ ...entry, kind: 'remote' }) as const)];
}
