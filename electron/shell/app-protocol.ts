import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { protocol } from 'electron';
import { parseAppUrl } from './app-url.ts';

export const appOrigin = 'app://bundle';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Scripts are loaded from the bundle only, and a page cannot run a string as a script (Trusted Types). Style elements
 * that libraries add later need the nonce, which the page reads from its `csp-nonce` meta element.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Must be called before Electron's `ready` event. */
export function registerAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** `key` is the key of a window, and `fileId` the id of a file in the workspace of this window. */
type StoredFileFinder = (
  key: string,
  fileId: string,
) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } | undefined>;

export function serveAppProtocol(folder: string, files: StoredFileFinder): void {
  protocol.handle('app', async (request) => {
    const nonce = randomBytes(16).toString('base64');
    const headers = { 'content-security-policy': contentSecurityPolicy(nonce), 'x-content-type-options': 'nosniff' };
    const appRequest = request.method === 'GET' ? parseAppUrl(request.url, folder) : undefined;
    if (!appRequest) return new Response('Forbidden', { status: 403, headers });

    if (appRequest.kind === 'file') {
      const found = await files(appRequest.key, appRequest.fileId);
      if (!found) return new Response('No such file', { status: 404, headers });
      return new Response(found.bytes, { headers: { ...headers, 'content-type': found.type } });
    }

    const { file } = appRequest;
    try {
      const extension = path.extname(file);
      const bytes = await readFile(file);
      const body = extension === '.html' ? bytes.toString('utf8').replaceAll('%CSP_NONCE%', nonce) : bytes;
      return new Response(body, {
        headers: { ...headers, 'content-type': contentTypes[extension] ?? 'application/octet-stream' },
      });
    } catch {
      return new Response('Not found', { status: 404, headers });
    }
  });
}
