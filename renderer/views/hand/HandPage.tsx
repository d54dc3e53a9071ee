/**
 * The page of the Hand route: a Hand, or a picker for the user's own name if the token belongs to an organization and
 * does not identify the user.
 */
import { Hand } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCurrentUserId } from '../../data/app-state.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { CurrentUserPicker } from '../../workbench/CurrentUserPicker.tsx';
import { ViewHeader } from '../../workbench/ViewHeader.tsx';
import { HandView } from './HandView.tsx';

export function HandPage({ userId }: { userId: string | null }): ReactElement {
  const me = useCurrentUserId();
  if (userId || me) return <HandView userId={userId} />;
  return (
    <>
      <ViewHeader icon={<Hand size={16} aria-hidden />} title="Hand" />
      <EmptyState
        icon={<Hand size={24} aria-hidden />}
        title="Whose Hand is yours?"
        action={<CurrentUserPicker trigger={<Button look="primary">Choose a person…</Button>} />}
      >
        The token of this workspace belongs to the organization. Say who you are, and their Hand and bookmarks are yours
        here; comments still appear under the token’s name.
      </EmptyState>
    </>
  );
}
