/** What really happened in a history, told by the requests that the service carried out, against what is shown. */
import { differences } from '../replica/comparison.ts';
import type { Play } from './history.ts';
import { creations } from './random-actions.ts';

/** Nothing shows what such a row was first called: a lost answer leaves a question where others made or renamed some. */
const mayAsk: ReadonlySet<string> = new Set(['cards/copy', 'decks/create', 'milestones/create']);

export function problemsOf({ world, replicas, once, withdrawn }: Play): string[] {
  const problems: string[] = [];
  const shown = new Set<string>();
  for (const [index, { replica, warnings }] of replicas.entries()) {
    const operations = replica.operations();
    for (const { state, params, failure, action } of operations) {
      const isQuestion = state === 'uncertain' && failure?.kind === 'conflict' && mayAsk.has(action);
      // A refusal waits for the person, and what is built upon it; nothing else may be left.
      if (state !== 'rejected' && state !== 'waiting' && !isQuestion)
        problems.push(`${index}: ${action} is ${state} ${JSON.stringify(failure)}`);
      for (const text of textsIn(params)) shown.add(text);
    }
    problems.push(...warnings.map((warning) => `${index}: ${warning}`));
    // Refused and waiting effects are shown by this replica alone.
    if (operations.length === 0)
      problems.push(...differences(replica, world.service, world.userId).map((line) => `${index}: ${line}`));
  }
  const carriedOut = new Map<string, number>();
  // A network lives on when its replica is started again.
  for (const network of new Set(replicas.map((replica) => replica.network)))
    for (const { path, status, body } of network.exchanges)
      if (status === 200 && creations.has(path.slice('/dispatch/'.length)))
        for (const text of textsIn(body)) carriedOut.set(text, (carriedOut.get(text) ?? 0) + 1);
  for (const text of once) {
    const count = carriedOut.get(text) ?? 0;
    if (count > 1) problems.push(`'${text}' happened ${count} times`);
    if (count === 0 && !shown.has(text)) problems.push(`'${text}' was lost`);
  }
  for (const text of withdrawn) if (carriedOut.has(text)) problems.push(`'${text}' was taken back and sent`);
  return problems;
}

const textsIn = (value: unknown): string[] =>
  (typeof value === 'string' ? value : JSON.stringify(value)).match(/made \d+/g) ?? [];
