/** Permissions of the app's pages: copying text, and nothing else. */
import type { Session } from 'electron';
import { isOwnPage } from './own-pages.ts';

/**
 * `navigator.clipboard.writeText` needs `clipboard-sanitized-write`. Electron grants everything where an app sets no
 * handlers, and calls the check handler before the request handler.
 * @param origin of the app's own page, as `app://bundle`
 */
export function allowCopying(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permission === 'clipboard-sanitized-write' && isOwnPage(requestingUrl, origin)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      permission === 'clipboard-sanitized-write' && isOwnPage(requestingOrigin, origin),
  );
}
