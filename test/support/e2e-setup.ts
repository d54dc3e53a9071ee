/** Playwright's global setup: makes the data folder that each app start copies, and removes it after the last test. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default function setUp(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-demo-'));
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'demo-folder.ts'), folder], { stdio: 'inherit' });
  process.env.DECKTOP_DEMO_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
