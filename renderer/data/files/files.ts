/** The app's own protocol serves the files from this computer. */
import { useAppState } from '../app-state.ts';

/** `operationId` is the id in the outbox, which is negative. */
export const waitingUploadUrl = (operationId: number): string => fileUrl(`waiting-${-operationId}`);

export const fileUrl = (fileId: string): string =>
  `/file/${useAppState.getState().filesKey}/${encodeURIComponent(fileId)}`;
