import path from 'node:path';

/** The id becomes a file name, and systems limit the length of file names. */
const maxFileIdLength = 200;

type AppUrlTarget =
  /** A stored file of a workspace. `key` is the key of a window that shows this workspace. */
  | { readonly kind: 'file'; readonly key: string; readonly fileId: string }
  | { readonly kind: 'asset'; readonly file: string };

/** Undefined for an address that the app does not serve. `folder` is the folder of the built renderer. */
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

/** Such as `#/hand` for the routes `/hand`, `hand` and `#/hand`; empty without a route. */
export function urlHashOfRoute(route: string | undefined): string {
  const bare = (route ?? '').replace(/^[#/]+/, '');
  return bare === '' ? '' : `#/${bare}`;
}

/** Undefined if the part is malformed. */
export function decodedUrlPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Only these pages may send commands, get permissions and be shown in a window. `origin` is such as `app://bundle`. */
export const isAppPage = (url: string, origin: string): boolean => url === origin || url.startsWith(`${origin}/`);
