/** Electron's single instance lock. */
import {
  type FSWatcher,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

type Announce = (argv: string[], workingDirectory: string, data: unknown) => void;

/**
 * One instance per userData folder, answered synchronously: the holder's pid in a lock file that is created exclusively;
 * a later instance leaves its arguments as a file in the holder's inbox, which the holder watches.
 */
export class SingleInstance {
  held = false;
  readonly #folder: string;
  readonly #inbox: string;
  readonly #lock: string;
  readonly #announce: Announce;
  #watcher: FSWatcher | null = null;

  constructor(userData: string, announce: Announce) {
    this.#folder = path.join(userData, 'standin-instance');
    this.#inbox = path.join(this.#folder, 'inbox');
    this.#lock = path.join(this.#folder, 'pid');
    this.#announce = announce;
  }

  acquire(argv: string[], data: unknown): boolean {
    if (this.held) return true;
    mkdirSync(this.#inbox, { recursive: true });
    if (this.#holderLives()) {
      // After the rename, readers see the complete file.
      const letter = path.join(this.#inbox, `${process.pid}-${Date.now()}`);
      writeFileSync(letter, JSON.stringify({ argv, workingDirectory: process.cwd(), data }));
      renameSync(letter, `${letter}.json`);
      return false;
    }
    rmSync(this.#lock, { force: true });
    try {
      writeFileSync(this.#lock, String(process.pid), { flag: 'wx' });
    } catch {
      return this.acquire(argv, data); // Another instance was faster.
    }
    this.held = true;
    for (const old of readdirSync(this.#inbox)) rmSync(path.join(this.#inbox, old), { force: true });
    this.#watcher = watch(this.#inbox, () => this.#read());
    this.#watcher.unref();
    process.on('exit', () => this.release());
    return true;
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    this.#watcher?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #holderLives(): boolean {
    try {
      const pid = Number(readFileSync(this.#lock, 'utf8'));
      process.kill(pid, 0);
      // After a crash, another program may have the number.
      return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('standin');
    } catch {
      return false;
    }
  }

  #read(): void {
    for (const name of readdirSync(this.#inbox)) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(this.#inbox, name);
      const { argv, workingDirectory, data } = JSON.parse(readFileSync(file, 'utf8'));
      rmSync(file, { force: true });
      this.#announce(argv, workingDirectory, data);
    }
  }
}
