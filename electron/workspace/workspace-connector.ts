/**
 * Connects to services over the network: checks a token, then adds a workspace or gives the token to an existing one.
 */
import { randomUUID } from 'node:crypto';
import type { TokenProbeResult, Workspace } from '../../shared/bridge/index.ts';
import { filteredRelationKey, type Outcome, query } from '../../shared/contract/index.ts';
import { compareNames } from '../../shared/domain/natural-order.ts';
import { createServiceClient, type ServiceClient } from '../client/client.ts';
import { systemClock } from '../client/clock.ts';
import { createHttpSender, parseServiceAddress } from '../client/http-sender.ts';
import { emptyTokenFailure, returnDiskErrorsAsFailures, unknownWorkspaceOutcome } from './failures.ts';
import type { WorkspaceWorkerThreads } from './threads.ts';
import type { WorkspaceTokenStore } from './tokens.ts';
import type { WorkspaceList } from './workspace-list.ts';
import type { RemoteWorkspaceEntry } from './workspaces-file.ts';

const personFields = ['name', 'fullName', 'kind'] as const;
const openHands = filteredRelationKey('queueEntries', { cardDoneAt: null });

interface Person {
  readonly id: string;
  readonly name: string;
  readonly fullName: string | null;
  readonly kind: string;
}

/** The user is null if the token has none. The people are those who created decks or use a Hand. */
async function queryAccountAndPeople(client: ServiceClient): Promise<Outcome<TokenProbeResult>> {
  const answered = await client.query(
    query({
      _root: [
        {
          account: ['name', { decks: [{ creator: personFields }] }, { [openHands]: [{ user: personFields }] }],
          loggedInUser: personFields,
        },
      ],
    }),
    { priority: 'action' },
  );
  if (!answered.ok) return answered;
  const root = answered.value.answer._root as { account?: string | null; loggedInUser?: string | null } | undefined;
  const account = answered.value.answer.account?.[root?.account ?? ''] as { name?: string } | undefined;
  if (!root?.account)
    return {
      ok: false,
      failure: { kind: 'auth', code: 'no_account', message: 'This token can see no organization.' },
    };
  const users = Object.values(answered.value.answer.user ?? {}) as Person[];
  const toPerson = (user: Person) => ({ id: user.id, name: user.fullName || user.name });
  const own = users.find(({ id }) => id === root.loggedInUser);
  return {
    ok: true,
    value: {
      accountId: root.account,
      accountName: account?.name ?? root.account,
      loggedInUser: own ? { ...toPerson(own), kind: own.kind } : null,
      people: users
        .filter(({ kind }) => kind === 'human')
        .map(toPerson)
        .sort((a, b) => compareNames(a.name, b.name)),
    },
  };
}

/**
 * Extensions are what the embedded service offers beyond the interface. Queries one row of the manual order of cards,
 * which a service without extensions refuses. Other failures, such as a lost connection, are returned.
 */
async function serviceHasExtensions(client: ServiceClient): Promise<Outcome<boolean>> {
  const orders = filteredRelationKey('cardOrders', { $order: 'cardId', $limit: 1 });
  const answered = await client.query(
    { _root: [{ account: [{ [orders]: ['label', 'sortValue'] }] }] },
    { priority: 'action' },
  );
  if (!answered.ok) {
    const { kind } = answered.failure;
    return kind === 'rejected' || kind === 'scope' ? { ok: true, value: false } : answered;
  }
  const [account] = Object.values(answered.value.answer.account ?? {}) as Record<string, unknown>[];
  return { ok: true, value: Array.isArray(account?.[orders]) };
}

export interface ServiceCredentials {
  readonly baseUrl: string;
  readonly token: string;
}

export interface StoredWorkspaceCriteria {
  readonly token: string | null;
  /** If true, only a workspace that already has this token may be opened. */
  readonly needsThisToken: boolean;
  /** Id of the workspace to prefer if several stored workspaces have the same address. */
  readonly preferredId: string | undefined;
}

export class WorkspaceConnector {
  #userData: string;
  #list: WorkspaceList;
  #tokens: WorkspaceTokenStore;
  #threads: WorkspaceWorkerThreads;

  constructor(userData: string, list: WorkspaceList, tokens: WorkspaceTokenStore, threads: WorkspaceWorkerThreads) {
    this.#userData = userData;
    this.#list = list;
    this.#tokens = tokens;
    this.#threads = threads;
  }

  async probe({ baseUrl, token }: ServiceCredentials): Promise<Outcome<TokenProbeResult>> {
    const address = parseServiceAddress(baseUrl);
    if (!address.ok) return address;
    if (token.trim() === '') return { ok: false, failure: emptyTokenFailure };
    return queryAccountAndPeople(this.#createClient(address.value, token));
  }

  #createClient(baseUrl: string, token: string): ServiceClient {
    const send = createHttpSender(baseUrl, this.#threads.network);
    const budget = this.#threads.budget(baseUrl);
    return createServiceClient({ baseUrl, token: token.trim(), send, clock: systemClock, budget });
  }

  /** No request to the service. Undefined if no workspace has this address (and token, if it needs it). */
  async openStored(
    baseUrl: string,
    { token, needsThisToken, preferredId }: StoredWorkspaceCriteria,
  ): Promise<Outcome<Workspace> | undefined> {
    const address = parseServiceAddress(baseUrl);
    if (!address.ok) return address;
    const entries = this.#list.remoteEntriesAt(address.value);
    const tokens = token === null ? [] : await Promise.all(entries.map((entry) => this.#tokens.of(entry)));
    const own = entries[tokens.indexOf(token ?? '')];
    const entry = own ?? (needsThisToken ? undefined : (entries.find(({ id }) => id === preferredId) ?? entries[0]));
    if (!entry) return undefined;
    if (token === null || own) {
      const running = await this.#threads.start(entry.id);
      return running.ok ? this.#list.findWorkspace(entry.id) : running;
    }
    // The token stays in memory only, because the service has not checked it. If the token belongs to another
    // organization, the replica sends no changes with it.
    this.#tokens.keepInMemory(entry.id, token);
    return this.#openWith(entry, token);
  }

  /** If the list already has a workspace of this organization at this address, opens that one with the new token. */
  async connect({
    baseUrl,
    token,
    userId,
  }: ServiceCredentials & { userId: string | null }): Promise<Outcome<Workspace>> {
    const probed = await this.probe({ baseUrl, token });
    if (!probed.ok) return probed;
    const address = parseServiceAddress(baseUrl);
    if (!address.ok) return address;
    const hasExtensions = await serviceHasExtensions(this.#createClient(address.value, token));
    // The app asks only once for extensions, so a lost connection must not count as "no".
    if (!hasExtensions.ok) return hasExtensions;
    const { accountId, accountName, loggedInUser } = probed.value;
    const isPerson = loggedInUser?.kind === 'human';
    const known = this.#list.remoteEntriesAt(address.value).find((entry) => entry.accountId === accountId);
    const entry: Omit<RemoteWorkspaceEntry, 'token'> = {
      id: known?.id ?? randomUUID(),
      kind: 'remote',
      name: accountName,
      baseUrl: address.value,
      accountId,
      userId: userId ?? (isPerson ? loggedInUser.id : (known?.userId ?? null)),
      tokenKind: isPerson ? 'personal' : 'organization',
      hasExtensions: hasExtensions.value,
    };
    return this.#saveAndOpen(entry, known, token.trim());
  }

  /** Sends the waiting changes with the new token. Fails if it belongs to another organization. */
  async reconnect({ id, token }: { id: string; token: string }): Promise<Outcome<Workspace>> {
    const asked = this.#list.entry(id);
    if (asked?.kind !== 'remote') return unknownWorkspaceOutcome(id);
    const probed = await this.probe({ baseUrl: asked.baseUrl, token });
    if (!probed.ok) return probed;
    // Somebody may have removed or changed the workspace during the request, so get its entry again.
    const known = this.#list.entry(id);
    if (known?.kind !== 'remote') return unknownWorkspaceOutcome(id);
    const { accountId, accountName, loggedInUser } = probed.value;
    if (accountId !== known.accountId) {
      const message = `The token belongs to ${accountName}, this workspace to ${known.name}. Add it as a separate workspace.`;
      return { ok: false, failure: { kind: 'auth', code: 'token_account_mismatch', message } };
    }
    const isPerson = loggedInUser?.kind === 'human';
    const userId = isPerson ? loggedInUser.id : known.userId;
    const tokenKind = isPerson ? ('personal' as const) : ('organization' as const);
    return this.#saveAndOpen({ ...known, userId, tokenKind }, known, token.trim());
  }

  /** @param known the stored entry that `changed` replaces; undefined for a new workspace */
  #saveAndOpen(
    changed: Omit<RemoteWorkspaceEntry, 'token'>,
    known: RemoteWorkspaceEntry | undefined,
    token: string,
  ): Promise<Outcome<Workspace>> {
    // `#tokens.set` stores the new token after the keychain has encrypted it. Until then the earlier token of the same
    // owner stays, so that the workspace still has a token after a crash. A token of another owner is removed at once.
    const isSameOwner = known?.userId === changed.userId && known?.tokenKind === changed.tokenKind;
    const entry: RemoteWorkspaceEntry = { ...changed, token: isSameOwner ? known.token : null };
    return returnDiskErrorsAsFailures(this.#userData, async () => {
      this.#list.save(entry);
      this.#tokens.set(entry.id, token);
      return this.#openWith(entry, token);
    });
  }

  async #openWith(entry: RemoteWorkspaceEntry, token: string): Promise<Outcome<Workspace>> {
    const running = await this.#threads.run(entry.id);
    if (!running.ok) return running;
    running.value.post('reconnect', token);
    if (entry.userId) running.value.post('setUser', entry.userId);
    const shown = this.#list.toWorkspace(entry);
    this.#threads.emit(entry.id, null, 'workspace/changed', shown);
    return { ok: true, value: shown };
  }
}
