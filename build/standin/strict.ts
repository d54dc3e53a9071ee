/** Helpers of the stand-in: emitters and objects that throw when a missing member is used. */
import { EventEmitter } from 'node:events';

/** Names that inspectors, promises, serializers and EventEmitter read, and that are no members of Electron. */
const harmless = /^(_|then$|toJSON$|domain$|nodeType$|tagName$|asymmetricMatch$|constructor$|prototype$|length$|\$\$)/;

export function lacking(name: string): never {
  throw new Error(`${name} is not part of the Electron stand-in (build/standin): add it there, or do without it`);
}

/**
 * A proxy of the object: reading a member that it lacks throws an error that names the member. Members stay assignable.
 */
export function strict<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || harmless.test(key)) return Reflect.get(target, key, receiver);
      return lacking(`${name}.${key}`);
    },
  });
}

/**
 * The base of our Electron classes. Reading a member that an instance lacks throws, and so does listening to an event that
 * the class neither emits nor lists as never happening here.
 */
export class StrictEmitter extends EventEmitter {
  /** Events that are emitted, or that cannot happen on the stand-in and may be listened to all the same. */
  protected static events: readonly string[] | 'any' = [];

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  #known(event: string | symbol): void {
    const { events, name } = this.constructor as typeof StrictEmitter;
    if (events === 'any' || typeof event === 'symbol' || /^(newListener|removeListener)$/.test(event)) return;
    if (!events.includes(event)) lacking(`${name}'s event '${event}'`);
  }
  override on(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#known(event);
    return super.on(event, listener as (...args: unknown[]) => void);
  }
  override addListener(event: string | symbol, listener: (...args: never[]) => void): this {
    return this.on(event, listener);
  }
  override once(event: string | symbol, listener: (...args: never[]) => void): this {
    this.#known(event);
    return super.once(event, listener as (...args: unknown[]) => void);
  }
}
// Members are looked up on the instance, its classes, StrictEmitter and then here: a name that reaches this object and
// is no member of EventEmitter does not exist. (A proxy around the instance would not do: it has no private fields.)
Object.setPrototypeOf(
  StrictEmitter.prototype,
  new Proxy(EventEmitter.prototype, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || harmless.test(key)) return Reflect.get(target, key, receiver);
      return lacking(`${(receiver as object).constructor.name}.${key}`);
    },
  }),
);

/** The event object of a preventable event. */
export interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}
export const preventable = (): Preventable => ({
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
});

/** Ignores the failure of a command that fails only if the window is closed meanwhile. */
export function unlessGone(promise: Promise<unknown> | undefined): void {
  promise?.catch((error: Error) => {
    if (!/has ended|closed|not found|Cannot find context|detached|No target|No web contents/i.test(error.message)) {
      console.error('[stand-in]', error.message);
    }
  });
}

/** What Electron would show outside of its windows, for tests: `globalThis.standinRecord`. */
export const record = {
  opened: [] as string[],
  notifications: [] as { title: string; body: string; actions: Electron.NotificationAction[] }[],
  popups: [] as unknown[],
  dialogs: [] as { method: string; options: unknown }[],
  /** Functions that answer the keychain's open questions; true allows. */
  keychainPrompts: [] as ((isAllowed: boolean) => void)[],
  /** The icons in the tray, with their menus. */
  trays: [] as { contextMenu: unknown; getToolTip(): string }[],
  /** Global shortcuts by accelerator. */
  shortcuts: new Map<string, () => void>(),
  takenKeys: new Set<string>(),
  /** Items of the jump list of Windows. */
  jumpList: [] as Electron.JumpListItem[],
};
Object.assign(globalThis, { standinRecord: record });
