/** Copies the data of workspaces into a folder that the person has chosen, and back. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { conflictFailure, type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { replicaFileNames, storageFailure } from '../replica/store/replica-files.ts';
import { returnDiskErrorsAsFailures } from './failures.ts';
import type { WorkspaceWorkerThreads } from './threads.ts';
import type { LocalWorkspaceEntry, WorkspaceEntry } from './workspaces-file.ts';

/**
 * Copies the database, which contains the files, and the outbox, which contains the drafts, into a new folder within
 * `folder`; its path can be used as `workspaces/<id>` of a data folder. Copies the outbox's backup, renewed first if
 * the workspace is open, because the app may write to the outbox file during the copy.
 */
export function exportWorkspace(
  threads: WorkspaceWorkerThreads,
  entry: LocalWorkspaceEntry,
  folder: string,
): Promise<Outcome<string>> {
  return returnDiskErrorsAsFailures(folder, async () => {
    const service = await threads.service(entry);
    if (!service.ok) return service;
    const running = await threads.current(entry.id);
    const backedUp = running?.ok ? await running.value.backUp() : undefined;
    if (backedUp?.ok === false) return backedUp;
    const target = unusedFolderPath(folder, entry.name);
    makePrivateFolder(target);
    const copied = await service.value.copyTo(path.join(target, 'service.sqlite'));
    if (!copied.ok) return copied;
    const outbox = path.join(threads.folder(entry.id), replicaFileNames.backup);
    if (existsSync(outbox)) await copyFile(outbox, path.join(target, replicaFileNames.outbox));
    return { ok: true, value: target };
  });
}

/** Copies what `exportWorkspace` wrote into `target`, the folder of a new workspace. Fails if `folder` has no such copy. */
export function copyExportedWorkspace(folder: string, target: string): Promise<Outcome<null>> {
  return returnDiskErrorsAsFailures<null>(target, async () => {
    const missing = `${folder} has no copy of a workspace. Choose a folder with the file service.sqlite.`;
    if (!existsSync(path.join(folder, 'service.sqlite'))) return rejectedOutcome('not_found', missing);
    makePrivateFolder(target);
    for (const file of ['service.sqlite', replicaFileNames.outbox])
      if (existsSync(path.join(folder, file))) await copyFile(path.join(folder, file), path.join(target, file));
    return { ok: true, value: null };
  });
}

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
    const target = unusedFolderPath(folder, 'Decktop changes that were not sent');
    makePrivateFolder(target);
    const refused: { readonly name: string; readonly reason: string }[] = [];
    for (const { id, name } of entries) {
      if (!existsSync(threads.folder(id))) continue;
      try {
        await exportOutbox(threads, id, unusedFolderPath(target, name));
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

/** Cuts a long name, since it comes from a service and may have any length. Adds a number if the name is taken. */
function unusedFolderPath(folder: string, name: string): string {
  const allowed = [...name.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')].slice(0, maxNameCharacters).join('');
  const plain = allowed.trim() || 'Workspace';
  const named = (count: number) => path.join(folder, count === 1 ? plain : `${plain} ${count}`);
  let count = 1;
  while (existsSync(named(count))) count += 1;
  return named(count);
}
