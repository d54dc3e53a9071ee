import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { cspNonce } from './nonce.ts';
import { ToastProvider } from './toast.tsx';

/** Everything the kit needs around the app. */
export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  const nonce = cspNonce();
  return (
    <CSPProvider nonce={nonce} disableStyleElements={nonce === undefined}>
      <Tooltip.Provider delay={500} closeDelay={0}>
        <ToastProvider>{children}</ToastProvider>
      </Tooltip.Provider>
    </CSPProvider>
  );
}
