/** Shows the question for a proxy's name and password. The code of the dialog is loaded with the first one. */
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { ProxyQuestion } from '../../shared/bridge/index.ts';
import { bridge } from '../data/bridge.ts';

const ProxyLoginDialog = lazy(() =>
  import('./ProxyLoginDialog.tsx').then((module) => ({ default: module.ProxyLoginDialog })),
);

export function ProxyLogin(): ReactElement | null {
  const [question, setQuestion] = useState<ProxyQuestion | null>(null);
  useEffect(() => bridge().on('network/question', setQuestion), []);
  return question ? (
    <Suspense fallback={null}>
      <ProxyLoginDialog key={`${question.proxy} ${question.isRetry}`} question={question} />
    </Suspense>
  ) : null;
}
