/** `--backup`, `--restore` and `--doctor` of `npm run service`. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { workspaceFileExtension } from '../../shared/bridge/link-format.ts';
import { makeFolderWithParents } from '../engine/private-files.ts';
import { openServiceStorage } from '../service/storage.ts';
import { packWorkspace, serviceFileName, takeCopy } from './archive.ts';
import { examineFolder } from './workspace-files.ts';

export type KeepTask =
  | { readonly name: 'backup'; readonly file: string }
  | { readonly name: 'restore'; readonly file: string }
  | { readonly name: 'doctor'; readonly mends: boolean };

/** `data` is the folder of the database. @returns the exit code. @throws ForeignFileError, StorageError, disk errors */
export async function performKeepTask(task: KeepTask, data: string, print: (line: string) => void): Promise<number> {
  const database = path.join(data, serviceFileName);
  if (task.name === 'restore') return restore(task.file, data, database, print);
  if (!existsSync(database)) {
    print(`${data} has no ${serviceFileName}; give the folder of a service with --data`);
    return 2;
  }
  if (task.name === 'backup') {
    await pack(data, task.file);
    print(`Backed up to ${task.file}`);
    return 0;
  }
  if (task.mends) {
    const saved = unusedFile(data, 'before mending');
    await pack(data, saved);
    print(`Saved as it was: ${saved}`);
  }
  const findings = examineFolder(data, { isOpen: false, mends: task.mends });
  for (const { text, count, examples, canMend } of findings) {
    print(`${text} (${count})${canMend && !task.mends ? '; --mend mends it' : ''}`);
    for (const example of examples) print(`  ${example}`);
  }
  if (findings.length === 0) print('Everything is as it should be.');
  return findings.length === 0 ? 0 : 1;
}

async function restore(file: string, data: string, database: string, print: (line: string) => void): Promise<number> {
  makeFolderWithParents(path.resolve(data));
  const taken = path.join(data, 'restoring');
  rmSync(taken, { recursive: true, force: true });
  const { name, counts } = await takeCopy(path.resolve(file), taken);
  try {
    if (!existsSync(path.join(taken, serviceFileName))) {
      print(`${file} has no rows: it is of a workspace on a service, and the app restores it`);
      return 2;
    }
    if (existsSync(database)) {
      // Refuses a folder that a service uses.
      openServiceStorage(database, 0).close();
      const saved = unusedFile(data, 'before restoring');
      await pack(data, saved);
      print(`Saved as it was: ${saved}`);
      for (const ending of ['-wal', '-shm']) rmSync(database + ending, { force: true });
    }
    renameSync(path.join(taken, serviceFileName), database);
  } finally {
    rmSync(taken, { recursive: true, force: true });
  }
  print(
    `Restored ${name}: ${Object.entries(counts ?? {})
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}`,
  );
  return 0;
}

async function pack(data: string, target: string): Promise<void> {
  const service = path.join(data, serviceFileName);
  const workspace = {
    id: 'service',
    kind: 'local',
    name: path.basename(path.resolve(data)),
    baseUrl: null,
    accountId: null,
  } as const;
  const at = new Date().toISOString();
  await packWorkspace({ service, outbox: null, settings: null, workspace, at, target: path.resolve(target) });
}

function unusedFile(folder: string, name: string): string {
  const named = (count: number) =>
    path.join(folder, `${name}${count === 1 ? '' : ` ${count}`}.${workspaceFileExtension}`);
  let count = 1;
  while (existsSync(named(count))) count += 1;
  return named(count);
}
