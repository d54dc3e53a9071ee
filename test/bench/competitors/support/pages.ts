/** Builds test/bench/competitors/pages like the app's renderer, and opens the page in an Electron window. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launchApp } from '../../../support/launch.ts';

const root = path.join(import.meta.dirname, '../pages');
const built = path.join(import.meta.dirname, '../../../../out/bench/pages');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface PageWindow {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Loads the page with these URL parameters. */
  show(parameters: Readonly<Record<string, string | number>>): Promise<void>;
  close(): Promise<void>;
}

export async function openPageWindow(): Promise<PageWindow> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: built, emptyOutDir: true, minify: true, chunkSizeWarningLimit: 4000 },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(built, path.normalize(pathname === '/' ? '/index.html' : pathname));
    readFile(file).then(
      (content) => response.setHeader('content-type', types[path.extname(file)] ?? 'text/plain').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { page, close } = await launchApp({ app: root, args: [`--show=${address}?way=empty&cards=10&columns=1`] });
  const cdp = await page.context().newCDPSession(page);
  return {
    page,
    cdp,
    async show(parameters) {
      const asked = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
      await page.goto(`${address}?${asked}`);
      await page.locator('[data-card-id]').first().waitFor();
    },
    async close() {
      await close();
      server.close();
    },
  };
}
