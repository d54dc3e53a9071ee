/**
 * Helpers of the stand-in: emitters and objects that throw on the use of a missing member, preventable events, the log
 * of errors, and the record that tests read.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reading a missing member with one of these names throws no error. Electron has no such members, but inspectors,
 * promises, serializers and EventEmitter read them.
 */
const ignoredNames =
  /^(_|then$|toJSON$|domain$|nodeType$|tagName$|asymmetricMatch$|constructor$|prototype$|length$|\$\$)/;

export function throwNotInStandin(name: string): never {
  throw new Error(`${name} is not part of the Electron stand-in (build/standin): add it there, or do without it`);
}

/** The members that ELECTRON.md describes, such as `app.quit`, `app.on('activate')` and `new Tray`. */
export const describedMembers: readonly string[] = readFileSync(path.join(import.meta.dirname, 'ELECTRON.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
const described = new Set(describedMembers);
/** The described members that the app has used. They are not checked again. */
const checked = new Set<string>();

/**
 * Throws an error if the app's bundle uses a member that ELECTRON.md does not describe. Calls of the stand-in itself, of
 * tests and of other apps are allowed.
 */
function assertDescribed(member: string, constructorName?: string): void {
  if (checked.has(member) || !isCalledByApp(constructorName)) return;
  if (!described.has(member)) throw new Error(`${member} is not described in build/standin/ELECTRON.md: add it there`);
  checked.add(member);
}

function isCalledByApp(constructorName = ''): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 12;
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = stackTraceLimit;
  // Leaves out this file, and the constructor of a new object.
  const caller = frames.find(
    (frame) => !frame.includes('/standin/strict.ts') && !frame.includes(`at new ${constructorName} `),
  );
  return /\/out\/main\/[^/]+$/.test(caller ?? '');
}

/** Checks each use of the methods and getters of a class, and of its static methods, with `assertDescribed`. */
export function checkUses(name: string, electronClass: typeof StrictEmitter): void {
  electronClass.electronName = name;
  for (const target of [electronClass, electronClass.prototype]) {
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
      const { value, get } = descriptor;
      const work = get ?? (typeof value === 'function' && key !== 'constructor' ? value : undefined);
      // Names of events are checked instead of `on`.
      if (!work || !descriptor.configurable || key in EventEmitter.prototype) continue;
      const checkedWork = function (this: unknown, ...args: unknown[]) {
        assertDescribed(`${name}.${key}`);
        return work.apply(this, args);
      };
      Object.defineProperty(
        target,
        key,
        get ? { ...descriptor, get: checkedWork } : { ...descriptor, value: checkedWork },
      );
    }
  }
}

/**
 * Returns a proxy of the object. Reading a missing member throws an error that names the member. Assigning a member is
 * allowed, so that tests can replace functions.
 */
export function throwOnUnknownMembers<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || ignoredNames.test(key)) return Reflect.get(target, key, receiver);
      if (!(key in target)) return throwNotInStandin(`${name}.${key}`);
      // Members of the module itself, such as `electron.app`, are no members in the sense of ELECTRON.md.
      if (name !== 'electron') assertDescribed(`${name}.${key}`);
      return Reflect.get(target, key, receiver);
    },
  });
}

/**
 * The base class of the stand-in's Electron classes. Reading a missing member throws an error. Listening to an event
 * that is not in `events` also throws an error.
 */
export class StrictEmitter extends EventEmitter {
  /** Events to which the app may listen. The stand-in never emits some of them. */
  protected static events: readonly string[] | 'any' = [];
  /** The name in Electron's documentation, once `checkUses` knows the class. */
  static electronName = '';

  constructor() {
    super();
    this.setMaxListeners(0);
    const { electronName } = new.target;
    if (electronName !== '' && electronName === electronName[0]?.toUpperCase() + electronName.slice(1))
      assertDescribed(`new ${electronName}`, new.target.name);
  }

  #assertKnown(event: string | symbol): void {
    const { events, name, electronName } = this.constructor as typeof StrictEmitter;
    if (events === 'any' || typeof event === 'symbol' || /^(newListener|removeListener)$/.test(event)) return;
    if (!events.includes(event)) throwNotInStandin(`${name}'s event '${event}'`);
    if (electronName !== '') assertDescribed(`${electronName}.on('${event}')`);
  }
  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#assertKnown(event);
    return super.on(event, listener as (...args: unknown[]) => void);
  }
  override addListener(event: string | symbol, listener: (...args: never[]) => void): this {
    return this.on(event, listener);
  }
  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#assertKnown(event);
    return super.once(event, listener as (...args: unknown[]) => void);
  }
}
// JavaScript looks for a member on the instance, then on its classes, and last on this proxy. So a name that reaches
// the proxy is a missing member, or a member of EventEmitter. The instance itself cannot be a proxy, because a proxy
// has no private fields.
Object.setPrototypeOf(
  StrictEmitter.prototype,
  new Proxy(EventEmitter.prototype, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || ignoredNames.test(key)) return Reflect.get(target, key, receiver);
      return throwNotInStandin(`${(receiver as object).constructor.name}.${key}`);
    },
  }),
);

/** The event object of a preventable event. */
export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}
export const preventableEvent = (): PreventableEvent => ({
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
});

/** Logs the error of a DevTools command. Ignores the error if it only reports that the command's window is closed. */
export function logErrorUnlessWindowClosed(promise: Promise<unknown> | undefined): void {
  promise?.catch((error: Error) => {
    if (!/has ended|closed|not found|Cannot find context|detached|No target|No web contents/i.test(error.message)) {
      console.error('[stand-in]', error.message);
    }
  });
}

/**
 * Records everything that Electron shows outside its windows. Tests also use the record to press global shortcuts and
 * to answer the keychain. Tests access the record as `globalThis.standinRecord`.
 */
export const standinRecord = {
  opened: [] as string[],
  notifications: [] as { title: string; body: string; actions: Electron.NotificationAction[] }[],
  /** Clicks a notification of an earlier run; null before the app handles such clicks. */
  activateNotification: null as (() => void) | null,
  popups: [] as unknown[],
  dialogs: [] as { method: string; options: unknown }[],
  /** Functions that answer the questions that the keychain has asked. Passing `true` allows access. */
  keychainPrompts: [] as ((isAllowed: boolean) => void)[],
  /** The icons in the tray, with their menus. */
  trays: [] as { contextMenu: unknown; getToolTip(): string }[],
  /** Global shortcuts by accelerator. */
  shortcuts: new Map<string, () => void>(),
  /** Accelerators that another program uses, so that the app cannot register them. */
  takenKeys: new Set<string>(),
  /** Items of the jump list of Windows. */
  jumpList: [] as Electron.JumpListItem[],
};
Object.assign(globalThis, { standinRecord: standinRecord });
