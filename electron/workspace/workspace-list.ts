/** Owns the list of workspaces, in memory and on the disk. */

import type { Workspace } from '../../shared/bridge/index.ts';
import type { ServiceReadyInfo } from '../../shared/bridge/service-port.ts';
import { type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { callListeners } from './call-listeners.ts';
import { unknownWorkspaceOutcome } from './failures.ts';
import type { LocalWorkspaceEntry, RemoteWorkspaceEntry, WorkspaceEntry, WorkspacesFile } from './workspaces-file.ts';

export class WorkspaceList {
  #file: WorkspacesFile;
  /** What the embedded services reported after their starts, by workspace id. */
  #services = new Map<string, ServiceReadyInfo>();
  #listeners: (() => void)[] = [];

  constructor(file: WorkspacesFile) {
    this.#file = file;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get entries(): readonly WorkspaceEntry[] {
    return this.#file.entries;
  }

  get workspaces(): readonly Workspace[] {
    return this.entries.map((entry) => this.toWorkspace(entry));
  }

  toWorkspace(entry: WorkspaceEntry): Workspace {
    const { id, kind, name } = entry;
    if (entry.kind === 'remote') {
      const { baseUrl, accountId, userId, tokenKind, hasExtensions, token } = entry;
      const tokenIsStored = token !== null;
      return {
        id,
        kind,
        isDemo: false,
        name,
        baseUrl,
        accountId,
        userId,
        tokenKind,
        tokenIsStored,
        hasExtensions,
      };
    }
    const { accountId = null, userId = null } = this.#services.get(id) ?? {};
    return {
      ...{ id, kind, isDemo: entry.isDemo, name, baseUrl: null, accountId, userId },
      ...{ tokenKind: 'personal', tokenIsStored: true, hasExtensions: true },
    };
  }

  findWorkspace(id: string): Outcome<Workspace> {
    const entry = this.entry(id);
    return entry ? { ok: true, value: this.toWorkspace(entry) } : unknownWorkspaceOutcome(id);
  }

  entry(id: string): WorkspaceEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  remoteEntriesAt(baseUrl: string): RemoteWorkspaceEntry[] {
    return this.entries.filter(
      (entry): entry is RemoteWorkspaceEntry => entry.kind === 'remote' && entry.baseUrl === baseUrl,
    );
  }

  localEntry(id: string): Outcome<LocalWorkspaceEntry> {
    const entry = this.entry(id);
    if (!entry) return unknownWorkspaceOutcome(id);
    if (entry.kind === 'local') return { ok: true, value: entry };
    const message = `${entry.name} belongs to another service. Change it in that service's own web app.`;
    return rejectedOutcome('not_here', message);
  }

  /** A new entry goes to the end. */
  save(entry: WorkspaceEntry): void {
    const isKnown = this.entry(entry.id) !== undefined;
    this.#write(
      isKnown ? this.entries.map((known) => (known.id === entry.id ? entry : known)) : [...this.entries, entry],
    );
  }

  remove(id: string): void {
    this.#write(this.entries.filter((entry) => entry.id !== id));
  }

  /** `token` is encrypted, as base64; null removes it. */
  storeToken(id: string, token: string | null): void {
    const entry = this.entry(id);
    if (entry?.kind === 'remote' && entry.token !== token) this.save({ ...entry, token });
  }

  forgetService(id: string): void {
    this.#services.delete(id);
  }

  /** Takes the name of the organization. The demo keeps its own until somebody renames it. */
  serviceStarted({ id, isDemo }: LocalWorkspaceEntry, ready: ServiceReadyInfo): void {
    this.#services.set(id, ready);
    const entry = this.entry(id);
    if (entry && !isDemo && entry.name !== ready.accountName) this.save({ ...entry, name: ready.accountName });
  }

  /** Undefined if the name is not new. */
  organizationRenamed(id: string, name: string): Workspace | undefined {
    const ready = this.#services.get(id);
    const entry = this.entry(id);
    if (!ready || !entry || ready.accountName === name) return undefined;
    this.#services.set(id, { ...ready, accountName: name });
    this.save({ ...entry, name });
    return this.toWorkspace({ ...entry, name });
  }

  #write(entries: readonly WorkspaceEntry[]): void {
    this.#file.save(entries);
    callListeners(this.#listeners);
  }
}
