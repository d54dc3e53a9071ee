/** Shows a zone's refusal or warning during a drag. A component of its own, so that the zone's cards do not render for it. */
import { type ReactElement, type RefObject, useLayoutEffect } from 'react';
import { useDrag } from './drag-state.ts';

interface DropHintProps {
  zoneKey: string;
  /** The zone's element; has `data-refuses` while the zone refuses the cards. */
  root: RefObject<HTMLElement | null>;
  /** A folded zone has no room for text. */
  isFolded?: boolean;
  refusalClass: string | undefined;
  cautionClass: string | undefined;
}

export function DropHint(props: DropHintProps): ReactElement | null {
  const { zoneKey, root, isFolded = false, refusalClass, cautionClass } = props;
  const { refusal = null, caution = null } = useDrag((state) => state.replies[zoneKey]) ?? {};
  const refuses = refusal !== null;
  useLayoutEffect(() => {
    root.current?.toggleAttribute('data-refuses', refuses);
  }, [root, refuses]);
  if (isFolded) return null;
  if (refuses) return <span className={refusalClass}>{refusal}</span>;
  return caution === null ? null : <span className={cautionClass}>{caution}</span>;
}
