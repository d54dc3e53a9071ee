import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { makeCodec } from './page/codec.ts';
import type { FromPage, ToPage } from './page/preload-runtime.ts';
import { binding, preloadWorld, secret } from './page/source.ts';
import type { Json, PipeSession } from './pipe.ts';
import { unlessGone } from './strict.ts';

const { encode, decode } = makeCodec();

/**
 * Longer messages go zipped. A DevTools command costs Chromium some 40 ms per megabyte; fast gzip costs 3 ms per megabyte
 * here and less there, and makes a tenth of the rows that an app sends. Measured with a 3 MB answer: 90 ms through an
 * intercepted fetch, 25 ms zipped.
 */
const zipFrom = 64 * 1024;
/** Characters of a piece: pieces are zipped side by side, and one is unzipped while the next is on its way. */
const pieceLength = 512 * 1024;
const zip = promisify(gzip) as (text: string, options: { level: number; memLevel: number }) => Promise<Buffer>;

/** No piece ends within a pair of surrogates: each becomes UTF-8 by itself. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + pieceLength);
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] as string)) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

interface Options {
  /** A new document's preload has run: what it must know first is delivered here, before what has waited. */
  greet(): void;
  told(message: FromPage, contextId: number): void;
}

interface Context {
  readonly unique: string;
  readonly id: number;
}

/** Messages between us and the preload's world of a window's current document. */
export class PageChannel {
  readonly #options: Options;
  #page: PipeSession | null = null;
  #context: Context | null = null;
  /** Sent before a document's preload has run; delivered then. */
  #queue: ToPage[] = [];
  /** Large messages on their way: what comes later waits. */
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
      this.#context = { unique: context.uniqueId, id: context.id };
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
      if (name === binding) this.#options.told(decode(payload) as FromPage, executionContextId);
    });
    await Promise.all([
      page.send('Runtime.enable'),
      page.send('Runtime.addBinding', { name: binding, executionContextName: preloadWorld }),
    ]);
  }

  /** Whether the document that this context belonged to is still there. */
  isCurrent(contextId: number): boolean {
    return this.#context?.id === contextId;
  }

  /** To the document that is there, or to the next one. What cannot be cloned throws. */
  send(message: ToPage): void {
    if (this.#context) this.deliver(message);
    else this.#queue.push(decode(encode(message)) as ToPage);
  }

  /** To the document that is there, or to nobody. What cannot be cloned throws. */
  deliver(message: ToPage): void {
    const texts: string[] = [];
    const text = encode(message, texts);
    const context = this.#context;
    if (texts.length === 0 && text.length < zipFrom) {
      // Only answers and events come in order: closing a window does not wait for a large answer.
      const isOrdered = message[0] === 'answer' || message[0] === 'event';
      if (this.#sending && isOrdered) this.#sendInTurn(async () => this.#run(text, context));
      else this.#run(text, context);
      return;
    }
    const parts = [text, ...texts];
    const whole = `${JSON.stringify(parts.map((part) => part.length))}\n${parts.join('')}`;
    const pieces = [...piecesOf(whole)].map((piece) => zip(piece, { level: 1, memLevel: 9 }));
    this.#sendInTurn(async () => {
      for (const [index, piece] of pieces.entries()) {
        const zipped = (await piece).toString('base64');
        this.#run(encode(['zipped', zipped, index === pieces.length - 1] satisfies ToPage), context);
      }
    });
  }

  #sendInTurn(send: () => Promise<void>): void {
    const sending = (this.#sending ?? Promise.resolve()).then(send).then(() => {
      if (this.#sending === sending) this.#sending = null;
    });
    this.#sending = sending;
  }

  /** To the document that it is for, if that is still there. */
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

  /** Chromium asks only pages that a person has used whether they may be closed: a gesture that stands for that. */
  touch(): void {
    if (!this.#context || !this.#page) return;
    const gesture = { expression: '0', uniqueContextId: this.#context.unique, userGesture: true };
    unlessGone(this.#page.send('Runtime.evaluate', gesture));
  }
}
