/** The list of workspaces with their tokens, as `workspaces.json` in the data folder. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Outcome } from '../../shared/contract/index.ts';
import { tightenFile } from '../engine/private-files.ts';
import { copyKept, keepCopy, setAside, writeAtomically } from './kept-file.ts';

/** The system's keychain (Electron's safeStorage in the app). */
export interface Vault {
  /** False where there is none: tokens then last as long as the program runs. */
  readonly available: boolean;
  encrypt(text: string): Uint8Array;
  decrypt(bytes: Uint8Array): string;
}

const entry = z.object({
  id: z.string().regex(/^[\w-]{1,60}$/),
  name: z.string(),
  baseUrl: z.string(),
  accountId: z.string(),
  userId: z.string().nullable(),
  tokenKind: z.enum(['organization', 'personal']),
  /** The service answers our extensions. */
  hasExtensions: z.boolean().default(false),
  /** Encrypted by the keychain, base64; null where it is kept in memory only. */
  token: z.string().nullable(),
});
export type WorkspaceEntry = z.infer<typeof entry>;

const version = 1;
const file = z.object({ version: z.literal(version), workspaces: z.array(entry) });

export interface WorkspacesFile {
  readonly entries: readonly WorkspaceEntry[];
  save(entries: readonly WorkspaceEntry[]): void;
}

type Read = readonly WorkspaceEntry[] | 'newer' | undefined;

export function openWorkspacesFile(userData: string, warn: (message: string) => void): Outcome<WorkspacesFile> {
  const target = path.join(userData, 'workspaces.json');
  const writing = { isFlushed: true };
  tightenFile(target);
  let entries: readonly WorkspaceEntry[] = [];
  const text = existsSync(target) ? textOf(target) : undefined;
  const copied = copyKept(target);
  let read: Read = text === undefined ? undefined : entriesIn(text);
  if (read === undefined && (text !== undefined || copied !== undefined)) {
    const happened = text === undefined ? 'is missing' : `was damaged and is kept as ${setAside(target)}`;
    read = copied === undefined ? undefined : entriesIn(copied);
    const now = read
      ? 'its copy takes its place'
      : 'there is no copy of it. Connect to your services again; what waited is still there';
    warn(`The list of workspaces ${happened}; ${now}.`);
    if (read && copied !== undefined) writeAtomically(target, copied, writing);
  } else if (text !== undefined && read !== 'newer' && text !== copied) keepCopy(target, text, warn, writing);
  if (read === 'newer') {
    const message = `${target} was written by a newer Decktop. Update Decktop, or start it with another --user-data-dir.`;
    return { ok: false, failure: { kind: 'conflict', code: 'newer_schema', message } };
  }
  entries = read ?? [];
  return {
    ok: true,
    value: {
      get entries() {
        return entries;
      },
      save(next) {
        const text = `${JSON.stringify({ version, workspaces: next }, null, 2)}\n`;
        writeAtomically(target, text, writing);
        entries = next;
        keepCopy(target, text, warn, writing);
      },
    },
  };
}

/** Empty where the disk does not give it. */
function textOf(target: string): string {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
}

function entriesIn(text: string): Read {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Number((parsed as { version?: unknown } | null)?.version) > version) return 'newer';
  const checked = file.safeParse(parsed);
  return checked.success ? checked.data.workspaces : undefined;
}
