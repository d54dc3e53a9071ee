/** What a place says of the cards in the air. Apart from the place, whose cards are none the wiser for it. */
import { type ReactElement, type RefObject, useLayoutEffect } from 'react';
import { useDrag } from './drag-session.ts';

export interface ZoneSaysProps {
  zoneKey: string;
  /** The place's element; marked `data-refuses` while it does not take the cards. */
  root: RefObject<HTMLElement | null>;
  /** Nothing of it has room for words. */
  isFolded?: boolean;
  refusalClass: string | undefined;
  cautionClass: string | undefined;
}

export function DropHint(props: ZoneSaysProps): ReactElement | null {
  const { zoneKey, root, isFolded = false, refusalClass, cautionClass } = props;
  const { refusal = null, caution = null } = useDrag((state) => state.said[zoneKey]) ?? {};
  const refuses = refusal !== null;
  useLayoutEffect(() => {
    root.current?.toggleAttribute('data-refuses', refuses);
  }, [root, refuses]);
  if (isFolded) return null;
  if (refuses) return <span className={refusalClass}>{refusal}</span>;
  return caution === null ? null : <span className={cautionClass}>{caution}</span>;
}
