/** Where the page finds a stored file: the app's own protocol serves it from the cache, never the service's address. */
import { useApp } from './app-state.ts';

/** A file that waits to be attached, by the id of its entry in the outbox. */
export const waitingFileUrl = (operationId: number): string => fileUrl(`waiting-${-operationId}`);

export const fileUrl = (fileId: string): string => `/file/${useApp.getState().filesKey}/${encodeURIComponent(fileId)}`;
