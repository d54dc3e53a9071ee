/** Wraps the app of every window: passes the CSP nonce to base-ui, and renders toasts and tooltips. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactElement, ReactNode } from 'react';
import { cspNonce } from './dom/nonce.ts';
import { prefetchedComponent } from './lazy-component.ts';
import { useToastListState } from './popups/toast.ts';

const ToastList = prefetchedComponent(() => import('./popups/ToastList.tsx'), 'ToastList');
const Tooltips = prefetchedComponent(() => import('./popups/Tooltips.tsx'), 'Tooltips');

export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  const nonce = cspNonce();
  const hasToasts = useToastListState(({ isMounted }) => isMounted);
  return (
    <CSPProvider nonce={nonce} disableStyleElements={nonce === undefined}>
      {children}
      {hasToasts ? <ToastList /> : null}
      <Tooltips />
    </CSPProvider>
  );
}
