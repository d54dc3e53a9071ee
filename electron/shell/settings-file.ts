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
  themeSchema,
  type ViewAndScroll,
  viewAndScrollSchema,
  workspaceViewStateNames,
} from '../../shared/bridge/index.ts';
import { errorMessage } from '../../shared/contract/index.ts';
import { isShallow } from '../../shared/contract/neutral.ts';
import { defaultNotificationSettings } from '../../shared/domain/notification-schedule.ts';
import { isRecord, parseJson } from '../client/json.ts';
import { makeFilePrivate } from '../engine/private-files.ts';
import { callListeners } from '../workspace/call-listeners.ts';
import {
  readBackup,
  readTextIfPossible,
  renameDamagedFile,
  writeBackup,
  writeFileAtomically,
} from '../workspace/durable-file.ts';
import { type StoredWindows, storedWindowsSchema } from './windows/stored-windows.ts';
import { windowStateSchema } from './windows/window-state.ts';

/** The values of the settings file that the app's windows get as `AppSettings`. */
const publicSettings = z.object({
  theme: themeSchema.default('system'),
  palette: colorPaletteSchema.default('standard'),
  density: cardDensitySchema.default('normal'),
  // The stored value can be invalid, for example if this system does not know the stored time zone. Then only the
  // notification settings get their defaults.
  notifications: notificationSettingsSchema.prefault({}).catch(defaultNotificationSettings),
  updates: appUpdateSettingsSchema.prefault({}),
  network: networkSettingsSchema.prefault(defaultNetworkSettings).catch(defaultNetworkSettings),
  desktop: desktopSettingsSchema.prefault({}),
  views: z.record(z.string(), z.unknown()).default({}),
}) satisfies z.ZodType<AppSettings>;
const publicSettingNames = Object.keys(publicSettings.shape) as (keyof AppSettings)[];

const schema = publicSettings.extend({
  /** If the stored value is invalid, the default replaces it: this loses nothing that the person has typed. */
  windows: storedWindowsSchema.catch({ open: [], last: {}, zoomLevel: 0 }),
  handWindow: windowStateSchema.optional().catch(undefined),
  /** Logins by the proxy's host and port. Each password is encrypted with the keychain, then encoded as base64. */
  proxyLogins: z.record(z.string(), z.object({ username: z.string(), password: z.string() })).catch({}),
  lastWorkspace: z.string().optional(),
  /** By workspace id. */
  places: z.record(z.string(), viewAndScrollSchema).default({}),
});
type Stored = z.infer<typeof schema>;

export interface SettingsFile {
  readonly settings: AppSettings;
  readonly windows: StoredWindows;
  readonly handWindow: Stored['handWindow'];
  readonly lastWorkspace: string | undefined;
  readonly proxyLogins: Stored['proxyLogins'];
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
      warnOfNetwork(text, warn);
      if (read.refused.length === 0) writeBackup(file, text, warn);
      else {
        isSetAside = true;
        warn(`Of the settings, ${read.refused.join(', ')} could not be read; ${setAsideMessage(file)}`);
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
    get lastWorkspace() {
      return stored.lastWorkspace;
    },
    get proxyLogins() {
      return stored.proxyLogins;
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
        places: Object.fromEntries(Object.entries(stored.places).filter(([id]) => id !== workspaceId)),
        views: Object.fromEntries(workspaceViewStateNames(stored.views, workspaceId).map((name) => [name, null])),
      }),
  };
  // The file was set aside, so what could be read of it exists only in memory.
  if (isSetAside && !existsSync(file)) settingsFile.remember({});
  return settingsFile;
}

/**
 * `refused` names the settings that cannot be read and have their defaults. Undefined if the text is no JSON object.
 */
function readSettings(text: string): { readonly settings: Stored; readonly refused: readonly string[] } | undefined {
  const json = parseJson(text);
  if (!isRecord(json)) return undefined;
  const refused: string[] = [];
  const right: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(schema.shape)) {
    const value = json[name];
    if (value === undefined) continue;
    // The next write could not write deeper values, so no setting could be changed any more.
    if (name === 'views' && isRecord(value)) {
      const views = Object.entries(value).filter(([, view]) => isShallow(view));
      right.views = Object.fromEntries(views);
      if (views.length < Object.keys(value).length) refused.push('views');
    } else if (isShallow(value) && type.safeParse(value).success) right[name] = value;
    else refused.push(name);
  }
  return { settings: schema.parse(right), refused };
}

/** A person may have edited the network settings in the file. */
function warnOfNetwork(text: string, warn: (message: string) => void): void {
  const { network } = parseJson(text) as { network?: unknown };
  const issue = network === undefined ? undefined : networkSettingsSchema.safeParse(network).error?.issues[0];
  if (issue)
    warn(`The system's proxy is used: 'network.${issue.path.join('.')}' of settings.json is refused. ${issue.message}`);
}

function setAsideMessage(file: string): string {
  try {
    return `the old file is kept as ${renameDamagedFile(file)}`;
  } catch (error) {
    return `${file} cannot be renamed, so no settings are stored: ${errorMessage(error)}`;
  }
}
