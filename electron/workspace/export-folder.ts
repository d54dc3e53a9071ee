/** Copies the data of workspaces into a folder that the person has chosen. */
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from '../../shared/contract/index.ts';
import { makePrivateFolder } from '../engine/private-files.ts';
import { replicaFiles } from '../replica/store/replica-files.ts';
import { withDiskFailures } from './failures.ts';
import type { WorkspaceThreads } from './threads.ts';
import type { LocalEntry, WorkspaceEntry } from './workspaces-file.ts';

/**
 * Copies the database (with the files) and the outbox (with the drafts) into a new folder within `folder`. The outbox
 * is copied from its backup, which is renewed first if the workspace is open. Returns the path of the new folder, which
 * can be used as the folder `workspaces/<id>` of a data folder.
 */
export function exportWorkspace(
  threads: WorkspaceThreads,
  entry: LocalEntry,
  folder: string,
): Promise<Outcome<string>> {
  return withDiskFailures(folder, async () => {
    const service = await threads.service(entry);
    if (!service.ok) return service;
    const running = await threads.current(entry.id);
    const backedUp = running?.ok ? await running.value.backUp() : undefined;
    if (backedUp?.ok === false) return backedUp;
    const target = unusedFolderPath(folder, entry.name);
    makePrivateFolder(target);
    const copied = await service.value.copyTo(path.join(target, 'service.sqlite'));
    if (!copied.ok) return copied;
    const outbox = path.join(threads.folder(entry.id), replicaFiles.backup);
    if (existsSync(outbox)) await copyFile(outbox, path.join(target, replicaFiles.outbox));
    return { ok: true, value: target };
  });
}

/**
 * Copies the outboxes of the workspaces, with their drafts, into a new folder within `folder`. Works even if the
 * threads of the workspaces do not run. Returns the path of the new folder.
 */
export function exportOutboxes(
  threads: WorkspaceThreads,
  entries: readonly WorkspaceEntry[],
  folder: string,
): Promise<Outcome<string>> {
  return withDiskFailures(folder, async () => {
    const target = unusedFolderPath(folder, 'Decktop changes that were not sent');
    makePrivateFolder(target);
    for (const { id, name } of entries) {
      const source = threads.folder(id);
      if (!existsSync(source)) continue;
      const running = await threads.current(id);
      if (running?.ok) await running.value.backUp();
      const copy = unusedFolderPath(target, name);
      makePrivateFolder(copy);
      // SQLite's log file (`-wal`) is copied, too, because it contains the newest changes.
      for (const file of [replicaFiles.outbox, `${replicaFiles.outbox}-wal`, replicaFiles.backup])
        if (existsSync(path.join(source, file))) await copyFile(path.join(source, file), path.join(copy, file));
    }
    return { ok: true, value: target };
  });
}

/** Most systems limit a name to 255 bytes, and a character has up to four. */
const maxNameCharacters = 60;

/**
 * Returns a path for a new folder with this name within `folder`. Cuts a long name, since a service may send any. Adds a
 * number if the name is taken.
 */
function unusedFolderPath(folder: string, name: string): string {
  const allowed = [...name.replaceAll(/[^\p{L}\p{N} _-]/gu, '')].slice(0, maxNameCharacters).join('');
  const plain = allowed.trim() || 'Workspace';
  const named = (count: number) => path.join(folder, count === 1 ? plain : `${plain} ${count}`);
  let count = 1;
  while (existsSync(named(count))) count += 1;
  return named(count);
}
