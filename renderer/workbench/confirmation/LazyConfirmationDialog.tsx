/** Shows the open confirmation dialog. The dialog's code loads when the first confirmation opens. */
import { type ReactElement, useEffect, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { useConfirmation } from './confirm.ts';

const ConfirmationDialog = lazyComponent(() => import('./ConfirmationDialog.tsx'), 'ConfirmationDialog');

export function LazyConfirmationDialog(): ReactElement | null {
  const isOpen = useConfirmation((state) => state.open !== null);
  const [isNeeded, setIsNeeded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setIsNeeded(true);
  }, [isOpen]);
  return isNeeded ? <ConfirmationDialog /> : null;
}
