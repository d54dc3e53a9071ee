/**
 * Connects the page's world with the preload world, as Electron's contextBridge does. Both worlds share one DOM. They
 * send messages as the detail of CustomEvents, which Chromium copies by structured clone. Functions and promises stay
 * in their own world. The other world gets a number for each function and promise.
 *
 * Runs in both worlds as injected source, before any script of the page. Keeps references to the built-ins that it
 * needs, so that the page cannot replace them.
 *
 * The names of the CustomEvents, and the keys of the objects that stand for functions and promises, begin with
 * `secretPrefix`, which the page cannot guess.
 */
export function connectPageAndPreload(secretPrefix: string, side: 'page' | 'preload') {
  type Fn = (...args: unknown[]) => unknown;
  type Message =
    | { op: 'call'; id: number; fn: number; args: unknown[] }
    | { op: 'returned'; id: number; ok: boolean; value: unknown }
    | { op: 'settled'; id: number; ok: boolean; value: unknown }
    | { op: 'expose'; name: string; api: unknown };
  interface Settle {
    resolve(value: unknown): void;
    reject(reason: unknown): void;
  }
  const { keys, getPrototypeOf, freeze: freezeObject, hasOwn, defineProperty } = Object;
  const { isArray } = Array;
  const toText = Function.prototype.call.bind(Object.prototype.toString) as (value: unknown) => string;
  const NativePromise = Promise;
  const NativeEvent = CustomEvent;
  const objectProto = Object.prototype;
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as (this: Event) => unknown;
  const readDetail = Function.prototype.call.bind(detailOf) as (event: Event) => Message | null;
  const dispatch = document.dispatchEvent.bind(document);

  const FUNCTION = `${secretPrefix}function`;
  const PROMISE = `${secretPrefix}promise`;
  const other = side === 'page' ? 'preload' : 'page';
  const functions = new Map<number, Fn>();
  const numbers = new WeakMap<Fn, number>();
  const returned = new Map<number, { ok: boolean; value: unknown }>();
  const promises = new Map<number, Settle>();
  let last = 0;

  const post = (message: Message) => dispatch(new NativeEvent(secretPrefix + other, { detail: message }));
  // A structured clone keeps name, message and stack of an error, as Electron does. Thrown values of other types are
  // sent like returned results.
  const wrapError = (reason: unknown) => (reason instanceof Error ? reason : wrap(reason));

  const path = new Set<object>();
  /**
   * Replaces functions and promises with numbers. Copies only the parts of the value that contain them, because the
   * structured clone copies the whole value later.
   */
  function wrap(value: unknown): unknown {
    if (typeof value === 'function') {
      let number = numbers.get(value as Fn);
      if (!number) {
        number = ++last;
        numbers.set(value as Fn, number);
        functions.set(number, value as Fn);
      }
      return { [FUNCTION]: number };
    }
    if (value === null || typeof value !== 'object' || path.has(value)) return value;
    if (value instanceof NativePromise) {
      const id = ++last;
      value.then(
        (result) => post({ op: 'settled', id, ok: true, value: wrap(result) }),
        (reason) => post({ op: 'settled', id, ok: false, value: wrapError(reason) }),
      );
      return { [PROMISE]: id };
    }
    const proto = getPrototypeOf(value);
    const plain = proto === null || proto === objectProto || toText(value) === '[object Object]';
    if (!plain && !isArray(value)) return value;
    path.add(value);
    const record = value as Record<string, unknown>;
    let copy: Record<string, unknown> | null = null;
    for (const key of keys(record)) {
      const wrapped = wrap(record[key]);
      if (wrapped === record[key]) continue;
      copy ??= (isArray(value) ? value.slice() : { ...record }) as Record<string, unknown>;
      copy[key] = wrapped;
    }
    path.delete(value);
    return copy ?? value;
  }

  function unwrap(value: unknown, freeze = false, done = new Set<object>()): unknown {
    if (value === null || typeof value !== 'object' || done.has(value)) return value;
    const record = value as Record<string, unknown>;
    if (hasOwn(record, FUNCTION)) return (...args: unknown[]) => call(record[FUNCTION] as number, args);
    if (hasOwn(record, PROMISE)) {
      return new NativePromise((resolve, reject) => promises.set(record[PROMISE] as number, { resolve, reject }));
    }
    if (!isArray(value) && getPrototypeOf(value) !== objectProto) return value;
    done.add(value);
    for (const key of keys(record)) record[key] = unwrap(record[key], freeze, done);
    return freeze ? freezeObject(value) : value;
  }

  function call(fn: number, args: unknown[]): unknown {
    const id = ++last;
    post({ op: 'call', id, fn, args: wrap(args) as unknown[] });
    const answer = returned.get(id);
    returned.delete(id);
    if (!answer) throw new Error('An object could not be cloned.');
    if (!answer.ok) throw answer.value;
    return answer.value;
  }

  document.addEventListener(
    secretPrefix + side,
    (event) => {
      const message = readDetail(event);
      if (!message) return; // The detail could not be cloned. The caller throws because it gets no answer.
      if (message.op === 'call') {
        let ok = true;
        let value: unknown;
        try {
          value = wrap(functions.get(message.fn)?.(...(unwrap(message.args) as unknown[])));
        } catch (reason) {
          ok = false;
          value = wrapError(reason);
        }
        post({ op: 'returned', id: message.id, ok, value });
      } else if (message.op === 'returned') {
        returned.set(message.id, { ok: message.ok, value: unwrap(message.value) });
      } else if (message.op === 'settled') {
        const promise = promises.get(message.id);
        promises.delete(message.id);
        if (message.ok) promise?.resolve(unwrap(message.value));
        else promise?.reject(unwrap(message.value));
      } else {
        defineProperty(globalThis, message.name, { value: unwrap(message.api, true), enumerable: true });
      }
    },
    true,
  );
  return { expose: (name: string, api: unknown) => post({ op: 'expose', name, api: wrap(api) }) };
}
