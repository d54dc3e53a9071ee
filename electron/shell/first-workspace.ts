import type { Failure, Outcome } from '../../shared/contract/index.ts';
import type { WorkspaceRegistry } from '../workspace/registry.ts';
import type { CommandLineOptions } from './options.ts';
import type { SettingsFile } from './settings-file.ts';

export interface AppStartOptions extends CommandLineOptions {
  readonly token: string;
}

/** At the first start in this data folder: the first board, and how to begin. Otherwise undefined. */
export function routeOfFirstStart(workspaces: WorkspaceRegistry, { lastWorkspace }: LastWorkspace): string | undefined {
  const [only, ...others] = workspaces.list();
  return lastWorkspace === undefined && others.length === 0 && only?.isDemo ? '#/home?welcome=1' : undefined;
}

type LastWorkspace = Pick<SettingsFile, 'lastWorkspace'>;

export function rememberLastWorkspace(settings: SettingsFile, id: string): void {
  if (settings.lastWorkspace !== id) settings.remember({ lastWorkspace: id });
}

/** The last used workspace, or the first in the list; null if there is none. */
export function lastUsedWorkspaceId(workspaces: WorkspaceRegistry, { lastWorkspace }: LastWorkspace): string | null {
  const all = workspaces.list();
  return (all.find(({ id }) => id === lastWorkspace) ?? all[0])?.id ?? null;
}

/**
 * With `--connect`, a workspace of the service at that address; otherwise the last used one. Null if there is no
 * workspace, and a failure if the service cannot be used.
 */
export async function workspaceIdAtStart(
  workspaces: WorkspaceRegistry,
  { connect, token: tokenOption }: AppStartOptions,
  settings: LastWorkspace,
): Promise<Outcome<string | null>> {
  if (!connect) return { ok: true, value: lastUsedWorkspaceId(workspaces, settings) };
  const token = tokenOption || null;
  const openStored = (needsThisToken: boolean) =>
    workspaces.connector.openStored(connect, { token, needsThisToken, preferredId: settings.lastWorkspace });
  // If a stored workspace has this token, opens it without asking the service.
  const known = token ? await openStored(true) : undefined;
  if (known?.ok) return { ok: true, value: known.value.id };
  const connected = token ? await workspaces.connector.connect({ baseUrl: connect, token, userId: null }) : undefined;
  if (connected?.ok) return { ok: true, value: connected.value.id };
  if (!connected || connected.failure.kind === 'offline') {
    const other = await openStored(false);
    if (other) return other.ok ? { ok: true, value: other.value.id } : other;
  }
  const failure: Failure = connected?.failure ?? {
    kind: 'auth',
    code: 'no_token',
    message: '--connect needs the API token of the service in the environment variable DECKTOP_TOKEN.',
  };
  return { ok: false, failure: { ...failure, message: `${connect}: ${failure.message}` } };
}
