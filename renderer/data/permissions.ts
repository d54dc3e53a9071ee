/**
 * Knows the scopes that the workspace's token does not have, from earlier refusals of the service. Menus and commands
 * show them as the reason why an action is disabled.
 */
import { type ActionName, actionNamed } from '../../shared/contract/index.ts';
import { useApp } from './app-state.ts';

/**
 * Returns why the service will refuse the action for the workspace's token: the token needs at least one of the
 * action's scopes. Returns null if no refusal is expected.
 */
export function missingScopeReason(action: ActionName): string | null {
  const missing = useApp.getState().sync?.missingScopes ?? [];
  if (missing.length === 0) return null;
  const scopes = actionNamed(action)?.scopes ?? [];
  return scopes.length > 0 && scopes.every((scope) => missing.includes(scope))
    ? `The token lacks ${scopes.join(' or ')}.`
    : null;
}

export const useMissingScopeReason = (action: ActionName): string | null => useApp(() => missingScopeReason(action));
