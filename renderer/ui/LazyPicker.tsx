/** A picker for what shows at the start: its code comes when it first stands, its button is there at once. */
import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import type { PickerProps } from './Picker.tsx';

const Loaded = lazy(() => import('./Picker.tsx').then((module) => ({ default: module.Picker<string> })));

export function LazyPicker(props: Omit<PickerProps<string>, 'open' | 'onOpenChange'>): ReactElement {
  const [open, setOpen] = useState(false);
  // Whoever is quicker than the code finds the list open when it comes.
  const early = cloneElement(props.trigger as ReactElement<{ onClick?: () => void }>, { onClick: () => setOpen(true) });
  return (
    <Suspense fallback={early}>
      <Loaded {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
