/** Sends commands of the DevTools protocol to Chromium, and receives its events. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** A result or an event of Chromium. The reference of the DevTools protocol defines its fields. */
// biome-ignore lint/suspicious/noExplicitAny: the DevTools protocol is untyped JSON and every caller names the fields it reads
export type DevToolsData = any;

interface PendingCommand {
  resolve(result: DevToolsData): void;
  reject(error: Error): void;
  method: string;
}

/**
 * An attached page, worker or frame. Emits DevTools events under their names in the protocol. `send` sends a command.
 */
export class DevToolsSession extends EventEmitter {
  readonly id: string;
  readonly target: { targetId: string; type: string; url: string; openerId?: string };
  readonly #pipe: DevToolsPipe;

  constructor(pipe: DevToolsPipe, id: string, target: DevToolsSession['target']) {
    super();
    this.setMaxListeners(0);
    this.#pipe = pipe;
    this.id = id;
    this.target = target;
  }

  send(method: string, params: object = {}): Promise<DevToolsData> {
    return this.#pipe.send(method, params, this.id);
  }
}

/**
 * The connection to Chromium's `--remote-debugging-pipe`. Messages are JSON texts that end with NUL. They are written
 * to Chromium's file descriptor 3 and read from its file descriptor 4, so no port is opened. The pipe closes when this
 * process ends, and Chromium then ends, too. In rare cases Chromium stays alive; `killProfileOwner` in chromium.ts
 * kills it at the next start.
 */
export class DevToolsPipe extends EventEmitter {
  readonly process: ChildProcess;
  readonly #input: Writable;
  readonly #pendingCommands = new Map<number, PendingCommand>();
  readonly #sessions = new Map<string, DevToolsSession>();
  #chunks: Buffer[] = [];
  #lastId = 0;

  constructor(executable: string, args: string[], onStderr: (text: string) => void) {
    super();
    // Chromium gets a process group of its own, so that Ctrl+C in a terminal reaches only this process, which closes
    // the windows in order.
    this.process = spawn(executable, ['--remote-debugging-pipe', ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#input = this.process.stdio[3] as Writable;
    const output = this.process.stdio[4] as Readable;
    let lastOutput = '';
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastOutput = `${lastOutput}${text}`.slice(-2_000);
      onStderr(text);
    });
    this.process.on('error', (error) => this.#fail(error));
    this.process.on('exit', (code, signal) => this.emit('exit', `${signal ?? `code ${code}`}\n${lastOutput}`));
    this.#input.on('error', () => {}); // Writing fails when Chromium has ended. `#fail` rejects the commands.
    output.on('error', () => {});
    output.on('data', (chunk: Buffer) => this.#read(chunk));
    output.on('close', () => this.#fail(new Error(`Chromium has ended\n${lastOutput}`)));
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<DevToolsData> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pendingCommands.set(id, { resolve, reject, method });
      this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  addSession(id: string, target: DevToolsSession['target']): DevToolsSession {
    const session = new DevToolsSession(this, id, target);
    this.#sessions.set(id, session);
    return session;
  }

  removeSession(id: string): void {
    this.#sessions.delete(id);
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const message = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
      this.#chunks = [];
      start = end + 1;
      this.#dispatch(JSON.parse(String(message)));
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
  }

  #dispatch(message: DevToolsData): void {
    if (message.id === undefined) {
      const receiver = message.sessionId === undefined ? this : this.#sessions.get(message.sessionId);
      receiver?.emit(message.method, message.params);
      return;
    }
    const waiting = this.#pendingCommands.get(message.id);
    this.#pendingCommands.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  }

  #fail(error: Error): void {
    for (const { reject, method } of this.#pendingCommands.values()) reject(new Error(`${method}: ${error.message}`));
    this.#pendingCommands.clear();
  }
}
