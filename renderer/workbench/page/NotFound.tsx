/** The view for a row that does not exist or is not visible, with a button that leads to another view. */
import type { ReactElement, ReactNode } from 'react';
import { navigate, type ViewName } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { ViewHeader } from './ViewHeader.tsx';

interface NotFoundProps {
  /** The kind of row, such as "Deck". */
  what: string;
  title?: string;
  children: ReactNode;
  /** The view that the button opens; the Hand if absent. */
  to?: { readonly label: string; readonly view: ViewName };
}

export function NotFound({ what, title, children, to }: NotFoundProps): ReactElement {
  const { label, view } = to ?? ({ label: 'Go to the Hand', view: 'hand' } as const);
  return (
    <>
      <ViewHeader title={what} />
      <EmptyState
        title={title ?? `This ${what.toLowerCase()} was not found`}
        action={<Button text={label} onClick={() => navigate(view)} />}
      >
        {children}
      </EmptyState>
    </>
  );
}
