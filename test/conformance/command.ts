/**
 * Holds any service against the rules: `npm run conformance -- --base-url <url> --token <token>` reads only; `--write
 * --project <id>` adds the checks that work in decks of their own and removes those afterwards; `--hand` adds the ones
 * that change the Hand and bookmarks of the token's user. Ends with 1 when a rule fails.
 */
import { parseArgs } from 'node:util';
import { rules } from '../../shared/contract/rules.ts';
import { checks } from './checks/index.ts';
import { type Check, type Kind, Subject } from './subject.ts';

const help = `Usage: npm run conformance -- --base-url <url> --token <token> [--account <id>] [--write --project <id>] [--hand]

  --base-url <url>   Where the service is.
  --token <token>    A token of it; also taken from the environment variable DECKTOP_TOKEN.
  --account <name>   Sent as X-Account.
  --write            Also runs checks that write, in decks of their own; needs a token of Producer level.
  --project <id>     The project to make those decks in.
  --hand             With --write: also runs checks that change the Hand and bookmarks of the token's user.`;

class UsageError extends Error {}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        'base-url': { type: 'string' },
        token: { type: 'string' },
        account: { type: 'string' },
        write: { type: 'boolean' },
        project: { type: 'string' },
        hand: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}; see --help`);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps within the service's 40 requests per 5 seconds, and waits when it says so. */
function sender(baseUrl: string, headers: Record<string, string>) {
  let nextAt = 0;
  return async (path: string, init: RequestInit): Promise<Response> => {
    for (;;) {
      const now = Date.now();
      nextAt = Math.max(nextAt, now) + 130;
      await pause(nextAt - 130 - now);
      const response = await fetch(baseUrl + path, { ...init, headers: { ...headers, ...init.headers } });
      if (response.status !== 429) return response;
      await pause(Number(response.headers.get('retry-after') ?? 5) * 1000);
    }
  };
}

async function connect(options: ReturnType<typeof readOptions>): Promise<Subject> {
  const { 'base-url': baseUrl, token = process.env.DECKTOP_TOKEN, account, write, project } = options;
  if (!baseUrl || !URL.canParse(baseUrl)) throw new UsageError('--base-url must be the address of a service');
  if (!token) throw new UsageError('--token is missing (or the environment variable DECKTOP_TOKEN)');
  if (write && !project) throw new UsageError('--write needs --project <id>: where checks may make decks');
  const send = sender(baseUrl.replace(/\/+$/, ''), {
    authorization: `Bearer ${token}`,
    ...(account !== undefined && { 'x-account': account }),
  });
  const body = JSON.stringify({ query: { _root: ['account', 'loggedInUser'] } });
  const response = await send('/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    (error: Error) => {
      throw new UsageError(
        `${baseUrl} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      );
    },
  );
  const text = await response.text();
  if (!response.ok) throw new UsageError(`${baseUrl} refused the token with ${response.status}: ${text.slice(0, 200)}`);
  const { _root: root } = JSON.parse(text) as { _root: { account: string; loggedInUser: string } };
  return new Subject({
    send,
    accountId: root.account,
    userId: root.loggedInUser,
    projectId: project,
    local: undefined,
  });
}

type Verdict = 'holds' | 'fails' | 'not checked';

async function main(): Promise<number> {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return 0;
  }
  const subject = await connect(options);
  const allowed = new Set<Kind>(['read']);
  if (options.write) allowed.add('write');
  if (options.write && options.hand) allowed.add('hand');
  const verdicts = new Map<string, Verdict>(rules.map(({ id }) => [id, 'not checked']));
  for (const check of checks.filter(({ kind }) => allowed.has(kind))) {
    const failure = await outcomeOf(check, subject);
    if (check.kind === 'hand') await tidyHand(subject);
    for (const id of check.rules)
      if (failure || verdicts.get(id) !== 'fails') verdicts.set(id, failure ? 'fails' : 'holds');
    console.log(`${failure ? 'FAILS ' : 'holds '} ${check.rules.join(', ')}${failure ? `\n        ${failure}` : ''}`);
  }
  await cleanUp(subject);
  const count = (verdict: Verdict) => [...verdicts.values()].filter((value) => value === verdict).length;
  console.log('');
  for (const [id, verdict] of verdicts) if (verdict === 'not checked') console.log(`not checked  ${id}`);
  console.log(`\n${count('holds')} rules hold, ${count('fails')} fail, ${count('not checked')} could not be checked.`);
  return count('fails') > 0 ? 1 : 0;
}

async function outcomeOf(check: Check, subject: Subject): Promise<string | undefined> {
  try {
    await check.run(subject);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n').slice(0, 6).join('\n        ');
  }
}

/** Takes what a check put into the Hand and the bookmarks out again. */
async function tidyHand(subject: Subject): Promise<void> {
  const cardIds = subject.decks.length === 0 ? [] : await subject.ids('cards', { deckId: subject.decks });
  if (cardIds.length === 0) return;
  await subject.ok('handQueue/removeCards', { cardIds, userId: subject.userId });
  await subject.ok('bookmarks/removeCards', { ids: cardIds, userId: subject.userId });
}

/** Removes the decks; their cards stay archived, as the interface says of deleted decks. */
async function cleanUp(subject: Subject): Promise<void> {
  for (const id of subject.decks) await subject.ok('decks/delete', { id });
  if (subject.decks.length > 0)
    console.log(`\nRemoved ${subject.decks.length} decks called 'Conformance'; their cards stay behind, archived.`);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof UsageError ? `conformance: ${error.message}` : error);
  process.exitCode = 2;
}
