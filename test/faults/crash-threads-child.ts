/**
 * Child process of crashes.ts: runs a replica in a worker thread that crashes repeatedly, until crashes.ts kills the
 * process. Prints `begins` at its start, and a line for each crash and for each action that the replica has stored.
 * Arguments: `<folder> <base url> <token> <name>`.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { unlimitedRequestBudget } from '../../electron/client/budget.ts';
import { systemClock } from '../../electron/client/clock.ts';
import { WorkerThreadSupervisor } from '../../electron/workspace/supervisor.ts';
import { openReplicaInThread } from '../../electron/workspace/worker-threads.ts';
import type { ActAnswer } from '../../shared/bridge/index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { orderCrash } from '../workspace/crashing.ts';
import { createRandomSource } from './random.ts';

const [directory = '', baseUrl = '', token = '', name = ''] = process.argv.slice(2);
const script = path.join(import.meta.dirname, '..', 'workspace', 'crashing-replica.ts');
const random = createRandomSource([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));

/**
 * A clock that runs a thousand times faster, so that the supervisor restarts worker threads at once and soon forgets
 * crashes.
 */
const clock = {
  now: () => systemClock.now() * 1000,
  after: (ms: number, work: () => void) => systemClock.after(ms / 1000, work),
};

writeSync(1, 'begins\n');
const supervisor = new WorkerThreadSupervisor({
  clock,
  start: (onEnd) =>
    openReplicaInThread({
      worker: new Worker(script),
      data: { directory, baseUrl, token, userId: null, servicePort: null },
      budget: unlimitedRequestBudget,
      network: (request) => fetch(request),
      log: (level, message, details) => {
        if (level === 'warn') writeSync(2, `${message} ${JSON.stringify(details)}\n`);
      },
      onEvent: () => undefined,
      onEnd,
    }),
  onChange: ({ phase }) => {
    if (phase === 'restarting') writeSync(1, 'crashed\n');
    if (phase === 'down') throw new Error('The threads stopped too often');
  },
});

async function call(command: 'data/query' | 'data/act', params: unknown): Promise<Outcome<unknown>> {
  const started = await supervisor.ensureRunning();
  return started.ok ? started.value.call({ windowId: 1, command, params }) : started;
}

async function someDeck(): Promise<string | undefined> {
  const asked = await call('data/query', { query: { _root: [{ account: [{ decks: ['title', 'isDeleted'] }] }] } });
  if (!asked.ok) return undefined;
  const { deck } = JSON.parse((asked.value as { text: string }).text);
  return Object.keys(deck ?? {}).find((id) => !deck[id].isDeleted);
}

/** Id of the last created card. */
let cardId: string | undefined;
let made = 0;

async function performAction(deckId: string): Promise<void> {
  made += 1;
  const content = `${name} ${made}`;
  const step =
    made % 3 === 0 && cardId
      ? { action: 'resolvables/create', params: { cardId, context: 'comment', content } }
      : { action: 'cards/create', params: { content, deckId } };
  const acted = (await call('data/act', { label: content, steps: [step] })) as Outcome<ActAnswer>;
  // The worker thread crashed before it answered, so the action may or may not be stored.
  if (!acted.ok) return;
  if (step.action === 'cards/create') cardId = String(acted.value.answers[0]?.id);
  writeSync(1, `did ${content}\n`);
  if (random.below(12) === 0) orderCrash('replica', 'throw');
}

let deckId: string | undefined;
for (;;) {
  deckId ??= await someDeck();
  if (deckId) await performAction(deckId);
  await new Promise((resolve) => setTimeout(resolve, random.below(10)));
}
