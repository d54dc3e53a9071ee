/** A picker for what shows at the start: its code comes when it first stands, its button is there at once. */
import { lazy, type ReactElement, Suspense } from 'react';
import type { PickerProps } from './Picker.tsx';

const Loaded = lazy(() => import('./Picker.tsx').then((module) => ({ default: module.Picker<string> })));

export function LazyPicker(props: PickerProps<string>): ReactElement {
  return (
    <Suspense fallback={props.trigger}>
      <Loaded {...props} />
    </Suspense>
  );
}
