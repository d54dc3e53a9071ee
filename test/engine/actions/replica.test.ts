/** The same effects on a replica: equal where it knows as much as the service, careful where it does not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StoredModel, tables } from '../../../electron/engine/store/schema.ts';
import { Refusal } from '../../../shared/contract/index.ts';
import { type Step, steps, take } from '../../support/random-actions.ts';
import { createWorkspace, decks, people, type Workspace } from '../../support/workspace.ts';

/** What the service alone keeps. */
const serviceModels = new Set<StoredModel>(['cardHistory', 'counter', 'lockedCard', 'notice', 'setting', 'upload']);
const serviceColumns = new Set(['accountSeq', 'version', 'lastUpdatedAt', 'lastChangedAt']);

function shared(workspace: Workspace): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables.values()) {
    if (serviceModels.has(name)) continue;
    found[name] = workspace.rows
      .find(name, {})
      .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !serviceColumns.has(column))));
  }
  return found;
}

/** Numbers arrive with the next read; so do they here. */
function readBack(service: Workspace, replica: Workspace): void {
  for (const { cardId, accountSeq } of service.rows.find('card', {}))
    replica.rows.update('card', cardId, { accountSeq });
  replica.rows.takeChanges();
}

/**
 * As one person does it: a replica holds nobody else's private cards. Without links by code: they need numbers, which
 * a replica does not give.
 */
const asAnn = (step: Step): Step => ({
  ...(JSON.parse(JSON.stringify(step).replaceAll('$1', '1')) as Step),
  by: 'ann',
});

/** What the service does by itself: runs, moving cards on when one is completed, taking started cards in, Beast Mode. */
const isShownAtOnce = ({ name, params }: Step): boolean =>
  name !== 'tick' &&
  name !== 'sprints/createConfig' &&
  params.complete !== true &&
  params.autoAssignStartedCard === undefined &&
  params.autoBeastModeDurationHours === undefined;

test('what a replica shows at once is what the service answers', () => {
  fc.assert(
    fc.property(steps(25), (sequence) => {
      const [service, replica] = [createWorkspace(), createWorkspace('replica')];
      for (const step of sequence.map(asAnn).filter(isShownAtOnce)) {
        const refused = take(service, step);
        if (refused !== undefined) {
          replica.pass(step.later);
          replica.call();
          continue;
        }
        expect(take(replica, step), JSON.stringify(step)).toBeUndefined();
        expect(shared(replica), `after ${JSON.stringify(step)}`).toEqual(shared(service));
        readBack(service, replica);
      }
    }),
    { numRuns: 60 },
  );
});

test('an action that the service will refuse is refused or shown until then, never more than that', () => {
  fc.assert(
    fc.property(steps(25), (sequence) => {
      const [service, replica] = [createWorkspace(), createWorkspace('replica')];
      for (const step of sequence.map(asAnn).filter(isShownAtOnce)) {
        const refused = take(service, step);
        if (refused === undefined) {
          take(replica, step);
          readBack(service, replica);
          continue;
        }
        // `take` lets nothing but a refusal pass.
        replica.db.exec('SAVEPOINT attempt');
        take(replica, step);
        replica.db.exec('ROLLBACK TO attempt; RELEASE attempt');
        replica.rows.forget();
      }
    }),
    { numRuns: 40 },
  );
});

describe('a replica', () => {
  test('never advances version or time, keeps no history and gives no numbers', () => {
    const workspace = createWorkspace('replica');
    const { id, accountSeq } = workspace.act('cards/create', { content: 'New', deckId: decks.tasks });
    expect(accountSeq).toBeNull();
    const created = workspace.card(id);
    workspace.pass(1000);
    workspace.act('cards/update', { id, content: 'Newer', status: 'done' });
    const { version, lastUpdatedAt, title } = workspace.card(id);
    expect([version, lastUpdatedAt, title]).toEqual([created.version, created.lastUpdatedAt, 'Newer']);
    expect(workspace.rows.find('cardHistory', {})).toEqual([]);
  });

  test('skips what it does not know', () => {
    const workspace = createWorkspace('replica');
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
    const workspace = createWorkspace('replica');
    const id = workspace.newCard({ content: 'Text #tag' });
    // As a service with other rules might have it.
    const theirs = { title: 'Their title', tags: ['theirs'], derivedStatus: 'waiting', hasBlockingDeps: true };
    workspace.rows.update('card', id, theirs);
    workspace.rows.takeChanges();
    workspace.act('cards/update', { id, effort: 3 });
    expect(workspace.card(id)).toMatchObject(theirs);
    workspace.act('cards/update', { id, status: 'done' });
    expect(workspace.card(id)).toMatchObject({ title: 'Their title', tags: ['theirs'], derivedStatus: 'done' });
    workspace.act('cards/update', { id, content: 'Ours' });
    expect(workspace.card(id)).toMatchObject({ title: 'Ours', tags: [] });
  });

  test('keeps a dependency flag while cards it does not see may count', () => {
    const workspace = createWorkspace('replica');
    const [seen, id] = [workspace.newCard(), workspace.newCard()];
    workspace.act('cards/update', { id, inDeps: [seen, 'unseen'] });
    workspace.rows.update('card', id, { hasBlockingDeps: true });
    workspace.act('cards/update', { id: seen, status: 'done' });
    expect(workspace.card(id).hasBlockingDeps).toBe(true);
    workspace.act('cards/update', { id, inDeps: [seen] });
    expect(workspace.card(id).hasBlockingDeps).toBe(false);
  });

  test('refuses what is certain: its own full Hand, a cycle, a started hero card, work on a doc', () => {
    const workspace = createWorkspace('replica');
    const ids = Array.from({ length: 7 }, () => workspace.newCard({ putInQueue: true }));
    const more = { content: 'More', deckId: decks.tasks, putInQueue: true };
    expect(workspace.refusal('cards/create', more)).toBe('hand_full');
    expect(workspace.refusal('handQueue/addCardsToHand', { cardIds: [workspace.newCard()], userId: people.ann })).toBe(
      'hand_full',
    );
    const [a, b] = ids as [string, string];
    workspace.act('cards/update', { id: a, inDeps: [b], childCards: [workspace.newCard()] });
    expect(workspace.refusal('cards/update', { id: b, inDeps: [a] })).toBe('dependency_cycle');
    expect(workspace.refusal('cards/update', { id: a, status: 'started' })).toBe('hero_cannot_start');
    expect(workspace.refusal('cards/update', { id: workspace.newCard({ isDoc: true }), effort: 1 })).toBe(
      'doc_takes_no_field',
    );
  });

  test("leaves another's Hand, scopes and plan to the service", () => {
    const workspace = createWorkspace('replica');
    for (let count = 0; count < 9; count++) workspace.newCard({ putInQueue: true, assigneeId: people.bob });
    expect(workspace.hand('bob')).toHaveLength(9);
    workspace.act('bookmarks/addCards', { ids: [workspace.newCard()], userId: people.bob }, { permission: 'read' });
    expect(workspace.bookmarks('bob')).toHaveLength(1);
  });

  test('replayed under the same ids makes the same rows, whether or not the service confirmed some meanwhile', () => {
    const workspace = createWorkspace('replica');
    const call = workspace.call();
    const params = { content: 'For @bob', deckId: null, putInQueue: true, subscribeCreator: true };
    workspace.engine.perform('cards/create', params, call);
    const once = shared(workspace);
    workspace.engine.perform('cards/create', params, call);
    expect(shared(workspace)).toEqual(once);
  });
});

test('a refusal is the only thing that an action throws for valid params', () => {
  const workspace = createWorkspace('replica');
  expect(() => workspace.act('cards/update', { id: 'x', effort: Number.NaN })).toThrow(Refusal);
});
