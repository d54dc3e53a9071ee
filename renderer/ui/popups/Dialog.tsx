import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { Button, IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The title is for screen readers only: the content says it visibly. */
  hideTitle?: boolean;
  description?: ReactNode;
  /** px; 480 by default. */
  width?: number;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
  /** Buttons at the end, the main one last. */
  actions?: ReactNode;
}

/** What had the keyboard before the dialog: an input that takes it as it appears does so before the library looks. */
function useBefore(open: boolean): () => HTMLElement | true {
  const before = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (open && !wasOpen.current) before.current = document.activeElement;
  wasOpen.current = open;
  return () => {
    const { current } = before;
    return current instanceof HTMLElement && current !== document.body && current.isConnected ? current : true;
  };
}

/** What has the keyboard at first: what took it by itself, else the first thing to use; not the cross, whose tooltip would cover the text. */
function useFirst(popup: RefObject<HTMLElement | null>): () => HTMLElement | true {
  return () => {
    const { current } = popup;
    if (!current) return true;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && current.contains(activeElement)) return activeElement;
    const usable = '[data-dialog-part] :is(input, textarea, button, select, a[href], [tabindex="0"]):not(:disabled)';
    return current.querySelector<HTMLElement>(usable) ?? current;
  };
}

export function Dialog(props: DialogProps): ReactElement {
  const { open, onClose, title, hideTitle, description, width = 480, initialFocus, children, actions } = props;
  const before = useBefore(open);
  const popup = useRef<HTMLDivElement>(null);
  const first = useFirst(popup);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={styles.popup}
          style={{ width }}
          initialFocus={initialFocus ?? first}
          finalFocus={before}
        >
          <div className={cx(styles.head, hideTitle && 'visually-hidden')}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close" small>
                  <X size={15} aria-hidden />
                </IconButton>
              }
            />
          </div>
          {description ? <Base.Description className={styles.description}>{description}</Base.Description> : null}
          <div className={cx(styles.body, 'scrolls')} data-dialog-part>
            {children}
          </div>
          {actions ? (
            <div className={styles.actions} data-dialog-part>
              {actions}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ConfirmProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function Confirm({ open, title, children, confirm, danger, onConfirm, onClose }: ConfirmProps): ReactElement {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup} style={{ width: 420 }}>
          <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.description} render={<div />}>
            {children}
          </AlertDialog.Description>
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button
              look={danger ? 'danger' : 'primary'}
              onClick={() => {
                onConfirm();
                onClose();
              }}
            >
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
