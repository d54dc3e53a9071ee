/** Settings of this installation, in one JSON file. A file that cannot be read is set aside, never overwritten. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { assignedTo, type Place, place, type Settings, viewNamesOf } from '../../shared/bridge/index.ts';
import { tightenFile } from '../engine/private-files.ts';
import { copyKept, keepCopy, setAside, writeAtomically } from '../workspace/kept-file.ts';

const schema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  palette: z.enum(['standard', 'colour-blind']).default('standard'),
  density: z.enum(['compact', 'normal', 'cover']).default('normal'),
  views: z.record(z.string(), z.unknown()).default({}),
  window: z.object({ width: z.number(), height: z.number(), maximized: z.boolean() }).optional(),
  lastWorkspace: z.string().optional(),
  /** Where each workspace was left, by its id. */
  places: z.record(z.string(), place).default({}),
});
type Stored = z.infer<typeof schema>;

export interface SettingsFile {
  readonly settings: Settings;
  readonly window: Stored['window'];
  readonly lastWorkspace: string | undefined;
  /** Merges and writes; `views` merges by name, a null view is removed. Throws what the disk says. */
  change(part: Partial<Stored>): Settings;
  /** The same for what nobody asked to be stored: a disk that does not take it is only warned of. */
  remember(part: Partial<Omit<Stored, keyof Settings>>): void;
  placeOf(workspaceId: string): Place | undefined;
  /** Written soon, or with the next change of another kind: people move on often. */
  rememberPlace(workspaceId: string, place: Place): void;
  /** Writes pending changes to the disk now. */
  flush(): void;
  /** Forgets the view states of a workspace that is removed. */
  forgetWorkspace(workspaceId: string): Settings;
}

/** ms until a place is written. */
const placeDelayMs = 1_000;

export function openSettings(folder: string, warn: (message: string) => void): SettingsFile {
  const file = path.join(folder, 'settings.json');
  let stored = schema.parse({});
  let writing: NodeJS.Timeout | undefined;
  tightenFile(file);
  if (existsSync(file)) {
    const text = textOf(file);
    const read = schema.safeParse(parse(text));
    if (read.success) {
      stored = read.data;
      keepCopy(file, text, warn);
    } else {
      const copied = copyKept(file);
      const copy = copied === undefined ? undefined : schema.safeParse(parse(copied));
      if (copy?.success) stored = copy.data;
      const now = copy?.success ? 'are those of the start before' : 'start afresh';
      warn(`The settings could not be read and ${now}; ${asideWords(file)}`);
    }
  }
  stored = { ...stored, views: { ...assignedTo(stored.lastWorkspace ?? 'local', stored.views) } };
  const toSettings = ({ theme, palette, density, views }: Stored): Settings => ({ theme, palette, density, views });
  const settingsFile: SettingsFile = {
    get settings() {
      return toSettings(stored);
    },
    get window() {
      return stored.window;
    },
    get lastWorkspace() {
      return stored.lastWorkspace;
    },
    change(part) {
      const views = Object.fromEntries(
        Object.entries({ ...stored.views, ...part.views }).filter(([, view]) => view !== null),
      );
      stored = { ...stored, ...part, views };
      writeAtomically(file, `${JSON.stringify(stored, null, 2)}\n`);
      return toSettings(stored);
    },
    remember(part) {
      try {
        settingsFile.change(part);
      } catch (error) {
        warn(`The settings could not be written: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    placeOf: (workspaceId) => stored.places[workspaceId],
    rememberPlace(workspaceId, left) {
      stored = { ...stored, places: { ...stored.places, [workspaceId]: left } };
      writing ??= setTimeout(() => settingsFile.flush(), placeDelayMs).unref();
    },
    flush() {
      if (!writing) return;
      clearTimeout(writing);
      writing = undefined;
      settingsFile.remember({});
    },
    forgetWorkspace: (workspaceId) =>
      settingsFile.change({
        places: Object.fromEntries(Object.entries(stored.places).filter(([id]) => id !== workspaceId)),
        views: Object.fromEntries(viewNamesOf(stored.views, workspaceId).map((name) => [name, null])),
      }),
  };
  return settingsFile;
}

/** Empty where the disk does not give it. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function asideWords(file: string): string {
  try {
    return `the old file is kept as ${setAside(file)}`;
  } catch (error) {
    return `${file} cannot be moved away, so nothing is remembered: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
