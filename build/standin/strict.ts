/**
 * Helpers of the stand-in: emitters and objects that throw on the use of a missing member, preventable events, the log
 * of errors, and the record that tests read.
 */
import { EventEmitter } from 'node:events';

/**
 * Reading a missing member with one of these names throws no error. Electron has no such members, but inspectors,
 * promises, serializers and EventEmitter read them.
 */
const ignoredNames =
  /^(_|then$|toJSON$|domain$|nodeType$|tagName$|asymmetricMatch$|constructor$|prototype$|length$|\$\$)/;

export function throwNotInStandin(name: string): never {
  throw new Error(`${name} is not part of the Electron stand-in (build/standin): add it there, or do without it`);
}

/**
 * Returns a proxy of the object. Reading a missing member throws an error that names the member. Assigning a member is
 * allowed, so that tests can replace functions.
 */
export function throwOnUnknownMembers<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || ignoredNames.test(key)) return Reflect.get(target, key, receiver);
      return throwNotInStandin(`${name}.${key}`);
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

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  #assertKnown(event: string | symbol): void {
    const { events, name } = this.constructor as typeof StrictEmitter;
    if (events === 'any' || typeof event === 'symbol' || /^(newListener|removeListener)$/.test(event)) return;
    if (!events.includes(event)) throwNotInStandin(`${name}'s event '${event}'`);
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
