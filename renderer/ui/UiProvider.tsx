import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactElement, ReactNode } from 'react';
import { cspNonce } from './nonce.ts';
import { Tips } from './Tips.tsx';
import { Toasts } from './toast.tsx';

/** Everything the kit needs around the app. */
export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  const nonce = cspNonce();
  return (
    <CSPProvider nonce={nonce} disableStyleElements={nonce === undefined}>
      {children}
      <Toasts />
      <Tips />
    </CSPProvider>
  );
}
