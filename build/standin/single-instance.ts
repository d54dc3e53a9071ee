/** Imitates Electron's single instance lock, which allows one instance of the app per data folder. */
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

type OnSecondInstance = (argv: string[], workingDirectory: string, data: unknown) => void;

/**
 * The lock of one data folder. The first instance of the app creates a lock file with its process id. A later instance
 * writes its arguments to a file in the inbox folder. The first instance watches this folder and reads the file. All
 * calls are synchronous, as in Electron.
 */
export class SingleInstanceLock {
  held = false;
  readonly #folder: string;
  readonly #inbox: string;
  readonly #lock: string;
  readonly #onSecondInstance: OnSecondInstance;
  #watcher: FSWatcher | null = null;

  constructor(userData: string, onSecondInstance: OnSecondInstance) {
    this.#folder = path.join(userData, 'standin-instance');
    this.#inbox = path.join(this.#folder, 'inbox');
    this.#lock = path.join(this.#folder, 'pid');
    this.#onSecondInstance = onSecondInstance;
  }

  acquire(argv: string[], data: unknown): boolean {
    if (this.held) return true;
    mkdirSync(this.#inbox, { recursive: true });
    if (this.#isHolderAlive()) {
      // The first instance reads only files that end with .json. The file gets this ending when it is complete.
      const argumentsFile = path.join(this.#inbox, `${process.pid}-${Date.now()}`);
      writeFileSync(argumentsFile, JSON.stringify({ argv, workingDirectory: process.cwd(), data }));
      renameSync(argumentsFile, `${argumentsFile}.json`);
      return false;
    }
    rmSync(this.#lock, { force: true });
    try {
      writeFileSync(this.#lock, String(process.pid), { flag: 'wx' });
    } catch {
      return this.acquire(argv, data); // Another instance has just created the lock file.
    }
    this.held = true;
    for (const old of readdirSync(this.#inbox)) rmSync(path.join(this.#inbox, old), { force: true });
    this.#watcher = watch(this.#inbox, () => this.#readInbox());
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

  #isHolderAlive(): boolean {
    try {
      const pid = Number(readFileSync(this.#lock, 'utf8'));
      process.kill(pid, 0);
      // After a crash of the first instance, its process id may belong to another program.
      return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('standin');
    } catch {
      return false;
    }
  }

  #readInbox(): void {
    for (const name of readdirSync(this.#inbox)) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(this.#inbox, name);
      const { argv, workingDirectory, data } = JSON.parse(readFileSync(file, 'utf8'));
      rmSync(file, { force: true });
      this.#onSecondInstance(argv, workingDirectory, data);
    }
  }
}
