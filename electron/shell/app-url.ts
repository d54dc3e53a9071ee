/** Parses addresses of the app's own protocol, builds the hash of a page's address, and decodes parts of addresses. */
import path from 'node:path';

/** Maximum length of a stored file's id. The id becomes a file name, and systems limit the length of file names. */
const maxFileIdLength = 200;

/** What an address of the app's own protocol (`app:`) refers to. */
type AppUrlTarget =
  /** A stored file of a workspace. `key` is the key of a window that shows this workspace. */
  | { readonly kind: 'file'; readonly key: string; readonly fileId: string }
  /** A file of the built renderer, by its full path. */
  | { readonly kind: 'asset'; readonly file: string };

/**
 * Returns what an `app:` address refers to; undefined for an address that the app does not serve.
 * @param folder the folder of the built renderer
 */
export function parseAppUrl(address: string, folder: string): AppUrlTarget | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.host !== 'bundle') return undefined;
  const [, key, fileId] = /^\/file\/([^/]+)\/([^/]+)$/.exec(url.pathname)?.map(decodedUrlPart) ?? [];
  if (key && fileId) return fileId.length > maxFileIdLength ? undefined : { kind: 'file', key, fileId };
  const pathname = decodedUrlPart(url.pathname);
  // Reading a file throws if its path contains a NUL character.
  if (pathname === undefined || pathname.includes('\0')) return undefined;
  const file = path.normalize(path.join(folder, pathname));
  return file.startsWith(folder + path.sep) ? { kind: 'asset', file } : undefined;
}

/**
 * Returns the hash of a page's address, such as `#/hand` for the routes `/hand`, `hand` and `#/hand`. If there is no
 * route, returns an empty string.
 */
export function urlHashOfRoute(route: string | undefined): string {
  const bare = (route ?? '').replace(/^[#/]+/, '');
  return bare === '' ? '' : `#/${bare}`;
}

/** Decodes a part of an address; returns undefined if the part is malformed. */
export function decodedUrlPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
