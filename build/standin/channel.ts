/** Messages between the stand-in and the preload world of a page. */
import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app } from './app.ts';
import { makeCodec } from './page/codec.ts';
import type { FromPage, ToPage } from './page/preload-runtime.ts';
import { binding, preloadWorld, secret } from './page/source.ts';
import type { Json, PipeSession } from './pipe.ts';
import { unlessGone } from './strict.ts';

const { encode, decode } = makeCodec();

/**
 * Messages from this length on go to the page as a file. A DevTools command costs Chromium 40 ms per megabyte, while
 * Electron's own messages cost a few ms. An answer of 1.7 MB took 55 ms as zipped commands and takes 20 ms as a file.
 */
const fileFrom = 64 * 1024;

/** The folder of these files. Its first use removes files that a killed process left. */
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
  /** Called when a new document's preload has run, before waiting messages are delivered. */
  greet(): void;
  told(message: FromPage, contextId: number): void;
}

interface Context {
  readonly unique: string;
  readonly id: number;
  /** Object id of the file input through which the document receives files. */
  readonly slot: Promise<string>;
}

/** Sends messages to the preload world of a window's current document, and receives its messages. */
export class PageChannel {
  readonly #options: Options;
  #page: PipeSession | null = null;
  #context: Context | null = null;
  /** Messages for the next document, delivered when its preload has run. */
  #queue: ToPage[] = [];
  /** Set while a large message is sent: later messages wait for it. */
  #sending: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  async attach(page: PipeSession): Promise<void> {
    this.#page = page;
    page.on('Runtime.executionContextCreated', ({ context }: Json) => {
      // Blank first documents have the world too, but no origin and no preload.
      const ours = context.name === preloadWorld && context.auxData.frameId === page.target.targetId;
      if (!ours || !/^https?:/.test(context.origin)) return;
      const slot = page
        .send('Runtime.evaluate', {
          expression: `globalThis[${JSON.stringify(secret)}].slot`,
          uniqueContextId: context.uniqueId,
        })
        .then(({ result }) => result.objectId as string);
      unlessGone(slot);
      this.#context = { unique: context.uniqueId, id: context.id, slot };
      this.#options.greet();
      const queue = this.#queue;
      this.#queue = [];
      for (const message of queue) this.deliver(message);
    });
    page.on('Runtime.executionContextDestroyed', (event: Json) => {
      if (event.executionContextUniqueId === this.#context?.unique) this.#context = null;
    });
    page.on('Runtime.executionContextsCleared', () => {
      this.#context = null;
    });
    page.on('Runtime.bindingCalled', ({ name, payload, executionContextId }: Json) => {
      if (name !== binding) return;
      const message = decode(payload) as FromPage;
      if (message[0] === 'read') unlessGone(rm(path.join(folderOf(), path.basename(message[1]))));
      else this.#options.told(message, executionContextId);
    });
    await Promise.all([
      page.send('Runtime.enable'),
      page.send('Runtime.addBinding', { name: binding, executionContextName: preloadWorld }),
    ]);
  }

  /** Whether the context's document is still loaded. */
  isCurrent(contextId: number): boolean {
    return this.#context?.id === contextId;
  }

  /** Sends to the current document, or to the next one. Throws for values that cannot be cloned. */
  send(message: ToPage): void {
    if (this.#context) this.deliver(message);
    else this.#queue.push(decode(encode(message)) as ToPage);
  }

  /** Sends to the current document, if there is one. Throws for values that cannot be cloned. */
  deliver(message: ToPage): void {
    const texts: string[] = [];
    const text = encode(message, texts);
    const context = this.#context;
    if (texts.length === 0 && text.length < fileFrom) {
      // Only answers and events come in order: closing a window does not wait for a large answer.
      const isOrdered = message[0] === 'answer' || message[0] === 'event';
      if (this.#sending && isOrdered) this.#sendInTurn(async () => this.#run(text, context));
      else this.#run(text, context);
      return;
    }
    const parts = [text, ...texts];
    const lengths = parts.map((part) => part.length);
    const file = nextFile();
    const written = writeFile(file, parts.join(''), { mode: 0o600 });
    this.#sendInTurn(async () => {
      await written;
      await this.#give(file, lengths, context);
    });
  }

  /** Puts the file into the page's field. The page reports when it has read it. */
  async #give(file: string, lengths: number[], context: Context | null): Promise<void> {
    if (!context || this.#context !== context || !this.#page) {
      await rm(file);
      return;
    }
    const objectId = await context.slot;
    unlessGone(this.#page.send('DOM.setFileInputFiles', { files: [file], objectId }));
    this.#run(encode(['file', lengths] satisfies ToPage), context);
  }

  #sendInTurn(send: () => Promise<void>): void {
    const sending = (this.#sending ?? Promise.resolve()).then(send).then(() => {
      if (this.#sending === sending) this.#sending = null;
    });
    this.#sending = sending;
  }

  /** Runs a script in the document of the context, if that document is still loaded. */
  #run(text: string, context: Context | null): void {
    if (!this.#context || this.#context !== context || !this.#page) return;
    unlessGone(
      this.#page.send('Runtime.callFunctionOn', {
        functionDeclaration: `function (text) { globalThis[${JSON.stringify(secret)}](text); }`,
        uniqueContextId: this.#context.unique,
        arguments: [{ value: text }],
      }),
    );
  }

  /** Simulates a user gesture: Chromium runs beforeunload only in pages that a person has used. */
  touch(): void {
    if (!this.#context || !this.#page) return;
    const gesture = { expression: '0', uniqueContextId: this.#context.unique, userGesture: true };
    unlessGone(this.#page.send('Runtime.evaluate', gesture));
  }
}
