/** The list of workspaces with their tokens, as `workspaces.json` in the data folder. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Outcome } from '../../shared/contract/index.ts';

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

export function openWorkspacesFile(userData: string, warn: (message: string) => void): Outcome<WorkspacesFile> {
  const target = path.join(userData, 'workspaces.json');
  let entries: readonly WorkspaceEntry[] = [];
  if (existsSync(target)) {
    const read = readEntries(target);
    if (read === 'newer') {
      const message = `${target} was written by a newer Decktop. Update Decktop, or start it with another --user-data-dir.`;
      return { ok: false, failure: { kind: 'conflict', code: 'newer_schema', message } };
    }
    if (read === undefined) {
      const aside = `${target}.damaged-${Date.now()}`;
      renameSync(target, aside);
      warn(
        `The list of workspaces was damaged and is kept as ${aside}. Connect to your services again; what waited is still there.`,
      );
    } else entries = read;
  }
  return {
    ok: true,
    value: {
      get entries() {
        return entries;
      },
      save(next) {
        mkdirSync(userData, { recursive: true });
        const fresh = `${target}.new`;
        // Encrypted tokens are still nobody else's to read.
        writeFileSync(fresh, `${JSON.stringify({ version, workspaces: next }, null, 2)}\n`, { mode: 0o600 });
        renameSync(fresh, target);
        entries = next;
      },
    },
  };
}

function readEntries(target: string): readonly WorkspaceEntry[] | 'newer' | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(target, 'utf8'));
  } catch {
    return undefined;
  }
  if (Number((parsed as { version?: unknown } | null)?.version) > version) return 'newer';
  const checked = file.safeParse(parsed);
  return checked.success ? checked.data.workspaces : undefined;
}
