/** Backups of all workspaces by the hour, day and week, as files in a folder that the person has chosen. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BackupFile, BackupState } from '../../shared/bridge/index.ts';
import { workspaceFileExtension } from '../../shared/bridge/link-format.ts';
import { errorMessage, type Outcome } from '../../shared/contract/index.ts';
import type { Clock } from '../client/clock.ts';
import { plainFileName } from './export-folder.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How often to look whether a backup is due: the computer may have slept. */
const checkMs = 10 * 60_000;
/** After the start, which is busy with windows. */
const firstCheckMs = 60_000;

/** Of each span the newest backup is kept, for as long as `keptMs`. */
const spans = [
  { ms: hourMs, keptMs: dayMs },
  { ms: dayMs, keptMs: 14 * dayMs },
  { ms: 7 * dayMs, keptMs: 26 * 7 * dayMs },
] as const;
/** These stay whatever their age. */
const keptAnyway = 3;

/** `times` in ms since 1970, of one workspace. */
export function timesToDelete(times: readonly number[], now: number): number[] {
  const newestFirst = times.toSorted((a, b) => b - a);
  const kept = new Set(newestFirst.slice(0, keptAnyway));
  for (const { ms, keptMs } of spans) {
    const seen = new Set<number>();
    for (const time of newestFirst) {
      const span = Math.floor(time / ms);
      if (now - time < keptMs && !seen.has(span)) kept.add(time);
      seen.add(span);
    }
  }
  return newestFirst.filter((time) => !kept.has(time));
}

const fileName = new RegExp(
  `^(.*) ([\\w-]{1,60}) (\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)Z\\.${workspaceFileExtension}$`,
);

export const backupFileName = (name: string, id: string, at: string): string =>
  `${plainFileName(name)} ${id} ${at.slice(0, 19).replaceAll(':', '-')}Z.${workspaceFileExtension}`;

/** Other files of the folder are left out. */
export function readBackups(folder: string): BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name): BackupFile[] => {
      const [, workspaceName, workspaceId, day, hour, minute, second] = fileName.exec(name) ?? [];
      const at = `${day}T${hour}:${minute}:${second}.000Z`;
      if (workspaceName === undefined || workspaceId === undefined || Number.isNaN(Date.parse(at))) return [];
      const stat = statSync(path.join(folder, name), { throwIfNoEntry: false });
      return stat?.isFile() ? [{ name, workspaceId, workspaceName, at, bytes: stat.size }] : [];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** What is left of a backup during which the app or the computer ended. */
function removeUnfinished(folder: string, id: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.endsWith('.part') && fileName.exec(name.slice(0, -'.part'.length))?.[2] === id)
      rmSync(path.join(folder, name), { recursive: true, force: true });
}

interface BackupsOptions {
  readonly clock: Clock;
  readonly folder: () => string | null;
  readonly workspaces: () => readonly { readonly id: string; readonly name: string }[];
  /** Equal as long as nothing in the workspace's files changes. */
  readonly versionOf: (id: string) => string;
  readonly pack: (request: {
    readonly id: string;
    readonly target: string;
    readonly at: string;
  }) => Promise<Outcome<string>>;
  /** Called with the first failure, and again only with one after a success. */
  readonly onFailure: (message: string) => void;
  readonly onChange: (state: BackupState) => void;
}

export class Backups {
  readonly #options: BackupsOptions;
  readonly #backedUp = new Map<string, string>();
  #running: Promise<void> | undefined;
  #failure: string | null = null;
  #stop: (() => void) | undefined;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  get state(): BackupState {
    const folder = this.#options.folder();
    const files = folder === null ? [] : readBackups(folder);
    return { folder, isRunning: this.#running !== undefined, failure: this.#failure, files };
  }

  /** Backs up what is due soon, and again later. */
  start(afterMs = firstCheckMs): void {
    this.#stop = this.#options.clock.after(afterMs, () => {
      void this.run();
      this.start(checkMs);
    });
  }

  stop(): void {
    this.#stop?.();
  }

  /** Those whose last backup is older than an hour and whose files have changed since; with `all`, every workspace. */
  run({ all = false } = {}): Promise<void> {
    this.#running ??= this.#run(all).finally(() => {
      this.#running = undefined;
      this.#options.onChange(this.state);
    });
    return this.#running;
  }

  async #run(all: boolean): Promise<void> {
    const { clock, folder: chosen, workspaces, versionOf, pack, onFailure } = this.#options;
    const folder = chosen();
    if (folder === null) return;
    const failures: string[] = [];
    for (const { id, name } of workspaces()) {
      try {
        removeUnfinished(folder, id);
        const now = clock.now();
        const [newest] = readBackups(folder).filter(({ workspaceId }) => workspaceId === id);
        const version = versionOf(id);
        const isDue = !newest || now - Date.parse(newest.at) >= hourMs;
        if (!all && (!isDue || (newest && this.#backedUp.get(id) === version))) continue;
        const at = new Date(now).toISOString();
        const packed = await pack({ id, target: path.join(folder, backupFileName(name, id, at)), at });
        if (!packed.ok) {
          failures.push(`${name}: ${packed.failure.message}`);
          continue;
        }
        this.#backedUp.set(id, version);
        // Only after a new backup, so that a failing disk does not take the old ones.
        const files = readBackups(folder).filter(({ workspaceId }) => workspaceId === id);
        const old = new Set(
          timesToDelete(
            files.map((file) => Date.parse(file.at)),
            now,
          ),
        );
        for (const file of files)
          if (old.has(Date.parse(file.at))) rmSync(path.join(folder, file.name), { force: true });
      } catch (error) {
        failures.push(`${name}: ${errorMessage(error)}`);
      }
    }
    const isNew = this.#failure === null;
    this.#failure = failures.length > 0 ? failures.join(' ') : null;
    if (this.#failure !== null && isNew) onFailure(this.#failure);
  }
}
