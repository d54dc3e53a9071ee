/** Settings of this installation, in one JSON file. A file that cannot be read is set aside, never overwritten. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../shared/bridge/index.ts';

const schema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  palette: z.enum(['standard', 'colour-blind']).default('standard'),
  density: z.enum(['compact', 'normal', 'cover']).default('normal'),
  views: z.record(z.string(), z.unknown()).default({}),
  window: z.object({ width: z.number(), height: z.number(), maximized: z.boolean() }).optional(),
  lastWorkspace: z.string().optional(),
});
type Stored = z.infer<typeof schema>;

export interface SettingsFile {
  readonly settings: Settings;
  readonly window: Stored['window'];
  readonly lastWorkspace: string | undefined;
  /** Merges and writes; `views` merges by name, a null view is removed. */
  change(part: Partial<Stored>): Settings;
}

/** Writes so that a crash leaves the old file or the new one, never half of one. */
export function writeAtomically(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.next`;
  writeFileSync(next, text);
  renameSync(next, file);
}

const copyOf = (file: string) => `${file}.backup`;

/** Settings that could be read at a start are there again should the file be damaged later. */
function keepCopy(file: string, text: string, warn: (message: string) => void): void {
  try {
    writeAtomically(copyOf(file), text);
  } catch (error) {
    warn(`The settings could not be copied: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function openSettings(folder: string, warn: (message: string) => void): SettingsFile {
  const file = path.join(folder, 'settings.json');
  let stored = schema.parse({});
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    const read = schema.safeParse(parse(text));
    if (read.success) {
      stored = read.data;
      keepCopy(file, text, warn);
    } else {
      const aside = `${file}.unreadable-${Date.now()}`;
      renameSync(file, aside);
      const copy = existsSync(copyOf(file)) ? schema.safeParse(parse(readFileSync(copyOf(file), 'utf8'))) : undefined;
      if (copy?.success) stored = copy.data;
      const now = copy?.success ? 'are those of the start before' : 'start afresh';
      warn(`The settings could not be read and ${now}; the old file is kept as ${aside}`);
    }
  }
  const toSettings = ({ theme, palette, density, views }: Stored): Settings => ({ theme, palette, density, views });
  return {
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
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
