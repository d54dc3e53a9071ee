/** Makes the URLs with which a page loads files. The app's own protocol serves the files from this computer. */
import { useAppState } from '../app-state.ts';

/** Returns the URL of a file that waits to be attached. `operationId` is its id in the outbox, which is negative. */
export const waitingUploadUrl = (operationId: number): string => fileUrl(`waiting-${-operationId}`);

export const fileUrl = (fileId: string): string =>
  `/file/${useAppState.getState().filesKey}/${encodeURIComponent(fileId)}`;
