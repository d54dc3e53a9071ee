/** The code is loaded later; until then, toast.ts collects the toasts. */
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { Button, IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import styles from './toast.module.css';
import { connectToastList, forgetRefusal, type ToastMessage, useToastListLift } from './toast.ts';

const manager = Toast.createToastManager<{ readonly otherAction?: ToastMessage['otherAction'] }>();

/** Without isolates, a right-to-left title moves the quotation marks. */
const withIsolates = (text: string | undefined) => text?.replaceAll(/“([^“”]+)”/gu, '“\u2068$1\u2069”');

function addToast(id: string, { title, detail, tone = 'plain', action, otherAction, timeout }: ToastMessage): void {
  manager.add({
    id,
    title: withIsolates(title),
    description: withIsolates(detail),
    type: tone,
    data: { otherAction },
    // Screen readers announce an error toast at once. An error toast also stays longer, so that people can read it.
    priority: tone === 'danger' ? 'high' : 'low',
    onClose: () => forgetRefusal(id),
    timeout: timeout ?? (tone === 'danger' ? 10_000 : 5_000),
    actionProps: action
      ? {
          children: action.label,
          onClick: () => {
            manager.close(id);
            action.run();
          },
        }
      : undefined,
  });
}

export function ToastList(): ReactElement {
  const liftPx = useToastListLift((state) => state.liftPx);
  // `manager.add` shows nothing before `Toast.Provider` has subscribed, which it does in an effect.
  useEffect(() => connectToastList(addToast, manager.close), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport
          className={cx('stack gap-2 click-through fixed', styles.viewport)}
          style={{ translate: `0 ${-liftPx}px` }}
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** The window ignores its shortcuts while the focus is in a `dialog`, the role that base-ui gives a toast. */
const replacedRole = { role: 'group', 'aria-modal': undefined } as const;

function Toasts(): ReactElement {
  const { toasts } = Toast.useToastManager();
  return (
    <>
      {toasts.map((shown) => (
        // base-ui hides an urgent toast and its close button with aria-hidden until they get the focus; Tab could reach
        // them.
        <Toast.Root
          key={shown.id}
          toast={shown}
          className={cx('row wrap gap-2 relative floating round-lg', styles.toast)}
          {...replacedRole}
          data-tone={shown.type}
          aria-hidden={false}
          // The focus stays where it is, so that the next key acts on the same card.
          onMouseDown={(event) => event.preventDefault()}
        >
          <div className={cx('min-w-0', styles.text)}>
            <Toast.Title className="break-words medium" render={<p />} />
            <Toast.Description className="break-words soft text-sm" />
          </div>
          {shown.actionProps || shown.data?.otherAction ? (
            <div className="flex wrap gap-2">
              {shown.actionProps ? <Toast.Action render={<Button small />} /> : null}
              {shown.data?.otherAction ? (
                <Button
                  small
                  text={shown.data.otherAction.label}
                  onClick={() => {
                    manager.close(shown.id);
                    shown.data?.otherAction?.run();
                  }}
                />
              ) : null}
            </div>
          ) : null}
          <Toast.Close
            aria-hidden={false}
            render={<IconButton className={styles.close} icon={X} label="Dismiss" small />}
          />
        </Toast.Root>
      ))}
    </>
  );
}
