/**
 * Tests the app on a bad network. A user changes cards while a proxy in front of the service cuts, damages, delays and
 * refuses requests. At the end the service must have each of the user's changes exactly once. The environment variables
 * FLAKY_ROUNDS and FLAKY_SEED choose the number of rounds and the random faults.
 */
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { type FaultProxy, type ProxyFault, type ProxyFaultKind, startFaultProxy } from '../../faults/proxy.ts';
import { createRandomSource, type RandomSource } from '../../faults/random.ts';
import { type LaunchedApp, launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { belowTitle } from '../../support/window.ts';

const seed = Number(process.env.FLAKY_SEED ?? 4711);
/**
 * Number of rounds. Each round creates a card and changes an existing one. The first eight rounds contain every type of
 * change that this test makes.
 */
const rounds = Number(process.env.FLAKY_ROUNDS ?? 8);

type Step = [string, Record<string, unknown>];

let service: ServiceProcess;
let proxy: FaultProxy;
let launched: LaunchedApp;

test.beforeAll(async () => {
  service = await startServiceProcess();
  proxy = await startFaultProxy(service.baseUrl);
  launched = await launchApp({
    args: [`--connect=${proxy.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
});
test.afterAll(async () => {
  await launched?.close();
  await proxy?.close();
  await service?.stop();
});

/** Queries the service directly, without app and proxy. */
const queryService = (query: unknown) => service.post('/', { query });

const performSteps = (page: Page, label: string, ...steps: Step[]) =>
  page.evaluate(
    async (sent) => {
      const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('data/act', sent);
      if (!outcome.ok) throw new Error(`${sent.label}: ${outcome.failure.message}`);
      return { answers: outcome.value.answers, undo: outcome.value.undo };
    },
    { label, steps: steps.map(([action, params]) => ({ action, params })) },
  );

const outboxOperations = (page: Page) =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('outbox/list', {});
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return outcome.value.map(({ label, state, failure }) => ({ label, state, why: failure?.message ?? null }));
  });

const hasCard = (page: Page, cardId: string) =>
  page.evaluate(async (id) => {
    const query = { [`card(${JSON.stringify(id)})`]: ['content'] };
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('data/query', { query });
    return outcome.ok && outcome.value.text.includes(id);
  }, cardId);

/**
 * Returns a function that chooses a fault for each request. The first requests that send changes get the faults in
 * `sure`, one each, so that each of these faults occurs. All other faults are random.
 */
function flakyFaults(random: RandomSource): FaultProxy['fault'] {
  const sure: ProxyFault[] = [
    { kind: 'cutAfter' },
    { kind: 'truncate' },
    { kind: 'garble' },
    { kind: 'htmlAfter' },
    { kind: 'errorAfter', status: 502 },
    { kind: 'error', status: 503 },
    { kind: 'html' },
    { kind: 'cutBefore' },
    { kind: 'throttle', retryAfter: 1 },
  ];
  let storm = 0;
  return ({ path: address }) => {
    const chance = random.next();
    if (address.startsWith('/dispatch/') && sure.length > 0) return sure.shift() ?? null;
    if (storm > 0) {
      storm -= 1;
      return { kind: 'throttle', retryAfter: 1 };
    }
    if (chance < 0.02) storm = 4;
    if (chance < 0.06) return { kind: 'throttle', retryAfter: 1 };
    if (chance < 0.09) return { kind: 'cutAfter' };
    if (chance < 0.12) return { kind: 'truncate' };
    if (chance < 0.15) return { kind: 'garble' };
    if (chance < 0.17) return { kind: 'htmlAfter' };
    if (chance < 0.19) return { kind: 'errorAfter', status: 504 };
    if (chance < 0.2) return { kind: 'html' };
    if (chance < 0.21) return { kind: 'cutBefore' };
    return chance < 0.45 ? { kind: 'latency', ms: 100 + random.below(700) } : null;
  };
}

/** The state that the service must have at the end of the test. */
interface ExpectedState {
  /** Deck and priority of each created card, by the card's text. */
  readonly made: Map<string, { deckId: string; priority: string }>;
  readonly comments: string[];
  /**
   * Texts of the cards that the test added to the Hand, in order. In the Hand they come after the cards that were there
   * before.
   */
  readonly hand: string[];
  readonly moved: Map<string, string>;
  readonly texts: Map<string, string>;
}

interface Card {
  readonly cardId: string;
  readonly content: string;
  readonly deckId: string;
}
interface TestCards {
  readonly cards: readonly Card[];
  /** Cards whose texts both the user and another client edit. The texts have several paragraphs. */
  readonly plans: readonly Card[];
  readonly decks: readonly string[];
}

/** Chooses existing cards to change and decks to move cards between. Creates the cards of `plans`. */
async function chooseTestCards(): Promise<TestCards> {
  const cardsKey =
    'cards({"derivedStatus":"assigned","parentCardId":null,"deck":{"deckType":"task"},"$order":"accountSeq","$limit":30})';
  const answer = await queryService({
    _root: [{ account: [{ [cardsKey]: ['content', 'deckId', { deck: ['projectId'] }] }] }],
  });
  const projectOf = (deckId: string) => String(answer.deck?.[deckId]?.projectId);
  const cards = Object.values(answer.card ?? {}) as unknown as Card[];
  const project = projectOf(cards[0]?.deckId ?? '');
  const own = cards.filter(({ deckId }) => projectOf(deckId) === project);
  const decks = [...new Set(own.map(({ deckId }) => deckId))];
  if (own.length < 8 || decks.length < 2) throw new Error('The demo has too little to work on');
  const plans: Card[] = [];
  for (let number = 0; number < 3; number += 1) {
    const content = `Plan ${number} for the trip\n\nThe first part.\n\nThe last part.`;
    const { id } = await service.post('/dispatch/cards/create', { content, deckId: decks[0] });
    plans.push({ cardId: String(id), content, deckId: decks[0] ?? '' });
  }
  return { cards: own, plans, decks };
}

/** Number of requests after which the next round starts. */
const requestsPerRound = 10;

async function changeCards(page: Page, field: TestCards): Promise<ExpectedState> {
  const truth: ExpectedState = { made: new Map(), comments: [], hand: [], moved: new Map(), texts: new Map() };
  const [deckId = '', otherDeck = ''] = field.decks;
  for (let round = 0; round < rounds; round += 1) {
    const began = proxy.exchanges.length;
    const existing = field.cards[round % field.cards.length] as Card;
    const content = `Made in the tunnel, no. ${round}`;
    const { answers } = await performSteps(page, `Create “${content}”`, ['cards/create', { content, deckId }]);
    const id = String(answers[0]?.id);
    await performSteps(page, 'Prioritise', ['cards/update', { id, priority: 'a' }]);
    truth.made.set(content, { deckId, priority: 'a' });
    if (round % 3 === 0) {
      await performSteps(page, 'Move', ['cards/update', { id, deckId: otherDeck }]);
      truth.made.set(content, { deckId: otherDeck, priority: 'a' });
    }
    if (round % 4 === 1) {
      await performSteps(page, 'Take up', ['handQueue/addCardsToHand', { cardIds: [id], userId: service.user.id }]);
      truth.hand.push(content);
    }
    const comment = `Said in the tunnel, no. ${round}`;
    await performSteps(page, 'Comment', [
      'resolvables/create',
      { cardId: round % 2 === 0 ? id : existing.cardId, context: 'comment', content: comment },
    ]);
    truth.comments.push(comment);
    if (round < field.cards.length) {
      const mine = `${existing.content}\n\nMy line ${round}.`;
      await performSteps(page, 'Write', ['cards/update', { id: existing.cardId, content: mine }]);
      truth.texts.set(existing.cardId, mine);
    }
    const plan = round % 5 === 2 ? field.plans[Math.floor(round / 5)] : undefined;
    if (plan) {
      // The user adds a paragraph at the end, another client adds one at the start, and the app must merge both. Only
      // the app merges; in the service the last text wins. So the proxy tells the app to send the user's change later,
      // until the other client's change is stored.
      const { cardId, content: text } = plan;
      const { fault } = proxy;
      proxy.fault = (request) =>
        request.path.startsWith('/dispatch/') ? { kind: 'throttle', retryAfter: 1 } : fault(request);
      await performSteps(page, 'Write', ['cards/update', { id: cardId, content: `${text}\n\nMine.` }]);
      await service.post('/dispatch/cards/update', { id: cardId, content: `Theirs.\n\n${text}` });
      proxy.fault = fault;
      truth.texts.set(cardId, `Theirs.\n\n${text}\n\nMine.`);
    }
    if (round % 6 === 4) {
      const { undo } = await performSteps(page, 'Regret', ['cards/create', { content: `Regretted ${round}`, deckId }]);
      if (!undo) throw new Error('A creation could not be taken back');
      await performSteps(page, undo.label, ...undo.steps.map(({ action, params }): Step => [action, params]));
    }
    // Wait for a number of requests instead of a fixed time, so that each round has enough requests for faults.
    await expect.poll(() => proxy.exchanges.length, { timeout: 60_000 }).toBeGreaterThan(began + requestsPerRound);
  }
  return truth;
}

/** Edits a card's text and writes a comment in the window, as a user does. */
async function workByHand(page: Page, card: Card, truth: ExpectedState): Promise<void> {
  await page.evaluate(({ deckId, cardId }) => {
    location.hash = `#/deck/${deckId}?card=${cardId}`;
  }, card);
  const title = card.content.split('\n')[0] ?? '';
  const panel = page.getByRole('region', { name: `Card: ${title}` });
  await panel.press('e');
  const editor = panel.getByRole('textbox', { name: 'Text of the card' });
  await editor.press('ControlOrMeta+End');
  await page.keyboard.type(' Typed in the tunnel.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor).toBeHidden();
  truth.texts.set(card.cardId, `${belowTitle(card.content)} Typed in the tunnel.`);
  await panel.getByRole('textbox', { name: 'Start a thread' }).click();
  await page.keyboard.type('Typed as a comment in the tunnel.');
  await panel.getByRole('button', { name: 'Start thread', exact: true }).click();
  // Look for the comment in an `article` element: for a moment after sending, the editor still contains the same text.
  await expect(panel.getByRole('article').getByText('Typed as a comment in the tunnel.')).toBeVisible();
  truth.comments.push('Typed as a comment in the tunnel.');
}

test('no change is lost or made twice on a bad network', async () => {
  test.setTimeout(420_000);
  console.log(`seed ${seed}`);
  const { page } = launched;
  await page.locator('[data-card-id]').first().waitFor();
  await expect(page.getByRole('button', { name: /^Up to date/ })).toBeVisible();
  const field = await chooseTestCards();
  // Wait until the window has the new cards.
  for (const { cardId } of field.plans) await expect.poll(() => hasCard(page, cardId), { timeout: 60_000 }).toBe(true);
  const handBefore = await handAtService();
  // The test adds cards to the Hand, so the Hand needs free slots.
  expect(handBefore.length).toBeLessThanOrEqual(10);
  const [byHand, ...rest] = field.cards;

  proxy.fault = flakyFaults(createRandomSource(seed));
  const before = proxy.exchanges.length;
  const truth = await changeCards(page, { ...field, cards: rest.slice(0, 12) });
  if (byHand) await workByHand(page, byHand, truth);
  const during = proxy.exchanges.slice(before);
  proxy.fault = () => null;

  // The network works again. The user requests a sync and waits until everything is sent.
  const indicator = page.getByRole('button', { name: /waiting|Offline|Up to date|Syncing|need/ }).last();
  await indicator.click();
  await page.getByRole('button', { name: /^(?:Sync|Try) now/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => outboxOperations(page), { timeout: 200_000, intervals: [500] }).toEqual([]);
  await expect(page.getByRole('button', { name: /^Up to date/ })).toBeVisible({ timeout: 30_000 });

  // Each type of fault must have hit at least one of the user's changes.
  const met = new Set(during.filter(({ path: at }) => at.startsWith('/dispatch/')).map(({ fault }) => fault));
  const kinds: ProxyFaultKind[] = [
    'cutBefore',
    'cutAfter',
    'truncate',
    'garble',
    'html',
    'htmlAfter',
    'error',
    'errorAfter',
  ];
  for (const kind of kinds) expect(met).toContain(kind);
  expect(during.some(({ fault }) => fault === 'throttle')).toBe(true);

  const like = (text: string) => ({ op: 'contains', value: text });
  const made = await queryService({
    _root: [
      {
        account: [
          {
            [`cards(${JSON.stringify({ content: like('in the tunnel, no.') })})`]: ['content', 'deckId', 'priority'],
            [`cards(${JSON.stringify({ content: like('Regretted'), visibility: 'default' })})`]: [
              'content',
              'visibility',
            ],
          },
        ],
      },
    ],
  });
  const cards = Object.values(made.card ?? {});
  const madeCards = cards.filter(({ content }) => String(content).startsWith('Made in the tunnel'));
  expect(madeCards.map(({ content }) => content).sort()).toEqual([...truth.made.keys()].sort());
  for (const card of madeCards) expect(card).toMatchObject(truth.made.get(String(card.content)) ?? {});
  expect(cards.filter(({ content }) => String(content).startsWith('Regretted'))).toEqual([]);

  const answer = await queryService({ _root: [{ account: [{ resolvables: [{ entries: ['content'] }] }] }] });
  const comments = Object.values(answer.resolvableEntry ?? {}).map(({ content }) => String(content));
  expect(comments.filter((text) => /in the tunnel/.test(text)).sort()).toEqual([...truth.comments].sort());

  for (const [cardId, content] of truth.texts) {
    const { card } = await queryService({ [`card(${JSON.stringify(cardId)})`]: ['content'] });
    expect(card?.[cardId]?.content).toBe(content);
  }
  expect(await handAtService()).toEqual([...handBefore, ...truth.hand]);
  expect(launched.errors).toEqual([]);
});

/** Reads the texts of the cards in the user's Hand from the service, in order. */
async function handAtService(): Promise<string[]> {
  const key = `queueEntries(${JSON.stringify({ userId: service.user.id, cardDoneAt: null, $order: 'sortIndex' })})`;
  const answer = await queryService({ _root: [{ account: ['id', { [key]: ['sortIndex', { card: ['content'] }] }] }] });
  const [account] = Object.values(answer.account ?? {});
  const ids = (account?.[key] ?? []) as string[];
  return ids.map((id) => String(answer.card?.[String(answer.queueEntry?.[id]?.card)]?.content));
}
