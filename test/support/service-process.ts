/**
 * Starts the service program (`npm run service`) as a child process, for tests and benchmarks that need a service over
 * HTTP.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createService } from '../../electron/service/service.ts';
import { largeWorkspaceContent } from './large-workspace.ts';
import type { RowsByModel } from './window.ts';

const root = path.join(import.meta.dirname, '../..');

/** The JSON line that the service prints when it is ready. */
export interface ServiceReadyLine {
  readonly baseUrl: string;
  readonly tokens: Readonly<Record<'admin' | 'producer' | 'write' | 'read' | 'personal', string>>;
  readonly account: { readonly id: string; readonly subdomain: string };
  readonly user: { readonly id: string };
}

export interface ServiceProcess extends ServiceReadyLine {
  readonly process: ChildProcess;
  /**
   * Sends a request with a JSON body directly to the service, with the token `tokens.personal`. Rejects if the status is
   * not 200.
   */
  post(address: string, body: unknown): Promise<RowsByModel>;
  /** Stops the service. Resolves after its process has ended. */
  stop(): Promise<void>;
}

/** Starts a service in memory, on a free port. `options` are the options of `npm run service --`. */
export async function startServiceProcess(options: readonly string[] = ['--demo']): Promise<ServiceProcess> {
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'electron/service/command.ts'),
      '--port',
      '0',
      '--data',
      ':memory:',
      '--no-rate-limit',
      ...options,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // Kill the service if the test process exits before it stops the service.
  const orphaned = () => void child.kill('SIGKILL');
  process.once('exit', orphaned);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', orphaned);
      resolve();
    }),
  );
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as ServiceReadyLine;
    return { ...ready, process: child, post: (address, body) => post(ready, address, body), stop };
  }
  throw new Error('The service ended before it was ready');
}

/** Starts a service with a generated workspace of that many cards. */
export async function startLargeServiceProcess(cards: number): Promise<ServiceProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-service-'));
  createService({ file: path.join(folder, 'service.sqlite'), content: largeWorkspaceContent(cards) }).close();
  const started = await startServiceProcess(['--data', folder]);
  started.process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return started;
}

async function post({ baseUrl, tokens }: ServiceReadyLine, address: string, body: unknown): Promise<RowsByModel> {
  const response = await fetch(`${baseUrl}${address}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.personal}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${address} was answered ${response.status}: ${text}`);
  return text ? (JSON.parse(text) as RowsByModel) : {};
}
