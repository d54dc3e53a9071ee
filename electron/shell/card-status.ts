/** Starts and finishes cards from outside the windows: from the tray and from notifications of the desktop. */
import { mainProcessId } from '../workspace/messages.ts';
import type { Workspaces } from '../workspace/registry.ts';
import type { Log } from './log.ts';

export interface CardStatusChange {
  readonly workspaceId: string;
  readonly card: { readonly id: string; readonly title: string };
  readonly status: 'started' | 'done';
}

/** Changes the status as a window does. A refusal is logged: the outbox shows it, too. */
export async function setCardStatus(
  { workspaceId, card, status }: CardStatusChange,
  { workspaces, log }: { readonly workspaces: Workspaces; readonly log: Log },
): Promise<void> {
  const done = await workspaces.call(workspaceId, mainProcessId, 'data/act', {
    label: `${status === 'done' ? 'Finish' : 'Start'} “${card.title}”`,
    steps: [{ action: 'cards/update', params: { id: card.id, status } }],
  });
  if (!done.ok) log('warn', 'A change of a card was refused', { status, reason: done.failure.message });
}
