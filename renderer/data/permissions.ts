/**
 * Permissions that the workspace's token does not have, as earlier refusals showed. Menus and commands give them as the
 * reason.
 */
import { type ActionName, actionNamed } from '../../shared/contract/index.ts';
import { useApp } from './app-state.ts';

/** Reason why the service will refuse the action for this token, or null. One of the action's scopes is enough. */
export function missingScopeReason(action: ActionName): string | null {
  const missing = useApp.getState().sync?.missingScopes ?? [];
  if (missing.length === 0) return null;
  const scopes = actionNamed(action)?.scopes ?? [];
  return scopes.length > 0 && scopes.every((scope) => missing.includes(scope))
    ? `The token lacks ${scopes.join(' or ')}.`
    : null;
}

export const useMissingScopeReason = (action: ActionName): string | null => useApp(() => missingScopeReason(action));
