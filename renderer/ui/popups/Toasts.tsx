import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { Button, IconButton } from '../Button.tsx';
import styles from '../toast.module.css';
import { showToastsBy, type ToastMessage } from '../toast.tsx';

const manager = Toast.createToastManager<Record<string, never>>();

function show(id: string, { title, detail, tone = 'plain', action, timeout }: ToastMessage): void {
  manager.add({
    id,
    title,
    description: detail,
    type: tone,
    // Refusals are announced at once and stay longer: they must be read.
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

export function ToastParts(): ReactElement {
  // Its provider hears the manager by then.
  useEffect(() => showToastsBy(show, manager.close), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Shown(): ReactElement {
  const { toasts } = Toast.useToastManager();
  return (
    <>
      {toasts.map((shown) => (
        // The library hides an urgent one from readers until it has the focus, which can then land on something hidden; and it
        // calls each a dialog, which would keep the window's own keys from whoever has just pressed its button.
        <Toast.Root
          key={shown.id}
          toast={shown}
          className={styles.toast}
          role="group"
          data-tone={shown.type}
          aria-hidden={false}
        >
          <div className={styles.text}>
            <Toast.Title className={styles.title} render={<p />} />
            <Toast.Description className={styles.detail} />
          </div>
          {shown.actionProps ? <Toast.Action render={<Button small />} /> : null}
          <Toast.Close
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
