/** The service alone (`npm run service`). Prints a JSON line when ready. Ends on SIGTERM or SIGINT. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isTimestamp, type TokenPermission } from '../../shared/contract/index.ts';
import { makeFolderWithParents } from '../engine/private-files.ts';
import type { KeepTask } from '../keep/command.ts';
import { createDemoStudioContent } from './demo/studio.ts';
import { PortError, serveHttp } from './http.ts';
import { maxSchedulerCatchUpMs, startSchedulerTimer } from './scheduler-timer.ts';
import { requireLocalPersonId } from './seed.ts';
import { createService, type Service } from './service.ts';
import { StorageError } from './storage.ts';

const help = `Usage: service [options]

  --port <n>        Port on 127.0.0.1; 0 (the default) takes any free one.
  --data <dir>      Folder of the database, made if missing; ':memory:' (the default) keeps nothing.
  --demo            Fills a new database with the demo workspace.
  --envelope        Answers actions as {"payload": ..., "actionId": ...}.
  --no-rate-limit   Lets any number of requests through.
  --now <time>      Starts the service's clock at this ISO time; it goes on from there.
  --backup <file>   Writes a copy of the database in --data into one file, also while a service runs, and ends.
  --restore <file>  Puts such a copy into --data, after saving what is there, and ends.
  --doctor          Checks the files in --data, says what is wrong, and ends: 0 if nothing is, else 1.
  --mend            With --doctor: saves a copy, and mends what can be mended. No service may run.
  --help            This text.

Prints one JSON line when ready: {"baseUrl", "tokens": {"admin", "producer", "write", "read", "personal"},
"account": {"id", "subdomain"}, "user": {"id"}}. Tokens are new at every start; those of the start before are revoked.`;

/** The message names the option and says how to correct it. */
class UsageError extends Error {}

interface Options {
  readonly port: number;
  readonly data: string;
  readonly demo: boolean;
  readonly envelope: boolean;
  readonly rateLimit: boolean;
  /** Done instead of starting the service. */
  readonly task: KeepTask | null;
  /** The service's clock is the computer's clock plus this. */
  readonly clockOffsetMs: number;
}

function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArguments(args);
  if (values.help) return 'help';
  const port = Number(values.port ?? 0);
  if (!/^\d+$/.test(values.port ?? '0') || port > 65_535)
    throw new UsageError(`--port '${values.port}' is no port; give a number from 0 to 65535`);
  if (values.now !== undefined && !isTimestamp(withSeconds(values.now)))
    throw new UsageError(`--now '${values.now}' is no time; give one like 2026-03-02T09:00:00Z`);
  return {
    port,
    data: values.data ?? ':memory:',
    demo: values.demo ?? false,
    envelope: values.envelope ?? false,
    rateLimit: !values['no-rate-limit'],
    task: taskOf(values),
    clockOffsetMs: values.now === undefined ? 0 : Date.parse(values.now) - Date.now(),
  };
}

function taskOf(values: ReturnType<typeof parseArguments>['values']): KeepTask | null {
  const { backup, restore, doctor, mend = false, data } = values;
  if ([backup, restore, doctor].filter((value) => value !== undefined).length > 1)
    throw new UsageError('--backup, --restore and --doctor each stand alone; give one of them');
  if (mend && !doctor) throw new UsageError('--mend needs --doctor');
  const task: KeepTask | null = doctor
    ? { name: 'doctor', mends: mend }
    : backup !== undefined
      ? { name: 'backup', file: backup }
      : restore !== undefined
        ? { name: 'restore', file: restore }
        : null;
  if (task && (data === undefined || data === ':memory:'))
    throw new UsageError(`--${task.name} needs --data, the folder of the database`);
  if (task && 'file' in task && task.file === '') throw new UsageError(`--${task.name} needs the path of a file`);
  return task;
}

const withSeconds = (time: string) => (/T\d{2}:\d{2}Z$/.test(time) ? time.replace('Z', ':00Z') : time);

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        demo: { type: 'boolean' },
        envelope: { type: 'boolean' },
        'no-rate-limit': { type: 'boolean' },
        now: { type: 'string' },
        backup: { type: 'string' },
        restore: { type: 'string' },
        doctor: { type: 'boolean' },
        mend: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}; see --help`);
  }
}

function prepareDatabaseFile(data: string): string {
  if (data === ':memory:') return data;
  try {
    makeFolderWithParents(path.resolve(data));
  } catch (error) {
    throw new UsageError(`--data ${data} cannot be made: ${(error as Error).message}; choose another folder`);
  }
  return path.join(data, 'service.sqlite');
}

/** Revokes the tokens of earlier starts. Creates an organization token per permission, and a personal token. */
function replaceTokens({ administration, engine }: Service, userId: string) {
  const label = (permission: TokenPermission) => `Command (${permission})`;
  for (const token of administration.listTokens())
    if (token.revokedAt === null && token.label.startsWith('Command (')) administration.revokeToken(token.id);
  const projects = engine.rows.find('project', {}).map(({ id }) => id);
  const organization = (permission: TokenPermission) =>
    administration.createToken({ kind: 'organization', permission, projects, label: label(permission) }).token;
  return {
    admin: organization('admin'),
    producer: organization('producer'),
    write: organization('write'),
    read: organization('read'),
    personal: administration.createToken({ kind: 'personal', permission: 'admin', label: label('admin'), userId })
      .token,
  };
}

async function run(options: Options): Promise<void> {
  const service = createService({
    file: prepareDatabaseFile(options.data),
    clock: () => Date.now() + options.clockOffsetMs,
    envelope: options.envelope,
    rateLimit: options.rateLimit,
    maxCatchUpMs: maxSchedulerCatchUpMs,
    content: options.demo ? createDemoStudioContent() : undefined,
    onDefect: (error) => console.error('service:', error),
  });
  const stopSchedulerTimer = startSchedulerTimer(service);
  const listening = await serveHttp(service.authorize, options.port);
  service.setBaseUrl(listening.baseUrl);
  const end = async () => {
    stopSchedulerTimer();
    await listening.close();
    service.close();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const userId = requireLocalPersonId(service.engine.rows);
  const ready = {
    baseUrl: listening.baseUrl,
    tokens: replaceTokens(service, userId),
    account: { id: service.accountId, subdomain: service.subdomain },
    user: { id: userId },
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') console.log(help);
  else if (options.task) {
    const { performKeepTask } = await import('../keep/command.ts');
    process.exitCode = await performKeepTask(options.task, options.data, (line) => console.log(line));
  } else await run(options);
} catch (error) {
  const { name } = error as Error;
  const isExpectedError =
    [UsageError, StorageError, PortError].some((kind) => error instanceof kind) || name === 'ForeignFileError';
  console.error(isExpectedError ? `service: ${(error as Error).message}` : error);
  process.exit(2);
}
