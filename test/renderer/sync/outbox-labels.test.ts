/** Checks the texts and choices for the operations in the outbox. */
import { describe, expect, test } from 'vitest';
import type { WorkspaceLookups } from '../../../renderer/data/lookups.ts';
import { changeLabel } from '../../../renderer/model/change-labels.ts';
import {
  changesOfOperation,
  editableParams,
  needsPersonDecision,
  operationStateLabel,
  operationStateLabels,
  outboxChoicesFor,
  unfinishedOperationReason,
} from '../../../renderer/sync/outbox-labels.ts';
import type { OperationState, OutboxOperation, SyncStatus } from '../../../shared/bridge/index.ts';
import { actionByName, actionNames } from '../../../shared/contract/index.ts';
import { createLookups, deckRow } from '../support.ts';

describe('an operation in the outbox', () => {
  const operation = (state: OperationState, more: Partial<OutboxOperation> = {}): OutboxOperation => ({
    id: 1,
    action: 'cards/update',
    params: {},
    label: 'Rename',
    state,
    at: '2026-11-20T10:00:00.000Z',
    tries: 0,
    failure: null,
    waitsFor: [],
    touches: [],
    before: {},
    ...more,
  });
  test('has a reason in every state, and an effect for every choice', () => {
    for (const state of Object.keys(operationStateLabels) as OperationState[]) {
      const one = operation(state);
      expect(unfinishedOperationReason(one, [one])).toMatch(/\.$/);
      for (const choice of outboxChoicesFor(one, [one])) expect(choice.effect).toMatch(/\.$/);
      if (needsPersonDecision(one))
        expect(outboxChoicesFor(one, [one]).map(({ name }) => name)).toEqual(['retry', 'discard']);
    }
  });
  test('says what changes in the words of the app, without ids', () => {
    const lookups = createLookups({
      decks: { d1: deckRow('d1', { title: 'Sound' }), d2: deckRow('d2', { title: 'Regions' }) },
    } as unknown as Partial<WorkspaceLookups>);
    const one = operation('queued', {
      params: { id: 'c1', priority: 'a', deckId: 'd1', assigneeId: null, dueDate: '2026-12-24', masterTags: ['fun'] },
      before: { priority: 'c', deckId: 'd2', assigneeId: 'gone' },
    });
    const changes = changesOfOperation(one, { lookups, people: {} });
    expect(changes.map(({ label, from, to }) => [label, from, to])).toEqual([
      ['Priority', 'Low', 'High'],
      ['Deck', 'Regions', 'Sound'],
      ['Owner', 'Somebody', 'nobody'],
      ['Due date', null, 'Dec 24, 2026'],
      ['Tags', null, 'fun'],
    ]);
    const moved = operation('queued', { action: 'cardOrders/addAfter', params: { cardIds: ['c1'], targetId: 'c2' } });
    expect(changesOfOperation(moved, { lookups, people: {} })).toEqual([]);
  });
  test('has no words of the interface in the labels of any param', () => {
    const shapes = actionNames.map((name) => actionByName(name)?.params);
    const params = new Set(shapes.flatMap((shape) => Object.keys({ ...shape?.required, ...shape?.optional })));
    const raw = /sprint|queue|assignee|master|deps|manual order|participant|resolvable|enabled|beast grace|global/i;
    expect([...params].map(changeLabel).filter((label) => raw.test(label))).toEqual([]);
  });
  test('that is refused names no row by its id', () => {
    const refused = (message: string) =>
      unfinishedOperationReason(
        operation('rejected', { failure: { kind: 'rejected', code: 'x', status: 400, message } }),
        [],
      );
    expect(refused("Card 'c1' is a sub card itself; sub cards are one level deep.")).toBe(
      'Card is a sub card itself; sub cards are one level deep.',
    );
    expect(refused("There is no deck with the id 'd-1'.")).toBe('There is no deck.');
    expect(refused("A document card has no 'priority'.")).toBe("A document card has no 'priority'.");
  });
  test('that waits for an unanswered request says so', () => {
    const sync = { phase: 'fresh', unansweredSince: '2026-03-02T09:00:00.000Z' } as SyncStatus;
    for (const state of ['queued', 'sending'] as const)
      expect(unfinishedOperationReason(operation(state), [], sync)).toContain('not answered');
  });
  test('with a text conflict offers both texts', () => {
    const clash = operation('rejected', { failure: { kind: 'conflict', code: 'content_clash', message: 'x' } });
    expect(operationStateLabel(clash)).toBe('Both changed it');
    expect(outboxChoicesFor(clash, []).map(({ label }) => label)).toEqual(['Use mine', 'Keep theirs']);
    expect(unfinishedOperationReason(clash, [])).toContain('Both texts are kept');
  });
  test('with a lost answer needs the person only when the app cannot find out more, and offers possible rows by name', () => {
    const looking = operation('uncertain', { failure: { kind: 'offline', message: 'x', answerLost: true } });
    expect([needsPersonDecision(looking), operationStateLabel(looking)]).toEqual([false, 'Answer lost']);
    // Offer no retry while the first request can still arrive, because the service could then perform the action twice.
    expect(outboxChoicesFor(looking, []).map(({ name }) => name)).toEqual(['discard']);
    const candidates = [{ id: 'deck-1', name: 'Summer' }];
    const asked = operation('uncertain', {
      failure: { kind: 'conflict', code: 'ambiguous', message: 'It may be it.', candidates },
    });
    expect(outboxChoicesFor(asked, [])).toMatchObject([
      { name: 'retry' },
      { name: 'adopt', rowId: 'deck-1', label: 'It is “Summer”' },
      { name: 'discard', label: 'Leave it' },
    ]);
  });
  test('that was refused can be changed if it has values, and names a missing row', () => {
    const refused = operation('rejected', {
      action: 'cards/create',
      params: { content: 'x', deckId: 'deck-1', masterTags: [] },
      failure: { kind: 'rejected', code: 'not_found', message: "There is no deck with the id 'deck-1'.", status: 400 },
      touches: [{ model: 'deck', id: 'deck-1', title: 'Plans' }],
    });
    expect(unfinishedOperationReason(refused, [refused])).toContain('The deck “Plans” no longer exists');
    expect(outboxChoicesFor(refused, []).map(({ name }) => name)).toEqual(['retry', 'change', 'discard']);
    expect(editableParams(refused).map(({ name }) => name)).toEqual(['content', 'deckId']);
    const bare = operation('rejected', { action: 'resolvables/close', params: { id: 'thread-1' } });
    expect(outboxChoicesFor(bare, []).map(({ name }) => name)).toEqual(['retry', 'discard']);
  });
  test('that the subscription plan does not allow names the feature and the remedy', () => {
    const text = (params: object, code: string, message: string) => {
      const failure = { kind: 'rejected', code, message, status: 400 } as const;
      return unfinishedOperationReason(
        operation('rejected', { action: 'sprints/updateSprint', params: { ...params }, failure }),
        [],
      );
    };
    const capacities = { id: 'run-1', userCapacities: { ada: 3 } };
    const remedy = /An admin can add it to the plan; then try again\. Otherwise discard the change\.$/;
    const own = text(capacities, 'plan_feature_missing', 'x');
    expect(own).toMatch(/does not include capacity tracking, so capacities stay at 0\. /);
    expect(own).toMatch(remedy);
    expect(text({ id: 'run-1', lockIn: true }, 'plan_feature_missing', 'x')).toMatch(/Beast Mode\. /);
    // A service of another vendor can have another error code. The word "plan" in its message must be enough.
    const other = text(capacities, 'Bad Request', 'upgrade your plan to use capacities');
    expect(other).toMatch(/^upgrade your plan to use capacities\. /);
    expect(other).toMatch(remedy);
    expect(text(capacities, 'Bad Request', 'userCapacities must be an object')).toBe(
      'userCapacities must be an object',
    );
    expect(text({ id: 'run-1', name: 'May' }, 'Bad Request', 'not in this plan')).toBe('not in this plan');
  });
  test('whose row never gets a service id can only be discarded', () => {
    for (const code of ['row_discarded', 'row_not_found']) {
      const orphan = operation('rejected', { failure: { kind: 'conflict', code, message: 'Gone.' } });
      expect(outboxChoicesFor(orphan, []).map(({ name }) => name)).toEqual(['discard']);
    }
  });
  test('that is being sent cannot be discarded', () => {
    expect(outboxChoicesFor(operation('sending'), [])).toEqual([]);
    expect(outboxChoicesFor(operation('acknowledged'), [])).toEqual([]);
  });
  test('that waits for a refused one can be discarded, and names that one', () => {
    const first = operation('rejected');
    const second = operation('waiting', { id: 2, waitsFor: [1] });
    expect(outboxChoicesFor(first, [first, second])[1]?.effect).toContain('builds on it stays in the outbox');
    expect(unfinishedOperationReason(second, [first, second])).toContain('Rename');
  });
});
