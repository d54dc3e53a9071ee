/**
 * Exchanges messages with the preload world of a page, over the DevTools protocol. The preload world is the isolated
 * JavaScript world in which the preload script runs.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app } from './app.ts';
import { makeStructuredCloneCodec } from './page/codec.ts';
import type { MessageFromPage, MessageToPage } from './page/preload-runtime.ts';
import { preloadBindingName, preloadWorldName, secretNamePrefix } from './page/source.ts';
import type { DevToolsData, DevToolsSession } from './pipe.ts';
import { logErrorUnlessWindowClosed } from './strict.ts';

const { encode, decode } = makeStructuredCloneCodec();

/**
 * Minimum length, in characters, of a message that is sent to the page as a file, because this is faster for large
 * messages: 1.7 MB take Chromium 20 ms in a file, and about 70 ms in a DevTools command.
 */
const minFileMessageLength = 64 * 1024;

/**
 * The folder for messages that are sent as files. The first call of `folderOf` sets `folder`, and removes files that a
 * killed process left there.
 */
let folder: string | null = null;
function folderOf(): string {
  if (folder !== null) return folder;
  folder = path.join(app.getPath('userData'), 'standin-files');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

let files = 0;
function nextFile(): string {
  files += 1;
  return path.join(folderOf(), String(files));
}

interface Options {
  /**
   * Called when the preload script of a new document has run. Messages that wait for the document are delivered
   * afterwards.
   */
  onPreloadReady(): void;
  onMessage(message: MessageFromPage, contextId: number): void;
}

interface PreloadContext {
  readonly unique: string;
  readonly id: number;
  /** Object id of the file input through which the document receives files. */
  readonly slot: Promise<string>;
}

/** Sends messages to the preload world of a window's current document, and receives messages from it. */
export class PageChannel {
  readonly #options: Options;
  #page: DevToolsSession | null = null;
  #context: PreloadContext | null = null;
  /** Messages for the next document. They are delivered when its preload script has run. */
  #queue: MessageToPage[] = [];
  /** Pending while files are sent; null at other times. Later answers and events wait until this promise resolves. */
  #sending: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  async attach(page: DevToolsSession): Promise<void> {
    this.#page = page;
    page.on('Runtime.executionContextCreated', ({ context }: DevToolsData) => {
      // Ignores the first, blank document of a window. It also has a preload world, but no origin and no preload
      // script.
      const ours = context.name === preloadWorldName && context.auxData.frameId === page.target.targetId;
      if (!ours || !/^https?:/.test(context.origin)) return;
      const slot = page
        .send('Runtime.evaluate', {
          expression: `globalThis[${JSON.stringify(secretNamePrefix)}].slot`,
          uniqueContextId: context.uniqueId,
        })
        .then(({ result }) => result.objectId as string);
      logErrorUnlessWindowClosed(slot);
      this.#context = { unique: context.uniqueId, id: context.id, slot };
      this.#options.onPreloadReady();
      const queue = this.#queue;
      this.#queue = [];
      for (const message of queue) this.deliver(message);
    });
    page.on('Runtime.executionContextDestroyed', (event: DevToolsData) => {
      if (event.executionContextUniqueId === this.#context?.unique) this.#context = null;
    });
    page.on('Runtime.executionContextsCleared', () => {
      this.#context = null;
    });
    page.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: DevToolsData) => {
      if (name !== preloadBindingName) return;
      const message = decode(payload) as MessageFromPage;
      if (message[0] === 'read') logErrorUnlessWindowClosed(rm(path.join(folderOf(), path.basename(message[1]))));
      else this.#options.onMessage(message, executionContextId);
    });
    await Promise.all([
      page.send('Runtime.enable'),
      page.send('Runtime.addBinding', { name: preloadBindingName, executionContextName: preloadWorldName }),
    ]);
  }

  /** Returns true if the document of the context is still loaded. */
  isCurrent(contextId: number): boolean {
    return this.#context?.id === contextId;
  }

  /**
   * Sends a message to the current document. If no document is loaded, keeps the message for the next document.
   * @throws Error for values that cannot be cloned
   */
  send(message: MessageToPage): void {
    if (this.#context) this.deliver(message);
    else this.#queue.push(decode(encode(message)) as MessageToPage);
  }

  /**
   * Sends a message to the current document. Does nothing if no document is loaded.
   * @throws Error for values that cannot be cloned
   */
  deliver(message: MessageToPage): void {
    const texts: string[] = [];
    const text = encode(message, texts);
    const context = this.#context;
    if (texts.length === 0 && text.length < minFileMessageLength) {
      // A large message is sent as files, which takes time. Answers and events wait for it, so that they stay in order.
      // Other messages do not wait, so that a window, for example, can close at once.
      const isOrdered = message[0] === 'answer' || message[0] === 'event';
      if (this.#sending && isOrdered) this.#sendInOrder(async () => this.#passToPage(text, context));
      else this.#passToPage(text, context);
      return;
    }
    const parts = [text, ...texts];
    const lengths = parts.map((part) => part.length);
    const file = nextFile();
    const written = writeFile(file, parts.join(''), { mode: 0o600 });
    this.#sendInOrder(async () => {
      await written;
      await this.#sendFile(file, lengths, context);
    });
  }

  /** Puts a file into the page's file input. The page sends the message `read` after it has read the file. */
  async #sendFile(file: string, lengths: number[], context: PreloadContext | null): Promise<void> {
    if (!context || this.#context !== context || !this.#page) {
      await rm(file);
      return;
    }
    const objectId = await context.slot;
    logErrorUnlessWindowClosed(this.#page.send('DOM.setFileInputFiles', { files: [file], objectId }));
    this.#passToPage(encode(['file', lengths] satisfies MessageToPage), context);
  }

  #sendInOrder(send: () => Promise<void>): void {
    const sending = (this.#sending ?? Promise.resolve()).then(send).then(() => {
      if (this.#sending === sending) this.#sending = null;
    });
    this.#sending = sending;
  }

  /** Passes an encoded message to the document of the context, if that document is still loaded. */
  #passToPage(text: string, context: PreloadContext | null): void {
    if (!this.#context || this.#context !== context || !this.#page) return;
    logErrorUnlessWindowClosed(
      this.#page.send('Runtime.callFunctionOn', {
        functionDeclaration: `function (text) { globalThis[${JSON.stringify(secretNamePrefix)}](text); }`,
        uniqueContextId: this.#context.unique,
        arguments: [{ value: text }],
      }),
    );
  }

  /**
   * Simulates a user gesture. Without a gesture in a page, Chromium does not run the page's `beforeunload` listeners.
   */
  simulateUserGesture(): void {
    if (!this.#context || !this.#page) return;
    const gesture = { expression: '0', uniqueContextId: this.#context.unique, userGesture: true };
    logErrorUnlessWindowClosed(this.#page.send('Runtime.evaluate', gesture));
  }
}
