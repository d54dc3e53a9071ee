import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import { HasTriedContext } from '../forms/FormField.tsx';
import styles from './Dialog.module.css';
import { useFocusReturnTarget } from './return-focus.ts';

interface DialogProps {
  /** True by default. */
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** In px; 480 by default. */
  width?: number;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
  actions?: ReactNode;
  /**
   * Such as "Save"; looks primary by default. A button before it closes the dialog. Enter in a field of one line or
   * on no control, and Ctrl+Enter anywhere press it.
   */
  mainButton?: ComponentProps<typeof Button>;
  /** The main button then shows what is missing (`fault` of the fields), and focuses the first such field. */
  isIncomplete?: boolean;
  /** "Cancel" by default. */
  cancelText?: string;
}

/**
 * For base-ui's `initialFocus`: the element with `autoFocus`, else the first control in the body or the actions. By
 * default, base-ui focuses the close button, and the tooltip of that button covers the text.
 */
function useInitialFocus(popup: RefObject<HTMLElement | null>): () => HTMLElement | boolean {
  return () => {
    const { current } = popup;
    if (!current) return true;
    const { activeElement } = document;
    // base-ui moves the focus a frame later: to return the element would take back what a key does until then.
    if (current.contains(activeElement)) return false;
    const usable = '[data-dialog-part] :is(input, textarea, button, select, a[href], [tabindex="0"]):not(:disabled)';
    return current.querySelector<HTMLElement>(usable) ?? current;
  };
}

/** Browsers take the focus from a control that is disabled, such as the button of a step that is being performed. */
function useFocusInside(popup: RefObject<HTMLElement | null>): () => void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.matches(':disabled') === true;
    if (hadFocus.current && isLost) popup.current?.focus();
  });
  return () => {
    hadFocus.current = true;
  };
}

/** Otherwise, a double click on a button of a closing dialog would run its action twice. */
const ignoreClicksIfClosing =
  (open: boolean) =>
  (event: MouseEvent): void => {
    if (open) return;
    event.preventDefault();
    event.stopPropagation();
  };

const mainButtonSelector = '[data-main-button]';

function pressMainButton(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, nativeEvent } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return;
  // React also passes events of popups, which are elsewhere in the DOM.
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  const button = currentTarget.querySelector<HTMLElement>(mainButtonSelector);
  // The browser presses the button of a form, except from a text of several lines.
  const isField = target instanceof HTMLInputElement && !target.form;
  // The dialog itself has the focus where its step has no control, and after a control of the last step has left.
  if (!button || !(isField || target === currentTarget || event.ctrlKey || event.metaKey)) return;
  // Keeps this key press from also pressing the button that gets the focus when the dialog closes.
  event.preventDefault();
  button.click();
}

export function Dialog(props: DialogProps): ReactElement {
  const { open = true, onClose, title, description, width = 480, initialFocus } = props;
  const { actions, mainButton, isIncomplete = false, cancelText = 'Cancel' } = props;
  const [hasTried, setHasTried] = useState(false);
  const finalFocus = useFocusReturnTarget(open);
  const popup = useRef<HTMLDivElement>(null);
  const first = useInitialFocus(popup);
  const noteFocus = useFocusInside(popup);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={cx('fixed', styles.backdrop)} />
        <Base.Popup
          ref={popup}
          className={cx('stack gap-3 floating round-lg fixed p-4', styles.popup)}
          style={{ width }}
          initialFocus={initialFocus ?? first}
          finalFocus={finalFocus}
          onClickCapture={ignoreClicksIfClosing(open)}
          onFocus={noteFocus}
          onKeyDown={pressMainButton}
        >
          <div className="row justify-between">
            <Base.Title className="text-lg strong">{title}</Base.Title>
            <Base.Close render={<IconButton icon={X} label="Close" small />} />
          </div>
          {description ? <Base.Description className="soft">{description}</Base.Description> : null}
          <div className={cx('min-h-0 scroll scrolls', styles.body)} data-dialog-part>
            <HasTriedContext.Provider value={hasTried}>{props.children}</HasTriedContext.Provider>
          </div>
          {actions || mainButton ? (
            <div className="flex justify-end gap-2" data-dialog-part>
              {actions}
              {mainButton ? <Button text={cancelText} onClick={onClose} /> : null}
              {mainButton ? (
                <Button
                  look="primary"
                  data-main-button
                  {...mainButton}
                  onClick={(event) => {
                    if (!isIncomplete) return mainButton.onClick?.(event);
                    event.preventDefault();
                    flushSync(() => setHasTried(true));
                    popup.current?.querySelector<HTMLElement>('[data-dialog-part] [aria-invalid="true"]')?.focus();
                  }}
                />
              ) : null}
            </div>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** `children` describe the effects of the action. */
export function ConfirmDialog(props: ConfirmProps): ReactElement {
  const { open, title, children, confirm, danger, onConfirm, onClose } = props;
  const finalFocus = useFocusReturnTarget(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={cx('fixed', styles.backdrop)} />
        <AlertDialog.Popup
          className={cx('stack gap-3 floating round-lg fixed p-4', styles.popup)}
          style={{ width: 420 }}
          finalFocus={finalFocus}
          onClickCapture={ignoreClicksIfClosing(open)}
        >
          <AlertDialog.Title className="text-lg strong">{title}</AlertDialog.Title>
          <AlertDialog.Description className="soft" render={<div />}>
            {children}
          </AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Close render={<Button text="Cancel" />} />
            <Button
              text={confirm}
              look={danger ? 'danger' : 'primary'}
              onClick={() => {
                onConfirm();
                onClose();
              }}
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
