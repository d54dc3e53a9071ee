/**
 * Playwright's global setup: fills a data folder with the demo workspace. Each start of the app uses a copy of this
 * folder. After all tests the folder is removed. All Node processes share a cache of compiled code, which halves the
 * processor time that the stand-in and a service need to load.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default function setUp(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-demo-'));
  process.env.NODE_COMPILE_CACHE = path.join(import.meta.dirname, '../../out/test/compile-cache');
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'demo-folder.ts'), folder], { stdio: 'inherit' });
  process.env.DECKTOP_DEMO_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
