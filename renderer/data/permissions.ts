/** Earlier refusals of the service tell which scopes the workspace's token does not have. */
import { type ActionName, actionByName } from '../../shared/contract/index.ts';
import { useAppState } from './app-state.ts';

/** Null if no refusal is expected. The service accepts the action if the token has at least one of its scopes. */
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
