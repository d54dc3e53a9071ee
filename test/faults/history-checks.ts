/**
 * Final checks of a random history (history.ts): compares the requests that the service performed with the rows of the
 * replicas.
 */
import type { OutboxOperation } from '../../shared/bridge/index.ts';
import { replicaDifferences } from '../replica/comparison.ts';
import type { RandomHistoryState } from './history-state.ts';
import { actionsCreatingRowsWithText } from './random-actions.ts';

/**
 * Returns true if the app is allowed to ask the person about a lost answer, because no data identifies the created row:
 * - decks and milestones: a renamed deck or milestone no longer has the name from the request
 * - copies: all copies of a card are equal
 * - comments: an edited comment no longer has the text from the request, and its creation time can also fit another
 *   request
 */
function mayAsk({ action, failure }: OutboxOperation, world: RandomHistoryState['world']): boolean {
  if (failure?.kind !== 'conflict' || failure.code !== 'ambiguous') return false;
  if (action === 'cards/copy' || action === 'decks/create' || action === 'milestones/create') return true;
  if (action !== 'resolvables/create' && action !== 'resolvables/comment') return false;
  const { rows } = world.service.engine;
  const wasChanged = ({ id }: { readonly id: string }) =>
    rows.find('resolvableEntry', { [action === 'resolvables/create' ? 'resolvableId' : 'entryId']: id as never })[0]
      ?.version !== 1;
  return (failure.candidates ?? []).length > 0 && (failure.candidates ?? []).every(wasChanged);
}

/**
 * Returns the actions whose answer was lost and for which the app asks the person whether the service performed them.
 */
export const actionsAskedAbout = ({ world, replicas }: RandomHistoryState): string[] =>
  replicas.flatMap(({ replica }) =>
    replica
      .operations()
      .filter((operation) => operation.state === 'uncertain' && mayAsk(operation, world))
      .map(({ action }) => action),
  );

/** Returns a line for each lost or doubled row, unfinished operation, warning and difference from the service. */
export function historyProblemsOf({ world, replicas, createdTexts, withdrawn }: RandomHistoryState): string[] {
  const problems: string[] = [];
  const shown = new Set<string>();
  for (const [index, { replica, warnings }] of replicas.entries()) {
    const operations = replica.operations();
    for (const operation of operations) {
      const { state, params, failure, action } = operation;
      const isQuestion = state === 'uncertain' && mayAsk(operation, world);
      // Refused operations, operations that depend on them, and questions about lost answers may wait for the person.
      // All other operations must be finished.
      if (state !== 'rejected' && state !== 'waiting' && !isQuestion)
        problems.push(`${index}: ${action} is ${state} ${JSON.stringify(failure)}`);
      for (const text of textsIn(params)) shown.add(text);
    }
    problems.push(...warnings.map((warning) => `${index}: ${warning}`));
    // A replica with refused or waiting operations shows their effects, so its rows differ from the service's.
    if (operations.length === 0)
      problems.push(...replicaDifferences(replica, world.service, world.userId).map((line) => `${index}: ${line}`));
  }
  const carriedOut = new Map<string, number>();
  // Count the requests of each network only once: a restarted replica has the same network as its predecessor.
  for (const network of new Set(replicas.map((replica) => replica.network)))
    for (const { path, status, body } of network.exchanges)
      if (status === 200 && actionsCreatingRowsWithText.has(path.slice('/dispatch/'.length)))
        for (const text of textsIn(body)) carriedOut.set(text, (carriedOut.get(text) ?? 0) + 1);
  for (const text of createdTexts) {
    const count = carriedOut.get(text) ?? 0;
    if (count > 1) problems.push(`'${text}' happened ${count} times`);
    if (count === 0 && !shown.has(text)) problems.push(`'${text}' was lost`);
  }
  for (const text of withdrawn) if (carriedOut.has(text)) problems.push(`'${text}' was taken back and sent`);
  return problems;
}

const textsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : JSON.stringify(value)).match(/made \d+/g) ?? [];
