/** URLs of files for the page. The app's own protocol serves them from the files stored on this computer. */
import { useAppState } from '../app-state.ts';

/** Returns the URL of a file that waits to be attached. `operationId`: id of its operation in the outbox. */
export const waitingFileUrl = (operationId: number): string => fileUrl(`waiting-${-operationId}`);

export const fileUrl = (fileId: string): string =>
  `/file/${useAppState.getState().filesKey}/${encodeURIComponent(fileId)}`;
