/** In an installed app, the package.json in its archive. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';

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
