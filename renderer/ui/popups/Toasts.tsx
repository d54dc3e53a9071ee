import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { Button, IconButton } from '../Button.tsx';
import styles from '../toast.module.css';
import { showToastsBy, type ToastMessage, useToastLift } from '../toast.tsx';

const manager = Toast.createToastManager<Record<string, never>>();

/** What is quoted keeps its own direction: marks around a title written from right to left would change sides. */
const isolated = (text: string | undefined) => text?.replaceAll(/“([^”]+)”/gu, '“\u2068$1\u2069”');

function show(id: string, { title, detail, tone = 'plain', action, timeout }: ToastMessage): void {
  manager.add({
    id,
    title: isolated(title),
    description: isolated(detail),
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
  const lift = useToastLift((state) => state.lift);
  // Its provider hears the manager by then.
  useEffect(() => showToastsBy(show, manager.close), []);
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

/** No dialog: the library's own attributes, which say so, are taken back. */
const inPassing = { role: 'group', 'aria-modal': undefined } as const;

function Shown(): ReactElement {
  const { toasts } = Toast.useToastManager();
  return (
    <>
      {toasts.map((shown) => (
        // The library hides an urgent one, and the button that closes one, from readers until the focus is there, which can
        // then land on something hidden; and it calls each a dialog, which would keep the window's own keys from whoever has
        // just pressed its button.
        <Toast.Root
          key={shown.id}
          toast={shown}
          className={styles.toast}
          {...inPassing}
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
