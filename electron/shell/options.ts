/** The command line options: one table for parsing and for `--help`. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceFileExtension } from '../../shared/bridge/link-format.ts';
import { deepLinkOfArgument, firstDeepLinkIn, isDeepLink } from './deep-link.ts';

export interface CommandLineOptions {
  readonly userDataDir?: string;
  /** Base URL of a service to open instead of the last used workspace. */
  readonly connect?: string;
  /** The app writes a picture of its first view to this file, and exits. */
  readonly screenshot?: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly theme?: 'light' | 'dark';
  /** Route of the first window: the part after `#` of its address. */
  readonly route?: string;
  /** A deep link to open, not yet checked. */
  readonly link?: string;
  /** A copy of a workspace that the person opened with the app. */
  readonly file?: string;
  /** Starts without a window. Has no effect on macOS (`startsWithoutWindow` in login-item.ts). */
  readonly isHidden?: true;
  readonly help?: true;
  readonly version?: true;
}

/** A second start of the app with this argument opens another window of the running app. */
export const newWindowArgument = '--new-window';

interface OptionSpec {
  readonly value?: string;
  readonly isValueOptional?: true;
  readonly about: string;
  readonly read: (value: string) => Partial<CommandLineOptions> | string;
}

const readConnect = (value: string) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    return `--connect needs the base URL of a service, like https://api.example.com, not '${value}'`;
  return { connect: value };
};
const readSize = (value: string) => {
  const found = /^(\d{3,4})x(\d{3,4})$/.exec(value);
  return found
    ? { size: { width: Number(found[1]), height: Number(found[2]) } }
    : `--size needs WIDTHxHEIGHT in pixels, like 1280x800, not '${value}'`;
};

const optionSpecs: Readonly<Record<string, OptionSpec>> = {
  'user-data-dir': {
    value: 'dir',
    about: 'keep all data in this folder instead of the usual place',
    read: (value) => ({ userDataDir: path.resolve(value) }),
  },
  'remote-debugging-port': {
    value: 'n',
    about: 'let a debugger attach to the windows on this TCP port of this machine',
    read: (value) => (/^\d+$/.test(value) ? {} : `--remote-debugging-port needs a number, not '${value}'`),
  },
  connect: {
    value: 'base url',
    about: 'open the workspace of this service; its API token is read from the environment variable DECKTOP_TOKEN',
    read: readConnect,
  },
  screenshot: {
    value: 'file.png',
    about: 'open, wait until the first view is complete, write its picture, exit',
    read: (value) => ({ screenshot: path.resolve(value) }),
  },
  size: { value: 'WxH', about: 'size of the first window, like 1280x800', read: readSize },
  theme: {
    value: 'light|dark',
    about: 'open in this theme instead of the one in the settings',
    read: (value) =>
      value === 'light' || value === 'dark' ? { theme: value } : `--theme is light or dark, not '${value}'`,
  },
  route: { value: 'route', about: 'open this route, like /hand', read: (value) => ({ route: value }) },
  add: {
    value: 'text',
    isValueOptional: true,
    about: 'open quick add with this text, or without one; a running app does it, too',
    read: (value) => ({ link: deepLinkOfArgument(`--add=${value}`) as string }),
  },
  'new-window': { about: 'open another window of the running app', read: () => ({}) },
  hidden: { about: 'start without a window, with the icon in the tray', read: () => ({ isHidden: true }) },
  help: { about: 'print this and exit', read: () => ({ help: true }) },
  version: { about: 'print the version and exit', read: () => ({ version: true }) },
};

/** Desktops on Linux pass the address of a file, others its path. Undefined for what is no workspace as a file. */
function workspaceFilePath(argument: string, workingFolder: string): string | undefined {
  if (argument.startsWith('-') || !argument.toLowerCase().endsWith(`.${workspaceFileExtension}`)) return undefined;
  if (!/^file:/i.test(argument)) return path.resolve(workingFolder, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return undefined;
  }
}

/** The file that a second start of the app was asked to open. None beside a link, whose author may have added it. */
export function workspaceFileIn(argv: readonly string[], workingFolder: string): string | undefined {
  if (firstDeepLinkIn(argv) !== undefined) return undefined;
  return argv.slice(1).flatMap((argument) => workspaceFilePath(argument, workingFolder) ?? [])[0];
}

/** @param command the command that starts the app */
export function commandLineHelpText(command = 'npm start --'): string {
  const rows = Object.entries(optionSpecs).map(([name, { value, about }]) => {
    const left = `  --${name}${value ? `=<${value}>` : ''}`;
    return `${left.padEnd(32)}${about}`;
  });
  const about = 'Decktop, the desktop app for card-based project planning.';
  return [about, '', `${command} [options]`, '', ...rows].join('\n');
}

/**
 * Parses the app's own arguments. With `lenient`, ignores unknown arguments: in a packaged app, the system and Chromium
 * add switches and paths to the app's arguments.
 * @returns the options, or an error message that says how to correct the arguments
 */
export function parseCommandLineOptions(args: readonly string[], lenient = false): CommandLineOptions | string {
  let options: CommandLineOptions = {};
  for (const arg of args) {
    // For security, ignores all arguments after a link: the author of the link may have added them.
    if (isDeepLink(arg)) return { ...options, link: arg };
    const file = workspaceFilePath(arg, process.cwd());
    if (file !== undefined) {
      options = { ...options, file };
      continue;
    }
    const [, name, value] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(arg) ?? [];
    const spec = name !== undefined && Object.hasOwn(optionSpecs, name) ? optionSpecs[name] : undefined;
    if (!spec) {
      if (lenient) continue;
      return `Unknown option '${arg}'. --help lists all options.`;
    }
    if (spec.value && !spec.isValueOptional && !value) return `--${name} needs a value: --${name}=<${spec.value}>`;
    const read = spec.read(value ?? '');
    if (typeof read === 'string') return read;
    options = { ...options, ...read };
  }
  return options;
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename && process.argv.includes('--help'))
  console.log(commandLineHelpText());
