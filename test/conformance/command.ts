/**
 * Checks any service against the rules of the contract. `npm run conformance -- --base-url <url> --token <token>` only
 * reads. `--write --project <id>` adds checks that create decks and milestones and remove them at the end. `--hand`
 * also adds checks that change the Hand and bookmarks of the token's user. `--help` explains all options. The exit code
 * is 1 if a rule fails, and 2 if an option is wrong or the checks cannot run.
 */
import { parseArgs } from 'node:util';
import { type TokenPermission, tokenPermissions } from '../../shared/contract/index.ts';
import { contractRules } from '../../shared/contract/rules.ts';
import { checks } from './checks/index.ts';
import {
  type Check,
  type ConformanceCheckKind,
  pause,
  ServiceUnderTest,
  SkippedCheckError,
  type TokenName,
} from './subject.ts';

const help = `Usage: npm run conformance -- --base-url <url> --token <token> [--account <id>] [--write --project <id>] [--hand] [--limits]

  --base-url <url>   Where the service is.
  --token <token>    A token of it; also taken from the environment variable DECKTOP_TOKEN.
  --account <name>   Sent as X-Account.
  --write            Also runs checks that write, in decks and milestones of their own, and sends actions that must be
                     refused; needs a token of Producer level.
  --project <id>     The project to make those in.
  --hand             With --write: also runs checks that change the Hand and bookmarks of the token's user.
  --limits           Also asks more often than the rate limit allows, which holds up others at this address for seconds.
  --read-token, --write-token, --producer-token, --admin-token <token>
                     Tokens of these permissions: with them the scopes of every permission are checked.`;

class UsageError extends Error {}

const tokenOptions = Object.fromEntries(
  tokenPermissions.map((permission) => [`${permission}-token`, { type: 'string' as const }]),
) as Record<`${TokenPermission}-token`, { type: 'string' }>;

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
        limits: { type: 'boolean' },
        help: { type: 'boolean' },
        ...tokenOptions,
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}; see --help`);
  }
}

type Options = ReturnType<typeof readOptions>;

/**
 * Returns a function that sends requests. It delays them to stay below the rate limit of 40 per 5 seconds. After an
 * answer with status 429 it waits and sends the request again.
 */
function withRateLimit(send: (path: string, init: RequestInit, who?: TokenName) => Promise<Response>) {
  let nextAt = 0;
  return async (path: string, init: RequestInit, who?: TokenName): Promise<Response> => {
    for (;;) {
      const now = Date.now();
      nextAt = Math.max(nextAt, now) + 130;
      await pause(nextAt - 130 - now);
      const response = await send(path, init, who);
      if (response.status !== 429) return response;
      await pause(Number(response.headers.get('retry-after') ?? 5) * 1000);
    }
  };
}

async function connect(options: Options): Promise<ServiceUnderTest> {
  const { 'base-url': baseUrl, token = process.env.DECKTOP_TOKEN, account, write, project } = options;
  if (!baseUrl || !URL.canParse(baseUrl)) throw new UsageError('--base-url must be the address of a service');
  if (!token) throw new UsageError('--token is missing (or the environment variable DECKTOP_TOKEN)');
  if (write && !project) throw new UsageError('--write needs --project <id>: where checks may make decks');
  const knownTokens = new Map<TokenName, string>(
    tokenPermissions.flatMap((permission) => {
      const value = options[`${permission}-token`];
      return value === undefined ? [] : [[permission, value] as const];
    }),
  );
  const burst = (path: string, init: RequestInit, who?: TokenName): Promise<Response> => {
    const value = who === undefined ? token : knownTokens.get(who);
    if (value === undefined) throw new SkippedCheckError(`needs --${who}-token`);
    const headers = { authorization: `Bearer ${value}`, ...(account !== undefined && { 'x-account': account }) };
    return fetch(baseUrl.replace(/\/+$/, '') + path, {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    });
  };
  const send = withRateLimit(burst);
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
  return new ServiceUnderTest({
    send,
    burst,
    accountId: root.account,
    userId: root.loggedInUser,
    projectId: project,
    local: undefined,
    knownTokens: new Set(knownTokens.keys()),
  });
}

/** Returns the reason if the options forbid checks of this kind; undefined if they allow them. */
function reasonNotToRun(kind: ConformanceCheckKind, { write, hand, limits }: Options): string | undefined {
  if (kind === 'write') return write ? undefined : 'needs --write';
  if (kind === 'hand') return write && hand ? undefined : 'needs --write and --hand';
  if (kind === 'limits') return limits ? undefined : 'needs --limits';
  return kind === 'local' ? "needs the service's own clock, people, plan or tokens" : undefined;
}

interface Verdict {
  readonly state: 'holds' | 'fails' | 'not checked';
  /** Why the rule could not be checked. Only given for the state `not checked`. */
  readonly reason?: string;
}

type Outcome = { readonly fails: string } | { readonly unchecked: string } | 'holds';

async function outcomeOf(check: Check, subject: ServiceUnderTest): Promise<Outcome> {
  try {
    await check.run(subject);
    return 'holds';
  } catch (error) {
    if (error instanceof SkippedCheckError) return { unchecked: error.message };
    return { fails: (error as Error).message.split('\n').slice(0, 6).join('\n        ') };
  }
}

async function runChecks(options: Options, subject: ServiceUnderTest): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  // Several checks can be about the same rule. If one of them fails, the rule fails. If none fails and at least one
  // holds, the rule holds. If none could run, the rule is "not checked".
  const note = (id: string, next: Verdict) => {
    const before = verdicts.get(id)?.state;
    if (before === undefined || next.state === 'fails' || (next.state === 'holds' && before === 'not checked'))
      verdicts.set(id, next);
  };
  for (const check of checks) {
    const against = reasonNotToRun(check.kind, options);
    // Checks of the Hand need a Hand without the cards of earlier checks. Cards that earlier checks started or finished
    // may still be in the Hand, so remove them.
    if (check.kind === 'hand' && against === undefined) await clearHandAndBookmarks(subject);
    const outcome: Outcome = against === undefined ? await outcomeOf(check, subject) : { unchecked: against };
    const state = outcome === 'holds' ? 'holds' : 'fails' in outcome ? 'fails' : 'not checked';
    for (const id of check.rules)
      note(id, { state, ...(typeof outcome === 'object' && 'unchecked' in outcome && { reason: outcome.unchecked }) });
    if (state !== 'not checked')
      console.log(
        `${state === 'fails' ? 'FAILS ' : 'holds '} ${check.rules.join(', ')}${typeof outcome === 'object' && 'fails' in outcome ? `\n        ${outcome.fails}` : ''}`,
      );
  }
  return verdicts;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return 0;
  }
  const subject = await connect(options);
  let verdicts: Map<string, Verdict>;
  try {
    verdicts = await runChecks(options, subject);
  } finally {
    await cleanUp(subject);
  }
  const states = contractRules.map(({ id }) => ({ id, ...(verdicts.get(id) ?? { state: 'not checked' as const }) }));
  console.log('');
  for (const { id, state, reason } of states)
    if (state === 'not checked') console.log(`not checked  ${id}${reason ? `: ${reason}` : ''}`);
  const count = (wanted: Verdict['state']) => states.filter(({ state }) => state === wanted).length;
  console.log(`\n${count('holds')} rules hold, ${count('fails')} fail, ${count('not checked')} could not be checked.`);
  return count('fails') > 0 ? 1 : 0;
}

/** Returns the ids of all cards in the decks that checks created, including the decks that they deleted again. */
async function createdCards(subject: ServiceUnderTest): Promise<string[]> {
  const decks = [...subject.decks, ...subject.droppedDecks];
  return decks.length === 0 ? [] : subject.ids('cards', { deckId: decks });
}

/** Removes from the Hand and from the bookmarks all cards that checks created. */
async function clearHandAndBookmarks(subject: ServiceUnderTest): Promise<void> {
  const cardIds = await createdCards(subject);
  if (cardIds.length === 0) return;
  await subject.ok('handQueue/removeCards', { cardIds, userId: subject.userId });
  await subject.ok('bookmarks/removeCards', { ids: cardIds, userId: subject.userId });
}

/**
 * Removes the rows that checks created. Prints the number of deleted decks and milestones, and the number of cards that
 * remain because no action can remove them.
 */
async function cleanUp(subject: ServiceUnderTest): Promise<void> {
  const cards = await createdCards(subject);
  // Cards that a check started or finished stay in their owner's Hand until they are removed.
  const entries = cards.length === 0 ? [] : await subject.ids('queueEntries', { cardId: cards });
  if (entries.length > 0) await subject.ok('handQueue/removeCards', { cardIds: cards });
  const bookmarks = cards.length === 0 ? 0 : (await subject.bookmarks()).filter((id) => cards.includes(id)).length;
  if (bookmarks > 0) await subject.ok('bookmarks/removeCards', { ids: cards, userId: subject.userId });
  const { decks, milestones } = subject;
  const made = [decks.length + subject.droppedDecks.length, milestones.length];
  for (const id of [...milestones]) await subject.dropMilestone(id);
  for (const id of [...decks]) await subject.dropDeck(id);
  if (made.some((count) => count > 0))
    console.log(
      `\nDeleted ${made[0]} decks and ${made[1]} milestones, all called 'Conformance'. Their ${cards.length} cards stay behind, archived, with their threads.`,
    );
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof UsageError ? `conformance: ${error.message}` : error);
  process.exitCode = 2;
}
