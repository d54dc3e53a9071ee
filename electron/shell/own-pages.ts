/**
 * Decides whether an address is one of the app's own pages. Only these pages may send commands, get permissions and be
 * shown in a window.
 */

/**
 * Returns true if the address is one of the app's own pages.
 * @param origin the origin of the pages, such as `app://bundle`
 */
export const isAppPage = (url: string, origin: string): boolean => url === origin || url.startsWith(`${origin}/`);
