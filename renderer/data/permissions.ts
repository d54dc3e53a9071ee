/**
 * Finds the scopes that the workspace's token does not have, from earlier refusals of the service. Menus and commands
 * show a missing scope as the reason why an action is disabled.
 */
import { type ActionName, actionByName } from '../../shared/contract/index.ts';
import { useAppState } from './app-state.ts';

/**
 * Returns the reason why the service will refuse the action for the workspace's token, or null if no refusal is
 * expected. The service accepts the action if the token has at least one of the action's scopes.
 */
export function missingScopeReason(action: ActionName): string | null {
  const missing = useAppState.getState().sync?.missingScopes ?? [];
  if (missing.length === 0) return null;
  const scopes = actionByName(action)?.scopes ?? [];
  return scopes.length > 0 && scopes.every((scope) => missing.includes(scope))
    ? `The token lacks ${scopes.join(' or ')}.`
    : null;
}

export const useMissingScopeReason = (action: ActionName): string | null =>
  useAppState(() => missingScopeReason(action));
