/**
 * Opens the login dialog when a proxy of the network asks for a name and a password. The dialog's code is loaded at the
 * first request.
 */
import { type ReactElement, useEffect, useState } from 'react';
import type { ProxyLoginRequest } from '../../shared/bridge/index.ts';
import { bridge } from '../data/bridge.ts';
import { lazyComponent } from '../ui/lazy-component.ts';

const ProxyLoginDialog = lazyComponent(() =>
  import('./ProxyLoginDialog.tsx').then((module) => module.ProxyLoginDialog),
);

export function ProxyLoginPrompt(): ReactElement | null {
  const [question, setQuestion] = useState<ProxyLoginRequest | null>(null);
  useEffect(() => bridge().on('network/question', setQuestion), []);
  return question ? <ProxyLoginDialog key={`${question.proxy} ${question.isRetry}`} question={question} /> : null;
}
