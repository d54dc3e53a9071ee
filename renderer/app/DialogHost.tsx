/** Shows the open dialog, confirmation and proxy login. */
import { type ReactElement, useEffect, useLayoutEffect, useState } from 'react';
import type { ProxyLoginRequest } from '../../shared/bridge/index.ts';
import { bridge } from '../data/bridge.ts';
import { lazyComponent, prefetchedComponent } from '../ui/lazy-component.ts';
import { useConfirmation } from '../workbench/confirmation/confirm.ts';
import { closeDialog, useDialog } from '../workbench/dialog-state.ts';
import { bufferKeysForDialog } from '../workbench/key-buffer.ts';

/** Shows the open confirmation dialog. The dialog's code loads when the first confirmation opens. */
const ConfirmationDialog = lazyComponent(
  () => import('../workbench/confirmation/ConfirmationDialog.tsx'),
  'ConfirmationDialog',
);

function LazyConfirmationDialog(): ReactElement | null {
  const isOpen = useConfirmation((state) => state.open !== null);
  const [isNeeded, setIsNeeded] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setIsNeeded(true);
  }, [isOpen]);
  return isNeeded ? <ConfirmationDialog /> : null;
}

const Dialog = prefetchedComponent(() => import('./dialogs.tsx'), 'Dialog');
const ProxyLoginDialog = lazyComponent(() => import('./ProxyLoginDialog.tsx'), 'ProxyLoginDialog');

export function DialogHost(): ReactElement {
  const dialog = useDialog((state) => state.dialog);
  const isOpen = dialog !== null;
  useLayoutEffect(() => (isOpen ? bufferKeysForDialog(closeDialog) : undefined), [isOpen]);
  const [proxyQuestion, setProxyQuestion] = useState<ProxyLoginRequest | null>(null);
  useEffect(() => bridge().on('network/loginRequest', setProxyQuestion), []);
  return (
    <>
      {dialog ? <Dialog dialog={dialog} /> : null}
      <LazyConfirmationDialog />
      {proxyQuestion ? (
        <ProxyLoginDialog key={`${proxyQuestion.proxy} ${proxyQuestion.isRetry}`} question={proxyQuestion} />
      ) : null}
    </>
  );
}
