/** An unreadable file is renamed and never overwritten. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  type AppSettings,
  appUpdateSettingsSchema,
  assignLegacyViewStates,
  cardDensitySchema,
  colorPaletteSchema,
  defaultNetworkSettings,
  desktopSettingsSchema,
  networkSettingsSchema,
  notificationSettingsSchema,
  storedViewStateName,
  themeSchema,
  type ViewAndScroll,
  viewAndScrollSchema,
  workspaceViewStateNames,
} from '../../shared/bridge/index.ts';
import { errorMessage, isRecord } from '../../shared/contract/index.ts';
import { isShallow } from '../../shared/contract/neutral.ts';
import { parseJson } from '../client/json.ts';
import { makeFilePrivate } from '../engine/private-files.ts';
import { callListeners } from '../workspace/call-listeners.ts';
import {
  readBackup,
  readTextIfPossible,
  renameDamagedFile,
  writeBackup,
  writeFileAtomically,
} from '../workspace/durable-file.ts';
import { typeOfViewState } from './view-state-types.ts';
import { windowStateSchema } from './windows/window-state.ts';

export const maxStoredWindows = 30;

const openWindow = z.object({
  kind: z.enum(['main', 'card']),
  workspaceId: z.string().nullable(),
  route: z.string(),
  state: windowStateSchema,
});
export type StoredWindow = z.infer<typeof openWindow>;

const storedWindowsSchema = z.object({
  /** The front window first. */
  open: z.array(openWindow).max(maxStoredWindows),
  /** Last states of closed windows, which new windows use: one per display, the newest first. */
  last: z.object({ main: z.array(windowStateSchema).optional(), card: z.array(windowStateSchema).optional() }),
  /** Electron's zoom level, which is the same in all windows. 0 is 100 %; each step is 20 % more. */
  zoomLevel: z.number().min(-8).max(9),
});
type StoredWindows = z.infer<typeof storedWindowsSchema>;

/** The values of the settings file that the app's windows get as `AppSettings`. */
const publicSettings = z.object({
  theme: themeSchema.default('system'),
  palette: colorPaletteSchema.default('standard'),
  density: cardDensitySchema.default('normal'),
  notifications: notificationSettingsSchema.prefault({}),
  updates: appUpdateSettingsSchema.prefault({}),
  network: networkSettingsSchema.prefault(defaultNetworkSettings),
  desktop: desktopSettingsSchema.prefault({}),
  views: z.record(z.string(), z.unknown()).default({}),
}) satisfies z.ZodType<AppSettings>;
const publicSettingNames = Object.keys(publicSettings.shape) as (keyof AppSettings)[];

const schema = publicSettings.extend({
  /** If the stored value is invalid, the default replaces it: this loses nothing that the person has typed. */
  windows: storedWindowsSchema.catch({ open: [], last: {}, zoomLevel: 0 }),
  handWindow: windowStateSchema.optional().catch(undefined),
  /** Logins by the proxy's host and port. Each password is encrypted with the keychain, then encoded as base64. */
  proxyLogins: z.record(z.string(), z.object({ username: z.string(), password: z.string() })).default({}),
  /** `secrets` by workspace id: the last part of the address of its calendar. */
  calendars: z
    .object({ port: z.number().int().min(0).max(65_535), secrets: z.record(z.string(), z.string().min(32)) })
    .default({ port: 0, secrets: {} }),
  lastWorkspace: z.string().optional(),
  /** The folder that the person chose for backups; null for no backups. */
  backupFolder: z.string().nullable().default(null),
  /** By workspace id. */
  places: z.record(z.string(), viewAndScrollSchema).default({}),
});
type Stored = z.infer<typeof schema>;

export interface SettingsFile {
  readonly settings: AppSettings;
  readonly windows: StoredWindows;
  readonly handWindow: Stored['handWindow'];
  readonly lastWorkspace: string | undefined;
  readonly backupFolder: string | null;
  readonly proxyLogins: Stored['proxyLogins'];
  readonly calendars: Stored['calendars'];
  /**
   * Merges the states in `views` by name; null removes a state. If the file cannot be written, changes nothing. @throws
   * disk errors
   */
  change(part: Partial<Stored>): AppSettings;
  /** Also after a `change` that `remember` or `flush` calls. */
  onChange(listener: () => void): void;
  /**
   * As `change`, for values that the app stores by itself. If the file cannot be written, logs a warning and keeps the
   * values in memory, so that the next write stores them.
   */
  remember(part: Partial<Omit<Stored, Exclude<keyof AppSettings, 'desktop'>>>): void;
  viewAndScrollOf(workspaceId: string): ViewAndScroll | undefined;
  /**
   * Since people navigate often, writes the file only after `writeDelayMs`, or earlier together with another change.
   */
  storeViewAndScroll(workspaceId: string, viewAndScroll: ViewAndScroll): void;
  /** Writes the file after `writeDelayMs`, or earlier together with another change. */
  rememberWindows(windows: StoredWindows): void;
  flush(): void;
  forgetWorkspace(workspaceId: string): AppSettings;
}

const writeDelayMs = 1_000;
/** The message about unreadable settings is shown in a window. */
const maxNamedSettings = 8;

/** If `settings.json` is unreadable, uses its backup copy. If the copy is unreadable too, uses the defaults. */
export function openSettingsFile(folder: string, warn: (message: string) => void): SettingsFile {
  const file = path.join(folder, 'settings.json');
  let stored = schema.parse({});
  let writeTimer: NodeJS.Timeout | undefined;
  let isSetAside = false;
  const listeners: (() => void)[] = [];
  makeFilePrivate(file);
  if (existsSync(file)) {
    const text = readTextIfPossible(file);
    const read = readSettings(text);
    if (read) {
      stored = read.settings;
      if (read.refused.length === 0) writeBackup(file, text, warn);
      else {
        isSetAside = true;
        const shown = read.refused.slice(0, maxNamedSettings).join('; ');
        const more = read.refused.length - maxNamedSettings;
        const parts = more > 0 ? `${shown}; and ${more} more` : shown;
        warn(`Some settings could not be read: ${parts}; ${setAsideMessage(file)}`);
      }
    } else {
      isSetAside = true;
      const backup = readSettings(readBackup(file) ?? '');
      if (backup) stored = backup.settings;
      const result = backup ? 'their backup copy is used' : 'the defaults are used';
      warn(`The settings could not be read; ${result}; ${setAsideMessage(file)}`);
    }
  }
  stored = { ...stored, views: { ...assignLegacyViewStates(stored.lastWorkspace ?? 'local', stored.views) } };
  const toSettings = (all: Stored): AppSettings =>
    Object.fromEntries(publicSettingNames.map((name) => [name, all[name]])) as unknown as AppSettings;
  const writeLater = (part: Partial<Stored>) => {
    stored = { ...stored, ...part };
    writeTimer ??= setTimeout(() => settingsFile.flush(), writeDelayMs).unref();
  };
  const settingsFile: SettingsFile = {
    get settings() {
      return toSettings(stored);
    },
    get windows() {
      return stored.windows;
    },
    get handWindow() {
      return stored.handWindow;
    },
    get backupFolder() {
      return stored.backupFolder;
    },
    get lastWorkspace() {
      return stored.lastWorkspace;
    },
    get proxyLogins() {
      return stored.proxyLogins;
    },
    get calendars() {
      return stored.calendars;
    },
    change(part) {
      const views = Object.fromEntries(
        Object.entries({ ...stored.views, ...part.views }).filter(([, view]) => view !== null),
      );
      const changed = { ...stored, ...part, views };
      writeFileAtomically(file, `${JSON.stringify(changed, null, 2)}\n`);
      stored = changed;
      callListeners(listeners);
      return toSettings(stored);
    },
    onChange: (listener) => void listeners.push(listener),
    remember(part) {
      stored = { ...stored, ...part };
      try {
        settingsFile.change({});
      } catch (error) {
        warn(`The settings could not be written: ${errorMessage(error)}`);
      }
    },
    viewAndScrollOf: (workspaceId) => stored.places[workspaceId],
    storeViewAndScroll: (workspaceId, viewAndScroll) =>
      writeLater({ places: { ...stored.places, [workspaceId]: viewAndScroll } }),
    rememberWindows: (windows) => writeLater({ windows }),
    flush() {
      if (!writeTimer) return;
      clearTimeout(writeTimer);
      writeTimer = undefined;
      settingsFile.remember({});
    },
    forgetWorkspace: (workspaceId) =>
      settingsFile.change({
        calendars: {
          ...stored.calendars,
          secrets: Object.fromEntries(Object.entries(stored.calendars.secrets).filter(([id]) => id !== workspaceId)),
        },
        places: Object.fromEntries(Object.entries(stored.places).filter(([id]) => id !== workspaceId)),
        views: Object.fromEntries(workspaceViewStateNames(stored.views, workspaceId).map((name) => [name, null])),
      }),
  };
  // The file was set aside, so what could be read of it exists only in memory.
  if (isSetAside && !existsSync(file)) settingsFile.remember({});
  return settingsFile;
}

const copiedSettings = ['theme', 'palette', 'density', 'notifications'] as const;

/** The settings beside the views in a text of `settingsForCopy`. Leaves out what cannot be read. */
export function otherSettingsOfCopy(text: string): Partial<Pick<AppSettings, (typeof copiedSettings)[number]>> {
  const json = parseJson(text);
  const read = readSettings(text);
  if (!read || !isRecord(json)) return {};
  const isRead = (name: string) => name in json && !read.refused.some((fault) => fault.startsWith(`${name}:`));
  return Object.fromEntries(copiedSettings.filter(isRead).map((name) => [name, read.settings[name]]));
}

/** JSON for a copy of a workspace: its saved views, and settings that say nothing of this computer. */
export function settingsForCopy({ views, ...settings }: AppSettings, workspaceId: string) {
  const own = workspaceViewStateNames(views, workspaceId);
  return JSON.stringify({
    ...Object.fromEntries(copiedSettings.map((name) => [name, settings[name]])),
    views: Object.fromEntries(own.map((name) => [name, views[name]])),
  });
}

/** The saved views in a text of `settingsForCopy`, now of the workspace `to`. Leaves out what cannot be read. */
export function viewsOfCopy(text: string, from: string, to: string): Record<string, unknown> {
  const views = readSettings(text)?.settings.views ?? {};
  return Object.fromEntries(
    workspaceViewStateNames(views, from).map((name) => [
      storedViewStateName(to, name.slice(storedViewStateName(from, '').length)),
      views[name],
    ]),
  );
}

/** `refused`: what cannot be read, and why; other parts stay. Undefined if it is no JSON object. */
function readSettings(text: string): { readonly settings: Stored; readonly refused: readonly string[] } | undefined {
  const json = parseJson(text);
  if (!isRecord(json)) return undefined;
  const refused: string[] = [];
  const rightEntries = (values: Record<string, unknown>, nameOf: (key: string) => string, typeOf: TypeOfEntry) =>
    Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
      const name = nameOf(key);
      // The next write could not write deeper values, so no setting could be changed any more.
      if (!isShallow(value)) {
        refused.push(`${name} is nested too deeply`);
        return [];
      }
      const { right, issue } = rightParts(typeOf(key), value);
      if (issue) refused.push(`${[name, ...issue.path].join('.')}: ${issue.message}`);
      return right === undefined ? [] : [[key, right]];
    });
  const { views, ...others } = json;
  const known = Object.fromEntries(Object.entries(others).filter(([name]) => name in schema.shape));
  const right = rightEntries(known, String, (name) => schema.shape[name as keyof Stored]);
  if (isRecord(views))
    right.push(['views', Object.fromEntries(rightEntries(views, (name) => `views.${name}`, typeOfViewState))]);
  else if (views !== undefined) refused.push('views is no object');
  return { settings: schema.parse(Object.fromEntries(right)), refused };
}
type TypeOfEntry = (key: string) => z.ZodType;

/**
 * The value without the fields and entries that the type refuses; without what contains them where the type needs them.
 * `right` is undefined if nothing remains. `issue` is the first one.
 */
function rightParts(type: z.ZodType, value: unknown): { readonly right: unknown; readonly issue?: z.core.$ZodIssue } {
  let issue: z.core.$ZodIssue | undefined;
  for (let right = value; right !== undefined; ) {
    const { data, error } = type.safeParse(right);
    if (!error) return { right: data, ...(issue && { issue }) };
    issue ??= error.issues[0];
    right = withoutParts(
      right,
      error.issues.map(({ path }) => path),
    );
  }
  return { right: undefined, ...(issue && { issue }) };
}

type Path = readonly PropertyKey[];

/** Undefined if a path is empty or leads to a part that is missing. */
function withoutParts(value: unknown, paths: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null || paths.some(([key]) => key === undefined || !(key in value)))
    return undefined;
  const pathsByKey = Map.groupBy(paths, ([key]) => String(key));
  const rest = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    const inner = pathsByKey.get(key);
    const right = inner
      ? withoutParts(
          part,
          inner.map((path) => path.slice(1)),
        )
      : part;
    return right === undefined ? [] : [[key, right]];
  });
  return Array.isArray(value) ? rest.map(([, part]) => part) : Object.fromEntries(rest);
}

function setAsideMessage(file: string): string {
  try {
    return `the old file is kept as ${renameDamagedFile(file)}`;
  } catch (error) {
    return `${file} cannot be renamed, so no settings are stored: ${errorMessage(error)}`;
  }
}
