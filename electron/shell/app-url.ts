/** Parses addresses of the app's own protocol. */
import path from 'node:path';

/** Longer ids would exceed the system's limit for file names. */
const maxFileIdLength = 200;

export type AppRequest =
  /** A stored file of the workspace that the window with this key shows. */
  | { readonly kind: 'file'; readonly key: string; readonly fileId: string }
  /** A file of the built renderer, by its full path. */
  | { readonly kind: 'asset'; readonly file: string };

/** Undefined for everything that the app does not serve, such as malformed addresses. */
export function readAppUrl(address: string, folder: string): AppRequest | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.host !== 'bundle') return undefined;
  const [, key, fileId] = /^\/file\/([^/]+)\/([^/]+)$/.exec(url.pathname)?.map(decoded) ?? [];
  if (key && fileId) return fileId.length > maxFileIdLength ? undefined : { kind: 'file', key, fileId };
  const pathname = decoded(url.pathname);
  // Node throws for paths that contain a NUL.
  if (pathname === undefined || pathname.includes('\0')) return undefined;
  const file = path.normalize(path.join(folder, pathname));
  return file.startsWith(folder + path.sep) ? { kind: 'asset', file } : undefined;
}

/** The hash of a page's address for a route such as `/hand`, `hand` or `#/hand`. Empty for no route. */
export function hashOf(route: string | undefined): string {
  const bare = (route ?? '').replace(/^[#/]+/, '');
  return bare === '' ? '' : `#/${bare}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
