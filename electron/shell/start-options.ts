import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { makeFolderWithParents } from '../engine/private-files.ts';
import { markInstalledAppDataFolder, prepareDevelopmentDataFolder } from './data-folder.ts';
import type { AppStartOptions } from './first-workspace.ts';
import { commandLineHelpText, parseCommandLineOptions } from './options.ts';
import { platform } from './platform.ts';

/** For `--help`, `--version` and wrong options, prints a text and exits the app. */
export function readStartOptions(): AppStartOptions {
  const token = takeToken();
  const read = parseCommandLineOptions(ownArguments(process.argv), app.isPackaged);
  if (typeof read === 'string') fail(read);
  if (read.help) printAndExit(commandLineHelpText(app.isPackaged ? path.basename(process.execPath) : undefined));
  if (read.version) printAndExit(app.getVersion());
  if (read.userDataDir) {
    try {
      makeFolderWithParents(read.userDataDir);
    } catch (error) {
      fail(`--user-data-dir ${read.userDataDir} cannot be created: ${(error as Error).message}. Choose another folder`);
    }
    app.setPath('userData', read.userDataDir);
  } else chooseDataFolder();
  // The keychain names its key after the app. A development build would use the installed app's key, and macOS would ask
  // the person about it, because another publisher signed Electron's executable.
  if (!app.isPackaged) app.setName('Decktop Development');
  // Without this id Windows shows the app's notifications and taskbar entries under another name.
  if (platform() === 'win32') app.setAppUserModelId(app.isPackaged ? readOwnPackageJson().appId : process.execPath);
  return { ...read, token };
}

/** Removes the token from the environment, so that programs that the app starts do not inherit it. */
function takeToken(): string {
  const { DECKTOP_TOKEN: token = '' } = process.env;
  delete process.env.DECKTOP_TOKEN;
  return token;
}

/** Without the program's path and, in development, without Electron's switches and the app's path. */
function ownArguments(argv: readonly string[]): readonly string[] {
  if (app.isPackaged) return argv.slice(1);
  const appPath = argv.findIndex((arg, index) => index > 0 && !arg.startsWith('-'));
  return appPath < 0 ? [] : argv.slice(appPath + 1);
}

function printAndExit(text: string): never {
  console.log(text);
  process.exit(0);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function chooseDataFolder(): void {
  const installed = app.getPath('userData');
  if (app.isPackaged) {
    markInstalledAppDataFolder(installed);
    return;
  }
  const { folder, message } = prepareDevelopmentDataFolder(installed);
  if (message) console.log(message);
  app.setPath('userData', folder);
}

interface OwnPackageJson {
  /** The installer also writes this id into the app's shortcuts. */
  readonly appId: string;
  /** Whether a publisher signed this build for macOS (build/packaging/electron-builder.mjs). */
  readonly isSigned: boolean;
}

export function readOwnPackageJson(): OwnPackageJson {
  const text = readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8');
  const { appId, isSigned = false } = JSON.parse(text) as { appId: string; isSigned?: boolean };
  return { appId, isSigned };
}
