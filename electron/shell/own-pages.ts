/** Which addresses are the app's own pages. Only these get answers, permissions and a window. */

/** @param origin as `app://bundle` */
export const isOwnPage = (url: string, origin: string): boolean => url === origin || url.startsWith(`${origin}/`);
