/** Checks that actions have the same effects on a replica and on the service, except where the replica lacks data. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StoredModelName, tableDefinitions } from '../../../electron/engine/store/schema.ts';
import { Refusal } from '../../../shared/contract/index.ts';
import { performStep, type RandomStep, randomSteps } from '../../support/random-actions.ts';
import { createEngineFixture, decks, type EngineFixture, people } from '../../support/workspace.ts';

/** Models whose rows only the service stores. */
const serviceModels = new Set<StoredModelName>(['cardHistory', 'counter', 'lockedCard', 'notice', 'setting', 'upload']);
const serviceColumns = new Set(['accountSeq', 'version', 'lastUpdatedAt', 'lastChangedAt']);

function comparableRows(workspace: EngineFixture): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const { name } of tableDefinitions.values()) {
    if (serviceModels.has(name)) continue;
    found[name] = workspace.rows
      .find(name, {})
      .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !serviceColumns.has(column))));
  }
  return found;
}

/** Copies `accountSeq` of all cards from the service to the replica, as the next poll would do. */
function readBack(service: EngineFixture, replica: EngineFixture): void {
  for (const { cardId, accountSeq } of service.rows.find('card', {}))
    replica.rows.update('card', cardId, { accountSeq });
  replica.rows.drainChanges();
}

/**
 * Makes Ann the actor of the step: the replica is hers, so it stores no private cards of other people. Changes `$1` to
 * `1` in texts, so that they contain no short codes of cards: a replica cannot resolve a short code before the service
 * has numbered the cards.
 */
const asAnn = (step: RandomStep): RandomStep => ({
  ...(JSON.parse(JSON.stringify(step).replaceAll('$1', '1')) as RandomStep),
  by: 'ann',
});

/**
 * Returns false for a step with effects that only the service performs, at once or later: creating runs, moving cards
 * to the next run, adding started cards to runs, turning on Beast Mode, and taking open cards from a removed person.
 */
const isShownAtOnce = ({ name, params }: RandomStep): boolean =>
  name !== 'tick' &&
  name !== 'users/remove' &&
  name !== 'sprints/createConfig' &&
  params.complete !== true &&
  params.autoAssignStartedCard === undefined &&
  params.autoBeastModeDurationHours === undefined;

test('a replica shows the same rows as the service’s answer', () => {
  fc.assert(
    fc.property(randomSteps(25), (sequence) => {
      const [service, replica] = [createEngineFixture(), createEngineFixture('replica')];
      for (const step of sequence.map(asAnn).filter(isShownAtOnce)) {
        const refused = performStep(service, step);
        if (refused !== undefined) {
          replica.advanceClock(step.delayMs);
          replica.call();
          continue;
        }
        expect(performStep(replica, step), JSON.stringify(step)).toBeUndefined();
        expect(comparableRows(replica), `after ${JSON.stringify(step)}`).toEqual(comparableRows(service));
        readBack(service, replica);
      }
    }),
    { numRuns: 60 },
  );
});

test('an action that the service refuses is refused on the replica or shown until the refusal, without other errors', () => {
  fc.assert(
    fc.property(randomSteps(25), (sequence) => {
      const [service, replica] = [createEngineFixture(), createEngineFixture('replica')];
      for (const step of sequence.map(asAnn).filter(isShownAtOnce)) {
        const refused = performStep(service, step);
        if (refused === undefined) {
          performStep(replica, step);
          readBack(service, replica);
          continue;
        }
        // Perform the step on the replica and revert it. The replica may refuse the step, but any other error fails the
        // test, because `performStep` catches only refusals.
        replica.db.exec('SAVEPOINT attempt');
        performStep(replica, step);
        replica.db.exec('ROLLBACK TO attempt; RELEASE attempt');
        replica.rows.discardChanges();
      }
    }),
    { numRuns: 40 },
  );
});

describe('a replica', () => {
  test('never changes version or time, writes no history and assigns no numbers', () => {
    const workspace = createEngineFixture('replica');
    const { id, accountSeq } = workspace.act('cards/create', { content: 'New', deckId: decks.tasks });
    expect(accountSeq).toBeNull();
    const created = workspace.card(id);
    workspace.advanceClock(1000);
    workspace.act('cards/update', { id, content: 'Newer', status: 'done' });
    const { version, lastUpdatedAt, title } = workspace.card(id);
    expect([version, lastUpdatedAt, title]).toEqual([created.version, created.lastUpdatedAt, 'Newer']);
    expect(workspace.rows.find('cardHistory', {})).toEqual([]);
  });

  test('skips unknown rows', () => {
    const workspace = createEngineFixture('replica');
    const known = workspace.newCard();
    const { changes } = workspace.perform('cards/update', { id: 'unknown', status: 'started', parentCardId: known });
    expect(changes).toEqual(new Map());
    workspace.act('cards/bulkUpdate', {
      ids: ['unknown', known],
      effort: 3,
      milestoneId: 'unknown',
      deckId: 'unknown',
    });
    expect(workspace.card(known)).toMatchObject({ effort: 3, milestoneId: 'unknown', deckId: 'unknown' });
    workspace.act('cards/update', { id: known, inDeps: ['unknown'], parentCardId: 'elsewhere' });
    expect(workspace.card(known)).toMatchObject({ inDeps: ['unknown'], parentCardId: 'elsewhere' });
    workspace.act('handQueue/addCardsToHand', { cardIds: ['unknown', known], userId: people.ann });
    expect(workspace.hand('ann')).toEqual([known]);
    workspace.act('cards/copy', { ids: ['unknown'], props: [], target: 'unknown' });
    workspace.act('cardOrders/addAfter', { targetId: 'unknown', cardIds: ['unknown'], context: 'deck', label: null });
    workspace.act('cards/addFile', {
      cardId: 'unknown',
      fileData: { fileName: 'a.png', url: 'http://127.0.0.1/a.png' },
    });
  });

  test('keeps a derived value of the service until one of its inputs changes', () => {
    const workspace = createEngineFixture('replica');
    const id = workspace.newCard({ content: 'Text #tag' });
    // These values simulate a service of another version, which derives other values from the same fields.
    const theirs = { title: 'Their title', tags: ['theirs'], derivedStatus: 'waiting', hasBlockingDeps: true };
    workspace.rows.update('card', id, theirs);
    workspace.rows.drainChanges();
    workspace.act('cards/update', { id, effort: 3 });
    expect(workspace.card(id)).toMatchObject(theirs);
    workspace.act('cards/update', { id, status: 'done' });
    expect(workspace.card(id)).toMatchObject({ title: 'Their title', tags: ['theirs'], derivedStatus: 'done' });
    workspace.act('cards/update', { id, content: 'Ours' });
    expect(workspace.card(id)).toMatchObject({ title: 'Ours', tags: [] });
  });

  test('keeps a dependency flag as long as invisible cards may affect it', () => {
    const workspace = createEngineFixture('replica');
    const [seen, id] = [workspace.newCard(), workspace.newCard()];
    workspace.act('cards/update', { id, inDeps: [seen, 'unseen'] });
    workspace.rows.update('card', id, { hasBlockingDeps: true });
    workspace.act('cards/update', { id: seen, status: 'done' });
    expect(workspace.card(id).hasBlockingDeps).toBe(true);
    workspace.act('cards/update', { id, inDeps: [seen] });
    expect(workspace.card(id).hasBlockingDeps).toBe(false);
  });

  test('refuses actions that the service must refuse: its own full Hand, a cycle, a started hero card, work on a doc', () => {
    const workspace = createEngineFixture('replica');
    const ids = Array.from({ length: 7 }, () => workspace.newCard({ putInQueue: true }));
    const more = { content: 'More', deckId: decks.tasks, putInQueue: true };
    expect(workspace.refusal('cards/create', more)).toBe('hand_full');
    expect(workspace.refusal('handQueue/addCardsToHand', { cardIds: [workspace.newCard()], userId: people.ann })).toBe(
      'hand_full',
    );
    const [a, b] = ids as [string, string];
    workspace.act('cards/update', { id: a, inDeps: [b], childCards: [workspace.newCard()] });
    expect(workspace.refusal('cards/update', { id: b, inDeps: [a] })).toBe('dependency_cycle');
    const first = workspace.act('workflowItems/create', { deckId: decks.tasks, content: 'First' }).id;
    const second = workspace.act('workflowItems/create', {
      deckId: decks.tasks,
      content: 'Second',
      inDeps: [first],
    }).id;
    expect(workspace.refusal('workflowItems/update', { id: first, inDeps: [second] })).toBe('dependency_cycle');
    expect(workspace.refusal('cards/update', { id: a, status: 'started' })).toBe('hero_cannot_start');
    expect(workspace.refusal('cards/update', { id: workspace.newCard({ isDoc: true }), effort: 1 })).toBe(
      'doc_takes_no_field',
    );
  });

  test('lets the service check the Hands of others, scopes and the plan', () => {
    const workspace = createEngineFixture('replica');
    for (let count = 0; count < 9; count++) workspace.newCard({ putInQueue: true, assigneeId: people.bob });
    expect(workspace.hand('bob')).toHaveLength(9);
    workspace.act('bookmarks/addCards', { ids: [workspace.newCard()], userId: people.bob }, { permission: 'read' });
    expect(workspace.bookmarks('bob')).toHaveLength(1);
  });

  test('replays an action with the same ids to the same rows, whether or not the service has confirmed some of them', () => {
    const workspace = createEngineFixture('replica');
    const call = workspace.call();
    const params = { content: 'For @bob', deckId: null, putInQueue: true, subscribeCreator: true };
    workspace.engine.perform('cards/create', params, call);
    const once = comparableRows(workspace);
    workspace.engine.perform('cards/create', params, call);
    expect(comparableRows(workspace)).toEqual(once);
  });
});

test('actions with valid params throw only refusals', () => {
  const workspace = createEngineFixture('replica');
  expect(() => workspace.act('cards/update', { id: 'x', effort: Number.NaN })).toThrow(Refusal);
});
