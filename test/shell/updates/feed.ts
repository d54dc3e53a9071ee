/**
 * Helpers for tests of updates: a local server that offers new versions of the app, and an electron-updater that runs
 * without Electron.
 */
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { createRequire, Module } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpExecutor } from 'builder-util-runtime';
import { AppImageUpdater, type AppUpdater } from 'electron-updater';

export interface UpdateFeed {
  readonly url: string;
  /** Paths that the updater has requested so far. */
  readonly requests: string[];
  /** Values of all headers that the updater has sent so far. */
  readonly sentHeaders: string[];
  /** Publishes a new version in the feed of a channel. `sha512` replaces the correct checksum of the new file. */
  publish(version: string, more?: { channel?: string; sha512?: string; notes?: string; staging?: number }): void;
  close(): Promise<void>;
}

export async function startUpdateFeed(): Promise<UpdateFeed> {
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  const sentHeaders: string[] = [];
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push(name);
    sentHeaders.push(...Object.values(request.headers).flatMap((value) => value ?? []));
    const file = files.get(name);
    response.writeHead(file ? 200 : 404);
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sentHeaders,
    publish(version, { channel = 'latest', sha512, notes = '', staging } = {}) {
      // The new version is a program that ends at once, because the test only installs it.
      const program = Buffer.from(`#!/bin/sh\n# ${version} ${'x'.repeat(100_000)}\nexit 0\n`);
      const name = `Decktop-${version}.AppImage`;
      const checksum = sha512 ?? createHash('sha512').update(program).digest('base64');
      files.set(`/${name}`, program);
      const description = {
        version,
        files: [{ url: name, sha512: checksum, size: program.length }],
        path: name,
        sha512: checksum,
        releaseNotes: notes,
        releaseDate: '2026-03-02T09:00:00.000Z',
        ...(staging === undefined ? {} : { stagingPercentage: staging }),
      };
      // electron-updater reads YAML, and JSON is valid YAML.
      files.set(`/${channel}-linux.yml`, Buffer.from(JSON.stringify(description)));
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

class NodeExecutor extends HttpExecutor<ReturnType<typeof httpRequest>> {
  createRequest(options: object, callback: (response: unknown) => void) {
    return httpRequest(options, callback);
  }
  async download(url: URL, destination: string, options: { cancellationToken: { createPromise: Cancellable } }) {
    await options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      this.doDownload(
        { protocol: url.protocol, hostname: url.hostname, port: url.port, path: url.pathname } as never,
        {
          destination,
          options: options as never,
          onCancel,
          callback: (error) => (error ? reject(error) : resolve(destination)),
          responseHandler: null,
        },
        0,
      );
    });
    return destination;
  }
}
type Cancellable = (
  work: (
    resolve: (value: string) => void,
    reject: (error: Error) => void,
    onCancel: (callback: () => void) => void,
  ) => void,
) => Promise<string>;

/**
 * Replaces the module `electron`. Outside Electron, this module only exports the path of the executable, but
 * electron-updater needs its `autoUpdater` to announce the installation.
 */
function replaceElectronModule(): void {
  const require = createRequire(import.meta.url);
  const file = require.resolve('electron');
  const electron = Object.assign(new Module(file), { exports: { autoUpdater: new EventEmitter() }, loaded: true });
  require.cache[file] = electron;
}

export interface InstalledApp {
  readonly updater: AppUpdater;
  /** Path of the installed AppImage. */
  readonly file: string;
  close(): void;
}

/** Installs version 1.0.0 of the app as an AppImage. Its updater looks for new versions in the feed. */
export function installApp(feed: UpdateFeed): InstalledApp {
  replaceElectronModule();
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-updates-'));
  const file = path.join(folder, 'Decktop.AppImage');
  writeFileSync(file, '#!/bin/sh\nexit 0\n');
  chmodSync(file, 0o755);
  const data = path.join(folder, 'data');
  mkdirSync(data);
  const before = process.env.APPIMAGE;
  process.env.APPIMAGE = file;
  const config = path.join(folder, 'app-update.yml');
  writeFileSync(config, JSON.stringify({ provider: 'generic', url: feed.url, updaterCacheDirName: 'decktop' }));
  const updater = new AppImageUpdater(undefined, {
    version: '1.0.0',
    name: 'Decktop',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: data,
    baseCachePath: path.join(folder, 'cache'),
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Object.assign(updater, { httpExecutor: new NodeExecutor(), disableDifferentialDownload: true });
  return {
    updater,
    file,
    close() {
      if (before === undefined) delete process.env.APPIMAGE;
      else process.env.APPIMAGE = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
