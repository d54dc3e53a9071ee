/** Starts a service process on a copy of the generated workspace of 100,000 cards. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { largeAccountFilePath } from './large-account.ts';

export interface LargeService {
  readonly baseUrl: string;
  readonly tokens: Readonly<Record<'admin' | 'producer' | 'write' | 'read' | 'personal', string>>;
  close(): void;
}

export async function startLargeService(): Promise<LargeService> {
  const data = mkdtempSync(path.join(tmpdir(), 'decktop-bench-'));
  copyFileSync(largeAccountFilePath(), path.join(data, 'service.sqlite'));
  const command = path.join(import.meta.dirname, '../../../electron/service/command.ts');
  const service = spawn(process.execPath, [command, '--port', '0', '--data', data, '--no-rate-limit'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = () => {
    process.off('exit', close);
    service.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  };
  // Stop the service if this process exits before it calls `close`, for example after an error.
  process.once('exit', close);
  for await (const line of createInterface({ input: service.stdout }))
    return { ...(JSON.parse(line) as Omit<LargeService, 'close'>), close };
  close();
  throw new Error('The service ended before it was ready');
}
