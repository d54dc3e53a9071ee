/** Only these pages may send commands, get permissions and be shown in a window. `origin` is such as `app://bundle`. */
export const isAppPage = (url: string, origin: string): boolean => url === origin || url.startsWith(`${origin}/`);
