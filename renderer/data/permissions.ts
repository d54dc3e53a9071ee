/** What the token of this workspace is known not to allow: learnt from refusals, said before the next attempt. */
import { type ActionName, actionNamed } from '../../shared/contract/index.ts';
import { useApp } from './app-state.ts';

/** Why an action will be refused; null when nothing is known against it. Any one of its scopes is enough. */
export function missingScopeReason(action: ActionName): string | null {
  const missing = useApp.getState().sync?.missingScopes ?? [];
  if (missing.length === 0) return null;
  const scopes = actionNamed(action)?.scopes ?? [];
  return scopes.length > 0 && scopes.every((scope) => missing.includes(scope))
    ? `The token lacks ${scopes.join(' or ')}.`
    : null;
}

export const useMissingScopeReason = (action: ActionName): string | null => useApp(() => missingScopeReason(action));
