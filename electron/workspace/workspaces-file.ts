/** Reads and writes `workspaces.json` in the data folder: the list of workspaces, with the tokens of remote ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { newWorkspace } from '../../shared/bridge/index.ts';
import { conflict, type Outcome } from '../../shared/contract/index.ts';
import { makeFilePrivate } from '../engine/private-files.ts';
import { readBackup, renameDamaged, writeAtomically, writeBackup } from './durable-file.ts';

/** The system's keychain (Electron's safeStorage in the app). Both reject if the keychain or the person refuses. */
export interface Vault {
  /** Null where there is no keychain: tokens are then lost when the app ends. */
  encrypt(text: string): Promise<Uint8Array | null>;
  /** `isOutdated`: the key has changed, and the text should be encrypted again. */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly isOutdated: boolean }>;
}

const id = z.string().regex(/^[\w-]{1,60}$/);

const localEntry = z.object({
  id,
  kind: z.literal('local'),
  name: z.string(),
  isDemo: z.boolean(),
  /** Its initial content; null for the demo, and for a workspace that was found by its folder. */
  founding: newWorkspace.nullable(),
});
export type LocalEntry = z.infer<typeof localEntry>;

const connection = z.object({
  id,
  name: z.string(),
  baseUrl: z.string(),
  accountId: z.string(),
  userId: z.string().nullable(),
  tokenKind: z.enum(['organization', 'personal']),
  /** The service has our extensions. */
  hasExtensions: z.boolean().default(false),
  /** Encrypted by the keychain, base64; null where it is kept in memory only. */
  token: z.string().nullable(),
});
const remoteEntry = connection.extend({ kind: z.literal('remote') });
export type RemoteEntry = z.infer<typeof remoteEntry>;

export type WorkspaceEntry = LocalEntry | RemoteEntry;

const version = 2;
const file = z.object({
  version: z.literal(version),
  workspaces: z.array(z.discriminatedUnion('kind', [localEntry, remoteEntry])),
});
/** The format of the first version: only connections, beside one demo workspace. */
const fileOfConnections = z.object({ version: z.literal(1), workspaces: z.array(connection) });

/** Also the name of its folder, since the demo was the only local workspace of earlier versions. */
export const demoId = 'local';
export const demoEntry: LocalEntry = {
  id: demoId,
  kind: 'local',
  name: 'Demo workspace',
  isDemo: true,
  founding: null,
};

export interface WorkspacesFile {
  readonly entries: readonly WorkspaceEntry[];
  save(entries: readonly WorkspaceEntry[]): void;
}

type ReadResult = readonly WorkspaceEntry[] | 'newer' | undefined;

/** Opens the list; a new data folder gets the demo workspace. Fails where a newer version wrote the file. */
export function openWorkspacesFile(userData: string, warn: (message: string) => void): Outcome<WorkspacesFile> {
  const target = path.join(userData, 'workspaces.json');
  const options = { isFlushed: true };
  makeFilePrivate(target);
  const text = existsSync(target) ? textOf(target) : undefined;
  const copied = readBackup(target);
  let read: ReadResult = text === undefined ? undefined : entriesIn(text);
  if (read === undefined && (text !== undefined || copied !== undefined)) {
    const event = text === undefined ? 'is missing' : `was damaged and is kept as ${renameDamaged(target)}`;
    read = copied === undefined ? undefined : entriesIn(copied);
    const result = read
      ? 'its backup copy replaces it'
      : 'there is no backup copy. Local workspaces were found by their folders. Connect to your services again; changes that waited are still stored';
    warn(`The list of workspaces ${event}; ${result}.`);
    if (read && copied !== undefined) writeAtomically(target, copied, options);
  } else if (text !== undefined && read !== 'newer' && text !== copied) writeBackup(target, text, warn, options);
  if (read === 'newer') {
    const message = `${target} was written by a newer Decktop. Update Decktop, or start it with another --user-data-dir.`;
    return { ok: false, failure: conflict('newer_schema', message) };
  }
  let entries: readonly WorkspaceEntry[] = read ?? localFolders(userData);
  return {
    ok: true,
    value: {
      get entries() {
        return entries;
      },
      save(next) {
        const text = `${JSON.stringify({ version, workspaces: next }, null, 2)}\n`;
        writeAtomically(target, text, options);
        entries = next;
        writeBackup(target, text, warn, options);
      },
    },
  };
}

/**
 * The demo, and local workspaces found by their folders: where the list is lost, these are the only trace of data that
 * cannot be fetched again. They get their names when they open.
 */
function localFolders(userData: string): readonly LocalEntry[] {
  const folder = path.join(userData, 'workspaces');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const own = names.filter((name) => name !== demoId && existsSync(path.join(folder, name, 'service.sqlite')));
  return [
    demoEntry,
    ...own.map((id) => ({ id, kind: 'local', name: 'Local workspace', isDemo: false, founding: null }) as const),
  ];
}

/** The content of a file; empty where it cannot be read. */
function textOf(target: string): string {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
}

function entriesIn(text: string): ReadResult {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Number((parsed as { version?: unknown } | null)?.version) > version) return 'newer';
  const checked = file.safeParse(parsed);
  if (checked.success) return checked.data.workspaces;
  const earlier = fileOfConnections.safeParse(parsed);
  if (!earlier.success) return undefined;
  return [demoEntry, ...earlier.data.workspaces.map((entry) => ({ ...entry, kind: 'remote' }) as const)];
}
