/** Copies the outboxes of workspaces into a folder that the person has chosen, when nothing else works. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { conflictFailure, type Outcome } from '../../shared/contract/index.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { replicaFileNames, storageFailure } from '../replica/store/replica-files.ts';
import { returnDiskErrorsAsFailures } from './failures.ts';
import type { WorkspaceWorkerThreads } from './threads.ts';
import type { WorkspaceEntry } from './workspaces-file.ts';

/**
 * Copies outboxes, with their drafts, into a new folder within `folder`, whose path it returns. Works even if the
 * worker threads do not run. If some cannot be copied, copies the others, then fails with the names of the workspaces
 * without a copy and the reason for the first.
 */
export function exportOutboxes(
  threads: WorkspaceWorkerThreads,
  entries: readonly WorkspaceEntry[],
  folder: string,
): Promise<Outcome<string>> {
  return returnDiskErrorsAsFailures(folder, async () => {
    const target = unusedPath(folder, 'Decktop changes that were not sent');
    makePrivateFolder(target);
    const refused: { readonly name: string; readonly reason: string }[] = [];
    for (const { id, name } of entries) {
      if (!existsSync(threads.folder(id))) continue;
      try {
        await exportOutbox(threads, id, unusedPath(target, name));
      } catch (error) {
        refused.push({ name, reason: storageFailure(error, folder)?.message ?? String(error) });
      }
    }
    const [first] = refused;
    if (!first) return { ok: true, value: target };
    const names = refused.map(({ name }) => `“${name}”`).join(', ');
    const message = `${names} could not be copied. Everything else is in ${target}. ${first.reason}`;
    return { ok: false, failure: conflictFailure('storage', message) };
  });
}

async function exportOutbox(threads: WorkspaceWorkerThreads, id: string, target: string): Promise<void> {
  const source = threads.folder(id);
  const running = await threads.current(id);
  if (running?.ok) await running.value.backUp();
  makePrivateFolder(target);
  // Copy SQLite's log file (`-wal`) too, because it contains the newest changes.
  for (const file of [replicaFileNames.outbox, `${replicaFileNames.outbox}-wal`, replicaFileNames.backup])
    if (existsSync(path.join(source, file))) await copyFile(path.join(source, file), path.join(target, file));
}

/** Maximum length of a folder name. Most systems limit a name to 255 bytes, and one character has up to four bytes. */
const maxNameCharacters = 60;

/** Without signs that some systems refuse. Cut, since a name comes from a service and may have any length. */
export const plainFileName = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')].slice(0, maxNameCharacters).join('').trim() || 'Workspace';

/** The path of a new file or folder. Adds a number if the name is taken. */
export function unusedPath(folder: string, name: string, extension = ''): string {
  const plain = plainFileName(name);
  const named = (count: number) => path.join(folder, (count === 1 ? plain : `${plain} ${count}`) + extension);
  let count = 1;
  while (existsSync(named(count))) count += 1;
  return named(count);
}
