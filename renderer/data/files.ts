/** Where the page finds a stored file: the app's own protocol serves it from the cache, never the service's address. */
export const fileUrl = (fileId: string): string => `/files/${encodeURIComponent(fileId)}`;
