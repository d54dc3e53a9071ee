/** What stands where something was that is gone or out of sight: under the bar that every view has, with a way on. */
import type { ReactElement, ReactNode } from 'react';
import { go, type View } from '../data/routes.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/messages.tsx';
import { ViewHeader } from './ViewHeader.tsx';

export interface NotHereProps {
  /** What it was: "Deck". */
  what: string;
  icon?: ReactNode;
  title?: string;
  /** Why that may be. */
  children: ReactNode;
  /** The way on; to the Hand when absent. */
  to?: { readonly label: string; readonly view: View };
}

export function NotFound({ what, icon, title, children, to }: NotHereProps): ReactElement {
  const { label, view } = to ?? ({ label: 'Go to the Hand', view: 'hand' } as const);
  return (
    <>
      <ViewHeader title={what} icon={icon} />
      <EmptyState
        title={title ?? `This ${what.toLowerCase()} was not found`}
        action={<Button onClick={() => go(view)}>{label}</Button>}
      >
        {children}
      </EmptyState>
    </>
  );
}
