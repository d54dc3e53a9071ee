/**
 * Child process of crashes.ts: acts on a replica until crashes.ts kills the process. Prints `begins` before it opens
 * the replica, and a line `did …` for each action that the replica has stored. Arguments:
 * `<folder> <base url> <token> <name> [rebuild]`.
 */
import { rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { unlimitedRequestBudget } from '../../electron/client/budget.ts';
import { systemClock } from '../../electron/client/clock.ts';
import { createHttpSender } from '../../electron/client/http-sender.ts';
import { remotePollIntervals } from '../../electron/replica/pull/poll-intervals.ts';
import { openReplica } from '../../electron/replica/replica.ts';
import type { ActionStep } from '../../shared/bridge/index.ts';

const [directory = '', baseUrl = '', token = '', name = '', rebuild] = process.argv.slice(2);
if (rebuild) rmSync(path.join(directory, 'cache.sqlite'), { force: true });
writeSync(1, 'begins\n');
const opened = openReplica({
  directory,
  baseUrl,
  token,
  userId: null,
  send: createHttpSender(baseUrl, (request) => fetch(request)),
  clock: systemClock,
  budget: unlimitedRequestBudget,
  intervals: { ...remotePollIntervals, deltaPollMs: 20, fullPollMs: 50 },
  events: {
    patched: () => undefined,
    renamed: () => undefined,
    status: () => undefined,
    outbox: () => undefined,
    notifications: () => undefined,
  },
  log: (level, message, details) => {
    if (level === 'warn') writeSync(2, `${message} ${JSON.stringify(details)}\n`);
  },
});
if (!opened.ok) throw new Error(opened.failure.message);
const replica = opened.value;
replica.start();

/**
 * Number of the last action. The first number is the one at the end of `name`, which is different in each process. So
 * the processes begin with different kinds of actions, even if all of them are killed early.
 */
let made = Number(/\d+$/.exec(name)?.[0] ?? 0);
/**
 * Id of the card that this process created last, or of the replica's newest card as long as the process has created
 * none. `thread` is the same for comment threads.
 */
let card: unknown;
let thread: unknown;

/**
 * Returns the next action, chosen by the number of actions so far. The action stores `content` as a paragraph of a text
 * or as a title.
 */
function nextAction(content: string, deck: { readonly id: string; readonly projectId: string }): ActionStep {
  const { rows, ids } = replica.store;
  card ??= rows.where('card', '1 ORDER BY "createdAt" DESC LIMIT 1')[0]?.cardId;
  thread ??= rows.where('resolvable', '"isClosed" = 0 ORDER BY "createdAt" DESC LIMIT 1')[0]?.id;
  const text = rows.get('card', ids.renamed(String(card)))?.content;
  if (made % 3 === 0 && card)
    return { action: 'resolvables/create', params: { cardId: card, context: 'comment', content } };
  if (made % 5 === 0 && thread) return { action: 'resolvables/comment', params: { resolvableId: thread, content } };
  if (made % 7 === 0 && text) return { action: 'cards/update', params: { id: card, content: `${text}\n\n${content}` } };
  if (made % 11 === 0) return { action: 'decks/create', params: { title: content, projectId: deck.projectId } };
  return { action: 'cards/create', params: { content, deckId: deck.id } };
}

setInterval(() => {
  if (!replica.identity) return;
  const [deck] = replica.store.rows.where('deck', '"isDeleted" = 0 ORDER BY "createdAt" LIMIT 1');
  if (!deck) return;
  made += 1;
  const content = `${name} ${made}`;
  const step = nextAction(content, deck);
  const acted = replica.act({ label: content, steps: [step] });
  if (!acted.ok) throw new Error(acted.failure.message);
  if (step.action === 'cards/create') card = acted.value.answers[0]?.id;
  if (step.action === 'resolvables/create') thread = acted.value.answers[0]?.id;
  writeSync(1, `did ${content}\n`);
}, 7);
