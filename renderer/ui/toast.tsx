/** Short messages at the window's edge; outside of React too, so that data hooks can say what happened. */
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button, IconButton } from './Button.tsx';
import styles from './toast.module.css';

const manager = Toast.createToastManager<Record<string, never>>();

export interface ToastMessage {
  readonly title: string;
  readonly detail?: string;
  readonly tone?: 'plain' | 'danger' | 'success';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A later toast of the same id replaces this one. */
  readonly id?: string;
  /** Milliseconds; 0 stays until closed. */
  readonly timeout?: number;
}

export function toast({ title, detail, tone = 'plain', action, id, timeout }: ToastMessage): string {
  const shown: string = manager.add({
    ...(id ? { id } : {}),
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
            manager.close(shown);
            action.run();
          },
        }
      : undefined,
  });
  return shown;
}

export function ToastProvider({ children }: { children: ReactNode }): ReactElement {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      {children}
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
        // The library hides an urgent one from readers until it has the focus, which can then land on something hidden.
        <Toast.Root key={shown.id} toast={shown} className={styles.toast} data-tone={shown.type} aria-hidden={false}>
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
