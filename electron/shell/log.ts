/** The log of main and its workers: a file of bounded size and, in development, the console. */
import path from 'node:path';
import log from 'electron-log/node.js';
import { makePrivateFolder } from '../engine/private-files.ts';

/** `notice` is a `warn` that also appears in a window. */
type LogLevel = 'error' | 'notice' | 'warn' | 'info' | 'debug';
export type Log = (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;

/** Bearer headers, texts that look like tokens, and secrets in addresses. */
export function redactSecrets(text: string): string {
  return text
    .replaceAll(/Bearer\s+[\w.~+/=-]+/gi, 'Bearer …')
    .replaceAll(/\b[a-z]{3,}_[\w-]{6,}_[\w-]{12,}/gi, '…token…')
    .replaceAll(/([?&](?:token|secret|signature)=)[^&\s"]+/gi, '$1…');
}

/** With `toConsole`, warnings and errors also appear on the console. `notify` gets the texts of notices. */
export function openLog(
  folder: string,
  toConsole: boolean,
  notify: (text: string) => void,
): { readonly log: Log; readonly file: string } {
  const file = path.join(folder, 'logs', 'decktop.log');
  makePrivateFolder(path.dirname(file));
  log.transports.file.resolvePathFn = () => file;
  log.transports.file.maxSize = 2 * 1024 * 1024;
  log.transports.console.level = toConsole ? 'warn' : false;
  return {
    file,
    log: (level, message, details) => {
      if (level === 'notice') notify(message);
      const text = redactSecrets(details ? `${message} ${JSON.stringify(details)}` : message);
      log[level === 'notice' ? 'warn' : level](text);
    },
  };
}
