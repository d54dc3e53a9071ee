/** Applies the app's permission handlers to pages. */
import { toHttpsUrlForChromium } from './intercept.ts';
import type { DevToolsPipe } from './pipe.ts';
import { logErrorUnlessWindowClosed } from './strict.ts';

/**
 * Electron calls the request handler of a session when a page requests a permission, and the check handler when
 * Chromium looks up a permission. Without handlers, Electron grants everything. The stand-in instead calls both
 * handlers when a page is shown, and passes the answers to Chromium. It grants only permissions that both handlers
 * allow.
 */
type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type Permission = Parameters<RequestHandler>[1] & Parameters<CheckHandler>[1];

/** The handlers that the app has set; null before the app sets them. */
export const permissionHandlers: { request: RequestHandler | null; check: CheckHandler | null } = {
  request: null,
  check: null,
};

/** The permissions that pages may request: their names in Electron, and their descriptors in the DevTools protocol. */
const permissionDescriptors: Partial<Record<Permission, object>> = {
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
  // The handlers of the app must answer at once. An answer after the handler has returned counts as a refusal.
  if (request) granted = false;
  request?.(asker, permission, (answer) => (granted = answer), details as Parameters<RequestHandler>[3]);
  return granted && (check?.(asker, permission, origin, { ...details, embeddingOrigin: origin }) ?? true);
}

/**
 * For each permission, asks the app's handlers whether an origin such as `app://bundle` has it, and passes the answer
 * to Chromium.
 */
export function applyPermissions(browser: DevToolsPipe, contents: object, origin: string): void {
  for (const [permission, descriptor] of Object.entries(permissionDescriptors)) {
    const setting = isGranted(contents, permission as Permission, origin) ? 'granted' : 'denied';
    const web = new URL(toHttpsUrlForChromium(`${origin}/`)).origin;
    logErrorUnlessWindowClosed(browser.send('Browser.setPermission', { permission: descriptor, setting, origin: web }));
  }
}
