/** Addresses of files for the page. The app's own protocol serves them from the cache, never from the service. */
import { useApp } from '../app-state.ts';

/** Address of a file that waits to be attached, by the id of its outbox operation. */
export const waitingFileUrl = (operationId: number): string => fileUrl(`waiting-${-operationId}`);

/** Address of a stored file. */
export const fileUrl = (fileId: string): string => `/file/${useApp.getState().filesKey}/${encodeURIComponent(fileId)}`;
