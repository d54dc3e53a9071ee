import { gzipSync } from 'node:zlib';
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

interface Options {
  /** A new document's preload has run: what it must know first is delivered here, before what has waited. */
  greet(): void;
  told(message: FromPage, contextId: number): void;
}

/** Messages between us and the preload's world of a window's current document. */
export class PageChannel {
  readonly #options: Options;
  #page: PipeSession | null = null;
  #context: { unique: string; id: number } | null = null;
  /** Sent before a document's preload has run; delivered then. */
  #queue: ToPage[] = [];

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
    if (texts.length === 0 && text.length < zipFrom) {
      this.#run(text);
      return;
    }
    const parts = [text, ...texts];
    const whole = `${JSON.stringify(parts.map((part) => part.length))}\n${parts.join('')}`;
    const zipped = gzipSync(whole, { level: 1, memLevel: 9 }).toString('base64');
    this.#run(encode(['zipped', zipped] satisfies ToPage));
  }

  #run(text: string): void {
    if (!this.#context || !this.#page) return;
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
