import { mainProcessCallerId } from '../workspace/messages.ts';
import type { WorkspaceRegistry } from '../workspace/registry.ts';
import type { Log } from './log.ts';

interface CardStatusChange {
  readonly workspaceId: string;
  readonly card: { readonly id: string; readonly title: string };
  readonly status: 'started' | 'done';
}

/**
 * Logs a change that is refused at once. If the service refuses it later, the person sees the refusal in the outbox.
 */
export async function setCardStatus(
  { workspaceId, card, status }: CardStatusChange,
  { workspaces, log }: { readonly workspaces: WorkspaceRegistry; readonly log: Log },
): Promise<void> {
  const done = await workspaces.call(workspaceId, mainProcessCallerId, 'data/act', {
    label: `${status === 'done' ? 'Finish' : 'Start'} “${card.title}”`,
    steps: [{ action: 'cards/update', params: { id: card.id, status } }],
  });
  if (!done.ok) log('warn', 'A change of a card was refused', { status, reason: done.failure.message });
}
