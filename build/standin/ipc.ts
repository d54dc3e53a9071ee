/** Imitates Electron's `ipcMain`. */
import { StrictEmitter } from './strict.ts';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** `ipcMain`: one handler per channel for `invoke`, and event listeners per channel for `send`. */
export class IpcMain extends StrictEmitter {
  // Event names are the channels of the app, so every name is allowed.
  protected static override events = 'any' as const;
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (...args) => {
      this.removeHandler(channel);
      return handler(...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  async callHandler(channel: string, event: Electron.IpcMainInvokeEvent, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return await handler(event, ...args);
  }
}

export const ipcMain = new IpcMain();
