/**
 * Converts values to text and back. Supports the JavaScript types of the structured clone algorithm, such as dates,
 * maps, errors and cycles, but not its types of the web platform, such as blobs. `makeStructuredCloneCodec` runs in
 * Node, and as injected source in the preload world of a page, so it uses nothing from outside its body. Nearly all
 * messages are plain JSON trees. They are not copied, and need only one JSON.stringify or JSON.parse.
 */
export function makeStructuredCloneCodec() {
  type Plain = Record<string, unknown>;
  const minLongTextLength = 16 * 1024;
  const node = typeof Buffer === 'undefined' ? null : Buffer;
  /** Returns a JSON object that represents a value that JSON lacks, or an object with a key `$`. */
  const mark = (kind: string, v?: unknown, more?: Plain): Plain => ({ $: kind, v, ...more });
  const errors: Record<string, ErrorConstructor> = {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
    EvalError,
    URIError,
  };
  const kindOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1);
  const throwNotCloneable = (what: string): never => {
    throw new Error(`An object could not be cloned. (${what})`);
  };
  // Uses `defineProperty` for '__proto__', because an assignment changes the prototype.
  const setProperty = (object: Plain, key: string, value: unknown) => {
    if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
    else object[key] = value;
  };
  const toBase64 = (bytes: Uint8Array): string =>
    node
      ? node.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
      : (bytes as Uint8Array & { toBase64(): string }).toBase64();
  const fromBase64 = (text: string): Uint8Array =>
    node
      ? new Uint8Array(node.from(text, 'base64'))
      : (Uint8Array as unknown as { fromBase64(text: string): Uint8Array }).fromBase64(text);

  /**
   * Returns the objects that occur more than once, each with the number 0; null if each object occurs only once. When
   * `encode` first writes such an object, it gives the object its final number.
   */
  function sharedObjects(root: unknown): Map<object, number> | null {
    const seen = new Set<object>();
    let shared: Map<object, number> | null = null;
    const visit = (value: unknown): void => {
      if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return;
      if (seen.has(value)) {
        shared ??= new Map();
        shared.set(value, 0);
        return;
      }
      seen.add(value);
      if (Array.isArray(value)) for (const item of value) visit(item);
      else if (value instanceof Map) for (const pair of value) pair.forEach(visit);
      else if (value instanceof Set) for (const item of value) visit(item);
      else for (const key in value) if (Object.hasOwn(value, key)) visit((value as Plain)[key]);
    };
    visit(root);
    return shared;
  }

  /**
   * Returns the value as text. If `texts` is passed, moves long strings to `texts`, because strings in `texts` need no
   * escaping. The returned text then contains the indexes of these strings.
   */
  function encode(root: unknown, texts?: string[]): string {
    const shared = sharedObjects(root);
    let numbers = 0;
    const convert = (value: unknown): unknown => {
      switch (typeof value) {
        case 'string':
          // The strings in `texts` are sent as UTF-8, which cannot represent a lone surrogate.
          if (!texts || value.length < minLongTextLength || !value.isWellFormed()) return value;
          return mark('text', texts.push(value) - 1);
        case 'boolean':
          return value;
        case 'number':
          if (Object.is(value, -0)) return mark('number', '-0');
          return Number.isFinite(value) ? value : mark('number', String(value));
        case 'undefined':
          return mark('undefined');
        case 'bigint':
          return mark('bigint', String(value));
        case 'object': {
          if (value === null) return null;
          const number = shared?.get(value);
          if (number === undefined) return object(value);
          if (number > 0) return mark('ref', number);
          shared?.set(value, ++numbers);
          const id = numbers;
          return mark('def', object(value), { id });
        }
        default:
          return throwNotCloneable(typeof value);
      }
    };
    const list = (value: unknown[]): unknown[] => {
      let copy: unknown[] | null = null;
      for (let i = 0; i < value.length; i++) {
        const encoded = convert(value[i]);
        if (copy) copy[i] = encoded;
        else if (encoded !== value[i] || !(i in value)) {
          copy = value.slice(0, i);
          copy[i] = encoded;
        }
      }
      return copy ?? value;
    };
    const record = (value: Plain, copyAlways: boolean): Plain => {
      const keys = Object.keys(value);
      let copy: Plain | null = copyAlways ? {} : null;
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i] as string;
        const encoded = convert(value[key]);
        if (!copy && encoded !== value[key]) {
          copy = {};
          for (const earlier of keys.slice(0, i)) setProperty(copy, earlier, value[earlier]);
        }
        if (copy) setProperty(copy, key, encoded);
      }
      return Object.hasOwn(value, '$') ? mark('object', copy ?? value) : (copy ?? value);
    };
    const object = (value: object): unknown => {
      if (Array.isArray(value)) return list(value);
      const proto = Object.getPrototypeOf(value);
      if (proto === Object.prototype || proto === null) return record(value as Plain, false);
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        // A page receives a Node Buffer as a Uint8Array.
        const type = node && value instanceof node ? 'Uint8Array' : value.constructor.name;
        return mark('bytes', toBase64(bytes), { type });
      }
      switch (kindOf(value)) {
        case 'Date':
          return mark('date', Number.isNaN(+(value as Date)) ? null : +(value as Date));
        case 'ArrayBuffer':
          return mark('bytes', toBase64(new Uint8Array(value as ArrayBuffer)), { type: 'ArrayBuffer' });
        case 'Map':
          return mark(
            'map',
            [...(value as Map<unknown, unknown>)].map(([k, v]) => [convert(k), convert(v)]),
          );
        case 'Set':
          return mark('set', [...(value as Set<unknown>)].map(convert));
        case 'RegExp':
          return mark('regexp', (value as RegExp).source, { flags: (value as RegExp).flags });
        case 'Error': {
          const { name, message, stack, cause } = value as Error;
          return mark('error', message, { name, stack, ...(cause === undefined ? {} : { cause: convert(cause) }) });
        }
        case 'Number':
        case 'String':
        case 'Boolean':
          return mark('boxed', convert(value.valueOf()));
        case 'Object':
          return record(value as Plain, true);
        default:
          return throwNotCloneable(kindOf(value));
      }
    };
    return JSON.stringify(convert(root));
  }

  function decode(text: string, texts: readonly string[] = []): unknown {
    const parsed: unknown = JSON.parse(text);
    if (!text.includes('"$":')) return parsed;
    const defined = new Map<number, object>();
    const plain = (value: Plain, id?: number): Plain => {
      if (id) defined.set(id, value);
      for (const key of Object.keys(value)) setProperty(value, key, convert(value[key]));
      return value;
    };
    const convert = (value: unknown, id?: number): unknown => {
      if (value === null || typeof value !== 'object') return value;
      if (Array.isArray(value)) {
        if (id) defined.set(id, value);
        for (let i = 0; i < value.length; i++) value[i] = convert(value[i]);
        return value;
      }
      return Object.hasOwn(value, '$') ? marked(value as Plain, id) : plain(value as Plain, id);
    };
    const marked = (m: Plain, id?: number): unknown => {
      const registerObject = <T extends object>(value: T): T => {
        if (id) defined.set(id, value);
        return value;
      };
      switch (m.$) {
        case 'undefined':
          return undefined;
        case 'number':
          return Number(m.v);
        case 'bigint':
          return BigInt(m.v as string);
        case 'text':
          return texts[m.v as number];
        case 'date':
          return registerObject(new Date((m.v as number | null) ?? Number.NaN));
        case 'object':
          return plain(m.v as Plain, id);
        case 'boxed':
          return registerObject(Object(convert(m.v)));
        case 'regexp':
          return registerObject(new RegExp(m.v as string, m.flags as string));
        case 'error': {
          const error = registerObject(new (errors[m.name as string] ?? Error)(m.v as string));
          if (error.name !== m.name) error.name = m.name as string;
          error.stack = m.stack as string;
          if ('cause' in m) error.cause = convert(m.cause);
          return error;
        }
        case 'map': {
          const map = registerObject(new Map());
          for (const [k, v] of m.v as [unknown, unknown][]) map.set(convert(k), convert(v));
          return map;
        }
        case 'set': {
          const set = registerObject(new Set());
          for (const item of m.v as unknown[]) set.add(convert(item));
          return set;
        }
        case 'bytes': {
          const bytes = fromBase64(m.v as string);
          if (m.type === 'Uint8Array') return registerObject(bytes);
          if (m.type === 'ArrayBuffer') return registerObject(bytes.buffer);
          const View = (globalThis as unknown as Record<string, new (buffer: ArrayBufferLike) => object>)[
            m.type as string
          ];
          return View ? registerObject(new View(bytes.buffer)) : throwNotCloneable(String(m.type));
        }
        case 'def':
          return convert(m.v, m.id as number);
        case 'ref':
          return defined.get(m.v as number);
        default:
          return throwNotCloneable(`unknown mark ${m.$}`);
      }
    };
    return convert(parsed);
  }

  return { encode, decode };
}
