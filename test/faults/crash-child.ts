/**
 * A program that works on a replica until it is killed: `crash-child.ts <folder> <base url> <token> <name> [rebuild]`.
 * It writes a line per piece of work that the replica has promised to keep.
 */
import { rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { unlimited } from '../../electron/client/budget.ts';
import { systemClock } from '../../electron/client/clock.ts';
import { createHttpSender } from '../../electron/client/http-sender.ts';
import { remoteCadence } from '../../electron/replica/cadence.ts';
import { openReplica } from '../../electron/replica/replica.ts';

const [directory = '', baseUrl = '', token = '', name = '', rebuild] = process.argv.slice(2);
if (rebuild) rmSync(path.join(directory, 'cache.sqlite'), { force: true });
writeSync(1, 'begins\n');
const opened = openReplica({
  directory,
  baseUrl,
  token,
  userId: null,
  send: createHttpSender(baseUrl),
  clock: systemClock,
  budget: unlimited,
  cadence: { ...remoteCadence, pulse: 20, slowPulse: 50 },
  events: { patched: () => undefined, renamed: () => undefined, status: () => undefined, outbox: () => undefined },
  log: (level, message, facts) => {
    if (level === 'warn') writeSync(2, `${message} ${JSON.stringify(facts)}\n`);
  },
});
if (!opened.ok) throw new Error(opened.failure.message);
const replica = opened.value;
replica.start();

let made = 0;
/** The card made last, under whatever id it has now. */
let last: unknown;
setInterval(() => {
  if (!replica.identity) return;
  const [deck] = replica.ledger.rows.where('deck', '"isDeleted" = 0 ORDER BY "id" LIMIT 1');
  if (!deck) return;
  made += 1;
  const content = `${name} ${made}`;
  const steps =
    made % 3 === 0 && last
      ? [{ action: 'resolvables/create', params: { cardId: last, context: 'comment', content } }]
      : [{ action: 'cards/create', params: { content, deckId: deck.id } }];
  const acted = replica.act({ label: content, steps });
  if (!acted.ok) throw new Error(acted.failure.message);
  if (steps[0]?.action === 'cards/create') last = acted.value.answers[0]?.id;
  writeSync(1, `did ${content}\n`);
}, 7);
