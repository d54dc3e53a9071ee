/** The banner of every field with a draft that cannot be read or stored, for example because the disk is full. */
import type { ReactElement } from 'react';
import { Banner } from '../ui/messages.tsx';

export function DraftStoreError({ error }: { error: string | null }): ReactElement | null {
  return error ? <Banner tone="danger">The draft cannot be stored: {error} Save before closing.</Banner> : null;
}
