/** Renders the toasts that toast.ts passes to it. */
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { Button, IconButton } from '../Button.tsx';
import styles from './toast.module.css';
import { connectToasts, type ToastMessage, useToastLift } from './toast.ts';

const manager = Toast.createToastManager<Record<string, never>>();

/** Adds Unicode isolates inside quotation marks, which would change sides around a right-to-left title. */
const isolated = (text: string | undefined) => text?.replaceAll(/“([^”]+)”/gu, '“\u2068$1\u2069”');

function show(id: string, { title, detail, tone = 'plain', action, timeout }: ToastMessage): void {
  manager.add({
    id,
    title: isolated(title),
    description: isolated(detail),
    type: tone,
    // Errors are announced at once and stay longer, so that people can read them.
    priority: tone === 'danger' ? 'high' : 'low',
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
  const lift = useToastLift((state) => state.lift);
  // In an effect, since the provider has subscribed to the manager only then.
  useEffect(() => connectToasts(show, manager.close), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} style={{ translate: `0 ${-lift}px` }}>
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Overrides base-ui's dialog role: the window's shortcuts do not work while the focus is in a dialog. */
const notADialog = { role: 'group', 'aria-modal': undefined } as const;

function Shown(): ReactElement {
  const { toasts } = Toast.useToastManager();
  return (
    <>
      {toasts.map((shown) => (
        // base-ui sets aria-hidden on an urgent toast and its close button until they have the focus. Without the override, Tab
        // could reach a hidden element.
        <Toast.Root
          key={shown.id}
          toast={shown}
          className={styles.toast}
          {...notADialog}
          data-tone={shown.type}
          aria-hidden={false}
        >
          <div className={styles.text}>
            <Toast.Title className={styles.title} render={<p />} />
            <Toast.Description className={styles.detail} />
          </div>
          {shown.actionProps ? <Toast.Action render={<Button small />} /> : null}
          <Toast.Close
            aria-hidden={false}
            render={
              <IconButton label="Dismiss" small>
                <X size={14} aria-hidden />
              </IconButton>
            }
          />
        </Toast.Root>
      ))}
    </>
  );
}
