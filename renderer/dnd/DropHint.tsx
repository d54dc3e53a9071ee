/**
 * Shows, during a drag, the reason why a drop zone refuses the cards, or a warning. The component is separate, so that
 * a changed text renders only this component and not the whole zone.
 */
import { type ReactElement, type RefObject, useLayoutEffect } from 'react';
import { useDragState } from './drag-state.ts';

interface DropHintProps {
  zoneKey: string;
  /** The element of the zone. It gets the attribute `data-refuses` while the zone refuses the cards. */
  zoneElement: RefObject<HTMLElement | null>;
  refusalClass: string | undefined;
  cautionClass: string | undefined;
}

export function DropHint(props: DropHintProps): ReactElement | null {
  const { zoneKey, zoneElement: root, refusalClass, cautionClass } = props;
  const { refusal = null, caution = null } = useDragState((state) => state.replies[zoneKey]) ?? {};
  const refuses = refusal !== null;
  useLayoutEffect(() => {
    root.current?.toggleAttribute('data-refuses', refuses);
  }, [root, refuses]);
  if (refuses) return <span className={refusalClass}>{refusal}</span>;
  return caution === null ? null : <span className={cautionClass}>{caution}</span>;
}
