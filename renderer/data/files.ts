/** Where the page finds a stored file: the app's own protocol serves it from the cache, never the service's address. */
import { useApp } from './app-state.ts';

export function fileUrl(fileId: string): string {
  const workspaceId = useApp.getState().workspace?.id ?? '';
  return `/file/${encodeURIComponent(workspaceId)}/${encodeURIComponent(fileId)}`;
}
