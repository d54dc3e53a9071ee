/**
 * Decides which addresses are the app's own pages. Only those pages may send commands, get permissions and be
 * shown in a window.
 */

/** @param origin the origin of the app's pages, such as `app://bundle` */
export const isOwnPage = (url: string, origin: string): boolean => url === origin || url.startsWith(`${origin}/`);
