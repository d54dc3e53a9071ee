/** Asks a service which organization and person a token belongs to, before a workspace is added or gets the token. */

import type { TokenProbeResult } from '../../shared/bridge/index.ts';
import { filteredRelationKey, type Outcome, query } from '../../shared/contract/index.ts';
import { compareNames } from '../../shared/domain/natural-order.ts';
import type { ServiceClient } from '../client/client.ts';

const personFields = ['name', 'fullName', 'kind'] as const;
const openHands = filteredRelationKey('queueEntries', { cardDoneAt: null });

interface Person {
  readonly id: string;
  readonly name: string;
  readonly fullName: string | null;
  readonly kind: string;
}

/** The user is null if the token has none. The people are those who created decks or use a Hand. */
export async function queryAccountAndPeople(client: ServiceClient): Promise<Outcome<TokenProbeResult>> {
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
export async function serviceHasExtensions(client: ServiceClient): Promise<Outcome<boolean>> {
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
