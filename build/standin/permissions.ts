/** Applies the app's permission handlers to pages. */
import { toWeb } from './intercept.ts';
import type { Pipe } from './pipe.ts';
import { unlessGone } from './strict.ts';

/**
 * Permissions of pages. Electron calls the session's request handler when a page uses a permission, and the check handler
 * when Chromium looks one up; without handlers it grants everything. The stand-in calls both when a page is shown and
 * passes the answers on to Chromium. It grants only what both allow, so that an app that forgets one of them fails.
 */
type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type Permission = Parameters<RequestHandler>[1] & Parameters<CheckHandler>[1];

export const permissionHandlers: { request: RequestHandler | null; check: CheckHandler | null } = {
  request: null,
  check: null,
};

/** Electron's names of the permissions that a desktop page may ask for, and how Chromium's protocol describes them. */
const described: Partial<Record<Permission, object>> = {
  'clipboard-sanitized-write': { name: 'clipboard-write', allowWithoutSanitization: false },
  'clipboard-read': { name: 'clipboard-read', allowWithoutGesture: true },
  notifications: { name: 'notifications' },
  geolocation: { name: 'geolocation' },
};

function isGranted(contents: object, permission: Permission, origin: string): boolean {
  const { request, check } = permissionHandlers;
  const asker = contents as unknown as Electron.WebContents;
  const details = { requestingUrl: `${origin}/`, isMainFrame: true };
  let granted = true;
  // A later answer counts as a refusal: the app's handlers answer at once.
  if (request) granted = false;
  request?.(asker, permission, (answer) => (granted = answer), details as Parameters<RequestHandler>[3]);
  return granted && (check?.(asker, permission, origin, { ...details, embeddingOrigin: origin }) ?? true);
}

/** Tells Chromium what the handlers say about the origin, an Electron URL's as `app://bundle`. */
export function applyPermissions(browser: Pipe, contents: object, origin: string): void {
  for (const [permission, descriptor] of Object.entries(described)) {
    const setting = isGranted(contents, permission as Permission, origin) ? 'granted' : 'denied';
    const web = new URL(toWeb(`${origin}/`)).origin;
    unlessGone(browser.send('Browser.setPermission', { permission: descriptor, setting, origin: web }));
  }
}
