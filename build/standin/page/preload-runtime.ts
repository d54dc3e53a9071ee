/** The runtime of a preload script in a page, and the messages between this runtime and the main process. */
import type { makeStructuredCloneCodec } from './codec.ts';
import type { connectPageAndPreload } from './worlds.ts';

/** An accelerator of the application menu, as the properties of a key press. */
export interface MenuShortcut {
  id: number;
  /**
   * The key in lower case, such as `a`. It is compared with KeyboardEvent.key and, for letters and digits, also with
   * KeyboardEvent.code.
   */
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  meta: boolean;
  /** True if the menu gets the key before the page, as on macOS for keys without Cmd. */
  beforePage: boolean;
}

/** Messages from the preload's world to the main process. */
export type MessageFromPage =
  | ['invoke', id: number, channel: string, args: unknown[]]
  | ['send', channel: string, args: unknown[]]
  | ['focus' | 'blur' | 'resize']
  | ['title', text: string]
  | ['shortcut', id: number]
  /** The page has read the file, so the main process can delete the file. */
  | ['read', name: string]
  | ['menu', params: Record<string, unknown>];

/** Messages from the main process to the preload's world. */
export type MessageToPage =
  | ['answer', id: number, ok: boolean, value: unknown]
  | ['event', channel: string, args: unknown[]]
  | ['shortcuts', list: MenuShortcut[]]
  | ['guard', on: boolean]
  /**
   * The page's file input contains a file. The file contains a message without its long strings, and then these
   * strings. `lengths` has the length of the message and of each string, in characters.
   */
  | ['file', lengths: number[]];

export interface PreloadRuntimeInput {
  secretPrefix: string;
  bindingName: string;
  platform: string;
  arch: string;
  versions: Record<string, string | undefined>;
  argv: string[];
}

/**
 * Provides a sandboxed preload script with `require('electron')` (contextBridge and ipcRenderer) and a small `process`.
 * Runs in the isolated world as injected source, so the function uses nothing from outside its body.
 */
export function installPreloadRuntime(
  info: PreloadRuntimeInput,
  codec: ReturnType<typeof makeStructuredCloneCodec>,
  join: typeof connectPageAndPreload,
) {
  type Listener = (event: unknown, ...args: unknown[]) => void;
  const globals = globalThis as unknown as Record<string, unknown>;
  const sendText = globals[info.bindingName] as (text: string) => void;
  const sendToMain = (message: MessageFromPage) => sendText(codec.encode(message));
  const bridge = join(info.secretPrefix, 'preload');

  /** Returns a proxy of `object`. Reading a missing property throws an error that names the property. */
  const strict = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(target, key, receiver) {
        if (key in target || typeof key === 'symbol' || key === 'then') return Reflect.get(target, key, receiver);
        throw new Error(`${name}.${key} is not part of the Electron stand-in`);
      },
    });

  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>();
  let lastId = 0;
  const listen = (channel: string, listener: Listener, once: boolean) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }]);
    return ipcRenderer;
  };
  const unlisten = (channel: string, listener: Listener) => {
    const list = listeners.get(channel) ?? [];
    const at = list.findIndex((entry) => entry.listener === listener);
    if (at !== -1) listeners.set(channel, list.toSpliced(at, 1));
    return ipcRenderer;
  };
  const ipcRenderer: object = strict('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        sendToMain(['invoke', id, channel, args]);
        waiting.set(id, { resolve, reject });
      }),
    send: (channel: string, ...args: unknown[]) => sendToMain(['send', channel, args]),
    on: (channel: string, listener: Listener) => listen(channel, listener, false),
    addListener: (channel: string, listener: Listener) => listen(channel, listener, false),
    once: (channel: string, listener: Listener) => listen(channel, listener, true),
    off: unlisten,
    removeListener: unlisten,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  });

  const answer = (id: number, ok: boolean, value: unknown) => {
    const invocation = waiting.get(id);
    waiting.delete(id);
    if (ok) invocation?.resolve(value);
    else invocation?.reject(new Error(String(value)));
  };
  const announce = (channel: string, args: unknown[]) => {
    for (const { listener, once } of listeners.get(channel) ?? []) {
      if (once) unlisten(channel, listener);
      try {
        listener({ sender: ipcRenderer, ports: [] }, ...args);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  };

  // Handles messages from the main process. While a file is read, later answers and events wait, so that they stay in
  // order.
  let shortcuts: MenuShortcut[] = [];
  let guarded = false;
  let queue: Promise<void> | null = null;
  let queued = 0;
  const handleMessage = (message: MessageToPage): void => {
    if (message[0] === 'answer') answer(message[1], message[2], message[3]);
    else if (message[0] === 'event') announce(message[1], message[2]);
    else if (message[0] === 'shortcuts') shortcuts = message[1];
    else if (message[0] === 'guard') guarded = message[1];
  };
  const slot = document.createElement('input');
  slot.type = 'file';
  const read = async (file: File, lengths: readonly number[]) => {
    const whole = await file.text();
    sendToMain(['read', file.name]);
    let at = 0;
    const [text, ...texts] = lengths.map((length) => {
      at += length;
      return whole.slice(at - length, at);
    });
    handleMessage(codec.decode(text ?? '', texts) as MessageToPage);
  };
  const receive = (text: string) => {
    const message = codec.decode(text) as MessageToPage;
    // Only answers and events wait for files. Other messages are handled at once. Thus a large file does not delay the
    // closing of a window.
    if (message[0] !== 'file' && (!queue || (message[0] !== 'answer' && message[0] !== 'event'))) {
      handleMessage(message);
      return;
    }
    const file = slot.files?.[0];
    queued++;
    queue = (queue ?? Promise.resolve()).then(async () => {
      try {
        if (message[0] !== 'file') handleMessage(message);
        else if (file) await read(file, message[1]);
      } finally {
        if (--queued === 0) queue = null;
      }
    });
  };
  globals[info.secretPrefix] = Object.assign(receive, { slot });

  // Reports events of the page to the main process.
  addEventListener('focus', () => sendToMain(['focus']));
  addEventListener('blur', () => sendToMain(['blur']));
  addEventListener('resize', () => sendToMain(['resize']));
  const observeTitle = () => {
    let title = '';
    const report = () => {
      if (document.title === title) return;
      title = document.title;
      sendToMain(['title', title]);
    };
    report();
    // The page reports its title itself, because Chromium reports a new title only after the next navigation.
    new MutationObserver(report).observe(document.head, { childList: true, characterData: true, subtree: true });
  };
  addEventListener('DOMContentLoaded', observeTitle);
  addEventListener('beforeunload', (event) => {
    if (guarded) event.preventDefault();
  });
  /**
   * Calls `listener` after all listeners of the page. To achieve this, each event first moves `listener` to the end of
   * the list of listeners.
   */
  const afterPage = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) => {
    addEventListener(
      type,
      () => {
        removeEventListener(type, listener);
        addEventListener(type, listener);
      },
      true,
    );
  };
  const shortcutOf = (event: KeyboardEvent, beforePage: boolean) => {
    const key = event.key.toLowerCase();
    const code = event.code.replace(/^(Key|Digit)/, '').toLowerCase();
    return shortcuts.find(
      (s) =>
        s.beforePage === beforePage &&
        (s.key === key || s.key === code) &&
        s.ctrl === event.ctrlKey &&
        s.alt === event.altKey &&
        s.meta === event.metaKey &&
        // '+' and '?' need Shift on most keyboards, but their accelerators do not name Shift.
        (s.shift === event.shiftKey || (s.key === key && key.length === 1 && !/[a-z0-9]/.test(key))),
    );
  };
  const reportShortcut = (event: KeyboardEvent, shortcut: MenuShortcut | undefined) => {
    if (!shortcut) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    sendToMain(['shortcut', shortcut.id]);
  };
  // The preload script runs before the scripts of the page, so this listener is called before the page's listeners.
  addEventListener('keydown', (event) => reportShortcut(event, shortcutOf(event, true)), true);
  afterPage('keydown', (event) => {
    if (!event.defaultPrevented && !event.isComposing) reportShortcut(event, shortcutOf(event, false));
  });
  afterPage('contextmenu', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault(); // Electron shows no context menu of its own.
    const target = event.target instanceof Element ? event.target : null;
    const field = target?.closest('input, textarea, [contenteditable]:not([contenteditable="false"])') ?? null;
    const hasSelection = String(getSelection() ?? '') !== '';
    sendToMain([
      'menu',
      {
        x: Math.round(event.clientX),
        y: Math.round(event.clientY),
        linkURL: target?.closest('a')?.href ?? '',
        selectionText: String(getSelection() ?? ''),
        isEditable: field !== null,
        mediaType: target instanceof HTMLImageElement ? 'image' : 'none',
        srcURL: target instanceof HTMLImageElement ? target.src : '',
        altText: target instanceof HTMLImageElement ? target.alt : '',
        misspelledWord: '',
        dictionarySuggestions: [],
        editFlags: {
          canCut: field !== null && hasSelection,
          canCopy: hasSelection,
          canPaste: field !== null,
          canSelectAll: true,
        },
      },
    ]);
  });

  // Creates the globals of the preload script.
  const electron = strict('electron (in a sandboxed preload)', {
    ipcRenderer,
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (name: string, api: unknown) => {
        bridge.expose(name, api);
      },
    }),
  });
  const process = strict('process (in a sandboxed preload)', {
    type: 'renderer',
    platform: info.platform,
    arch: info.arch,
    versions: info.versions,
    env: {},
    argv: info.argv,
    sandboxed: true,
    contextIsolated: true,
  });
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer' || id === 'electron/common') return electron;
    throw new Error(`module not found: ${id} (the stand-in's sandboxed preload can require electron only)`);
  };
  return { require, process };
}
