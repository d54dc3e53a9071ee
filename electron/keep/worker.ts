/** The thread for copies, checks and backups, so that windows stay usable and main loads no SQLite. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { workspaceViewStateNames } from '../../shared/bridge/view-states.ts';
import { conflictFailure, defectFailure, type Failure, isRecord, type Outcome } from '../../shared/contract/index.ts';
import { parseJson } from '../client/json.ts';
import { connectRpc } from '../engine/thread-rpc.ts';
import { replicaFileNames, storageFailure } from '../replica/store/replica-files.ts';
import { StorageError } from '../service/storage.ts';
import { countRows, packWorkspace, serviceFileName, settingsFileName, takeCopy } from './archive.ts';
import { ForeignFileError } from './foreign-database.ts';
import type { KeepThreadFunctions, PresentWorkspace, TakenCopy } from './messages.ts';
import { copyReplica } from './replica-copy.ts';
import { examineFolder } from './workspace-files.ts';

const thread = parentPort;
if (!thread) throw new Error('The thread for copies needs a parent thread');

/** Errors whose message is for a person are failures. */
async function answered<T>(folder: string, work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, failure: failureOf(error, folder) };
  }
}

function failureOf(error: unknown, folder: string): Failure {
  if (error instanceof ForeignFileError) return conflictFailure('copy', error.message);
  if (error instanceof StorageError) return conflictFailure('storage', error.message);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return conflictFailure('copy', `${message}. The file or its folder is not there any more.`);
  return storageFailure(error, folder) ?? defectFailure(error);
}

connectRpc<Record<never, never>, KeepThreadFunctions>(thread, {
  take: ({ source, target, present }) => answered(target, () => take(source, target, present)),
  pack: ({ workspace, folder, isOpen, settings, at, target }) =>
    answered(path.dirname(target), async () => {
      const file = (name: string) => (existsSync(path.join(folder, name)) ? path.join(folder, name) : null);
      // The outbox of an open workspace is locked; main has renewed its backup.
      const outbox = file(isOpen ? replicaFileNames.backup : replicaFileNames.outbox);
      const service = workspace.kind === 'local' ? path.join(folder, serviceFileName) : null;
      await packWorkspace({ service, outbox, settings, workspace, at, target });
      return null;
    }),
  examine: ({ folder, isOpen, mends }) => answered(folder, () => examineFolder(folder, { isOpen, mends })),
  copyReplica: (task) =>
    answered(path.dirname(task.target), () => {
      copyReplica(task);
      return null;
    }),
  close: () => thread.close(),
});

async function take(source: string, target: string, present: readonly PresentWorkspace[]): Promise<TakenCopy> {
  const info = await takeCopy(source, target);
  const file = path.join(target, settingsFileName);
  const settings = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const parsed = settings === null ? undefined : parseJson(settings);
  const views = isRecord(parsed) && isRecord(parsed.views) ? parsed.views : {};
  const here =
    info.kind === 'local'
      ? comparedWith(path.join(target, serviceFileName), present)
      : present.find(({ baseUrl, accountId }) => baseUrl === info.baseUrl && accountId === info.accountId);
  return {
    settings,
    preview: {
      ...info,
      ...outboxNumbers(path.join(target, replicaFileNames.outbox)),
      savedViews: workspaceViewStateNames(views, info.id).length,
      hasSettings: isRecord(parsed) && parsed.theme !== undefined,
      present: here ? { counts: null, cards: null, ...here } : null,
    },
  };
}

function outboxNumbers(file: string): { readonly drafts: number; readonly waiting: number } {
  if (!existsSync(file)) return { drafts: 0, waiting: 0 };
  const db = new SQLite(file, { readonly: true });
  try {
    const count = (sql: string) => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() as number;
    return { drafts: count('draft'), waiting: count(`operation WHERE state <> 'acknowledged'`) + count('upload') };
  } finally {
    db.close();
  }
}

/** The local workspace of the same organization, and what happened to its cards since the copy. */
function comparedWith(copy: string, present: readonly PresentWorkspace[]) {
  for (const { id, name, folder, baseUrl } of present) {
    const file = path.join(folder, serviceFileName);
    if (baseUrl !== null || !existsSync(file)) continue;
    const db = new SQLite(file, { readonly: true, timeout: 10_000 });
    try {
      db.prepare('ATTACH ? AS copy').run(copy);
      const isSame = db.prepare('SELECT 1 FROM main.account a JOIN copy.account b ON a.id = b.id').get() !== undefined;
      if (!isSame) continue;
      const count = (sql: string) => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() as number;
      const cards = {
        onlyHere: count('main.card WHERE cardId NOT IN (SELECT cardId FROM copy.card)'),
        onlyInCopy: count('copy.card WHERE cardId NOT IN (SELECT cardId FROM main.card)'),
        changed: count(
          'main.card a JOIN copy.card b ON a.cardId = b.cardId WHERE a.version IS NOT b.version OR a.lastUpdatedAt IS NOT b.lastUpdatedAt',
        ),
      };
      return { id, name, counts: countRows(db), cards };
    } catch {
      // A damaged workspace cannot be compared, and is the reason to restore it.
    } finally {
      db.close();
    }
  }
  return undefined;
}
