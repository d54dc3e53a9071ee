import type { Session } from 'electron';
import { isAppPage } from './own-pages.ts';

/**
 * Grants only `clipboard-sanitized-write`, the permission for `navigator.clipboard.writeText`. Sets both handlers,
 * because Electron calls the check handler and then the request handler, and a missing handler grants every permission.
 */
export function limitPermissionsToCopying(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(permission === 'clipboard-sanitized-write' && isAppPage(requestingUrl, origin)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      permission === 'clipboard-sanitized-write' && isAppPage(requestingOrigin, origin),
  );
}
