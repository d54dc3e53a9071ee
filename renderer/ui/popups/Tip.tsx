import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from '../Kbd.tsx';
import styles from '../popup.module.css';
import type { Tip } from '../Tips.tsx';

export interface TipPartsProps {
  tip: Tip;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  onGone: () => void;
}

export function TipParts({ tip, isOpen, setOpen, onGone }: TipPartsProps): ReactElement {
  return (
    <Base.Root open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onGone()}>
      <Base.Portal>
        <Base.Positioner side="bottom" sideOffset={6} anchor={tip.anchor} className={styles.positioner}>
          {/* Its text is that of the anchor's own name, which screen readers read there. */}
          <Base.Popup className={styles.tooltip} aria-hidden="true">
            {tip.label}
            {tip.keys ? <Kbd keys={tip.keys} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
