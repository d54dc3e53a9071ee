import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../shared/contract/index.ts';
import { invariantViolations } from '../../support/invariants.ts';
import { createEngineFixture, decks, type EngineFixture, people, projects } from '../../support/workspace.ts';

const newCards = (workspace: EngineFixture, count: number, params = {}) =>
  Array.from({ length: count }, () => workspace.newCard(params)) as [string, string, string, string];
const add = (workspace: EngineFixture, cardIds: string[], userId: string = people.bob) =>
  workspace.act('handQueue/addCardsToHand', { cardIds, userId }).queueEntries;

describe('handQueue/addCardsToHand', () => {
  test('adds at the end, returns the added cards, makes the user owner of cards without one', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3);
    workspace.act('cards/update', { id: c, assigneeId: people.cal });
    add(workspace, [a]);
    const entries = add(workspace, [b, a, c, b]);
    expect(entries).toEqual(
      [b, c].map((cardId) => ({ id: workspace.rows.find('queueEntry', { cardId })[0]?.id, cardId })),
    );
    expect(workspace.hand('bob')).toEqual([a, b, c]);
    expect([a, b, c].map((id) => workspace.card(id).assigneeId)).toEqual([people.bob, people.bob, people.cal]);
  });

  test('skips done, archived and deleted cards', () => {
    const workspace = createEngineFixture();
    const [done, archived, deleted, good] = newCards(workspace, 4);
    workspace.act('cards/update', { id: done, status: 'done' });
    workspace.act('cards/update', { id: archived, visibility: 'archived' });
    workspace.act('cards/update', { id: deleted, visibility: 'deleted' });
    expect(add(workspace, [done, archived, deleted, good])).toMatchObject([{ cardId: good }]);
    expect(workspace.hand('bob')).toEqual([good]);
  });

  test('keeps a started card started when it gets its owner', () => {
    const workspace = createEngineFixture();
    const id = workspace.newCard();
    workspace.act('cards/update', { id, status: 'started' }, { by: 'bot' });
    add(workspace, [id]);
    expect(workspace.card(id)).toMatchObject({ status: 'started', assigneeId: people.bob });
  });

  test('is refused if there are not enough slots for all cards', () => {
    const workspace = createEngineFixture();
    const ids = newCards(workspace, 8) as string[];
    expect(workspace.refusal('handQueue/addCardsToHand', { cardIds: ids, userId: people.bob })).toBe('hand_full');
    add(workspace, ids.slice(0, 6));
    // The Hand has seven slots and six cards. One of these two cards is already in the Hand, so only one card is added.
    add(workspace, ids.slice(5, 7));
    expect(workspace.refusal('handQueue/addCardsToHand', { cardIds: ids, userId: people.bob })).toBe('hand_full');
    add(workspace, ids.slice(0, 7));
    workspace.rows.update('account', 'account-1', { maxHandSlotCount: 8 });
    add(workspace, ids);
  });

  test('archived and deleted cards, and cards of such projects, need no slots', () => {
    const workspace = createEngineFixture();
    const isFull = (cardId: string) =>
      workspace.refusal('handQueue/addCardsToHand', { cardIds: [cardId], userId: people.bob });
    const [first, ...more] = newCards(workspace, 7);
    const [second, third, fourth] = newCards(workspace, 3, { deckId: decks.site });
    add(workspace, [first, ...more]);
    expect(isFull(second)).toBe('hand_full');
    workspace.act('cards/update', { id: first, visibility: 'archived' });
    add(workspace, [second]);
    expect(isFull(third)).toBe('hand_full');
    workspace.act('projects/setVisibility', { id: projects.game, visibility: 'archived' });
    add(workspace, [third]);
    workspace.act('projects/setVisibility', { id: projects.game, visibility: 'default' });
    expect(isFull(fourth)).toBe('hand_full');
    // Without a limit from the service, the Hand is never full.
    workspace.rows.update('account', 'account-1', { maxHandSlotCount: null as never });
    add(workspace, [fourth]);
  });

  test('works with a Hand that has more cards than slots because of Hand sync', () => {
    const workspace = createEngineFixture();
    workspace.rows.update('deck', decks.more, { handSyncEnabled: true });
    const ids = newCards(workspace, 9, { deckId: decks.more, assigneeId: people.bob }) as string[];
    add(workspace, ids);
    expect(workspace.refusal('handQueue/addCardsToHand', { cardIds: [workspace.newCard()], userId: people.bob })).toBe(
      'hand_full',
    );
    workspace.act('handQueue/setCardOrders', { cardIds: [...ids].reverse(), draggedCardIds: ids, userId: people.bob });
    expect(workspace.hand('bob')).toEqual([...ids].reverse());
  });

  test.each([
    ['handQueue/addCardsToHand', { cardIds: ['nothing'], userId: people.bob }],
    ['handQueue/addCardsToHand', { cardIds: [], userId: 'nobody' }],
    ['handQueue/removeCards', { cardIds: ['nothing'] }],
    ['handQueue/setCardOrders', { cardIds: [], draggedCardIds: ['nothing'], userId: people.bob }],
  ] as const)('%s is refused for %j', (name, params) => {
    const workspace = createEngineFixture();
    expect(workspace.refusal(name, structuredClone(params) as never)).toBe('not_found');
  });

  test('is refused for an invisible card', () => {
    const workspace = createEngineFixture();
    const cardIds = [workspace.newCard({ deckId: decks.site })];
    const doer = { by: 'bot', projects: [projects.game] } as const;
    expect(workspace.refusal('handQueue/addCardsToHand', { cardIds, userId: people.bob }, doer)).toBe('not_found');
  });
});

describe('handQueue/removeCards', () => {
  test('removes from one Hand or from all, done pile included, and closes the gaps', () => {
    const workspace = createEngineFixture();
    const [a, b, c] = newCards(workspace, 3, { assigneeId: people.bob });
    add(workspace, [a, b, c]);
    add(workspace, [b, c], people.cal);
    workspace.act('handQueue/removeCards', { cardIds: [b], userId: people.bob });
    expect([workspace.hand('bob'), workspace.hand('cal')]).toEqual([
      [a, c],
      [b, c],
    ]);
    expect(workspace.rows.find('queueEntry', { cardId: c, userId: people.bob })[0]?.sortIndex).toBe(1);
    workspace.act('cards/update', { id: a, status: 'done' });
    workspace.act('handQueue/removeCards', { cardIds: [a, c] });
    expect([workspace.hand('bob'), workspace.donePile('bob'), workspace.hand('cal')]).toEqual([[], [], [b]]);
  });
});

describe('handQueue/setCardOrders', () => {
  const order = (workspace: EngineFixture, cardIds: string[], draggedCardIds: string[]) =>
    workspace
      .act('handQueue/setCardOrders', { cardIds, draggedCardIds, userId: people.bob })
      .queueEntries.map(({ cardId }) => cardId);

  test('adds cards from outside at the drop position and makes the user their owner', () => {
    const workspace = createEngineFixture();
    const [a, b, outside, stranger] = newCards(workspace, 4);
    add(workspace, [a, b]);
    expect(order(workspace, [b, stranger, outside, a], [outside])).toEqual([b, outside, a]);
    expect(workspace.hand('bob')).toEqual([b, outside, a]);
    expect([workspace.card(outside).assigneeId, workspace.card(stranger).assigneeId]).toEqual([people.bob, null]);
  });

  test('changes nothing without a dragged card that can be in a Hand', () => {
    const workspace = createEngineFixture();
    const [a, b, done] = newCards(workspace, 3);
    add(workspace, [a, b]);
    workspace.act('cards/update', { id: done, status: 'done' });
    expect(order(workspace, [b, a], [])).toEqual([a, b]);
    expect(order(workspace, [b, done, a], [done])).toEqual([a, b]);
  });

  test('is refused if there are not enough slots', () => {
    const workspace = createEngineFixture();
    const ids = newCards(workspace, 8) as string[];
    add(workspace, ids.slice(0, 7));
    const params = { cardIds: ids, draggedCardIds: [ids[7] as string], userId: people.bob };
    expect(workspace.refusal('handQueue/setCardOrders', params)).toBe('hand_full');
  });
});

/**
 * A simple model of a Hand, to which the engine's Hand is compared: the cards in order, and the cards whose status is
 * `done`.
 */
interface Model {
  hand: string[];
  done: Set<string>;
}
type Command =
  | { kind: 'add'; ids: number[] }
  | { kind: 'remove'; ids: number[] }
  | { kind: 'order'; ids: number[]; dragged: number[] }
  | { kind: 'mark'; id: number; done: boolean };

const slots = 7;
const index = fc.nat(11);
const indexes = fc.array(index, { maxLength: 5 });
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), ids: indexes }),
  fc.record({ kind: fc.constant('remove' as const), ids: indexes }),
  fc.record({ kind: fc.constant('order' as const), ids: indexes, dragged: indexes }),
  fc.record({ kind: fc.constant('mark' as const), id: index, done: fc.boolean() }),
);

/** Applies a command to the model. Returns false if the engine must refuse the command. */
function apply(model: Model, command: Command, name: (index: number) => string): boolean {
  const { hand, done } = model;
  if (command.kind === 'mark') {
    const id = name(command.id);
    if (command.done === done.has(id)) return true;
    if (command.done) {
      done.add(id);
      model.hand = hand.filter((other) => other !== id);
    } else {
      done.delete(id);
      model.hand = [...hand, id];
    }
    return true;
  }
  const ids = [...new Set(command.ids.map(name))];
  if (command.kind === 'remove') {
    model.hand = hand.filter((id) => !ids.includes(id));
    return true;
  }
  const joins = (id: string) => !hand.includes(id) && !done.has(id);
  if (command.kind === 'add') {
    const added = ids.filter(joins);
    if (added.length > 0 && hand.length + added.length > slots) return false;
    model.hand = [...hand, ...added];
    return true;
  }
  const dragged = [...new Set(command.dragged.map(name))];
  const added = dragged.filter(joins);
  if (added.length === 0 && !dragged.some((id) => hand.includes(id))) return true;
  if (added.length > 0 && hand.length + added.length > slots) return false;
  const wanted = ids.filter((id) => hand.includes(id) || added.includes(id));
  const rest = [...hand, ...added].filter((id) => !wanted.includes(id));
  model.hand = [...wanted, ...rest];
  return true;
}

test('random actions give the same Hand as on a plain list', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25, size: 'max' }), (commands) => {
      const workspace = createEngineFixture();
      // Bob owns every card, so that a done card that is set back to not started returns to his Hand.
      const ids = newCards(workspace, 12, { assigneeId: people.bob }) as string[];
      const name = (at: number) => ids[at] as string;
      const model: Model = { hand: [], done: new Set() };
      for (const each of commands) {
        if (each.kind === 'remove') each.ids = each.ids.filter((at) => !model.done.has(name(at)));
        const carriedOut = apply(model, each, name);
        try {
          perform(workspace, each, name);
          expect(carriedOut, JSON.stringify(each)).toBe(true);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect([error.body.error, carriedOut], JSON.stringify(each)).toEqual(['hand_full', false]);
        }
        expect(workspace.hand('bob')).toEqual(model.hand);
      }
      expect(invariantViolations(workspace.engine)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

function perform(workspace: EngineFixture, command: Command, name: (index: number) => string): void {
  const userId = people.bob;
  if (command.kind === 'mark')
    workspace.act('cards/update', { id: name(command.id), status: command.done ? 'done' : 'not_started' });
  else {
    const cardIds = command.ids.map(name);
    if (command.kind === 'add') workspace.act('handQueue/addCardsToHand', { cardIds, userId });
    if (command.kind === 'remove') workspace.act('handQueue/removeCards', { cardIds, userId });
    if (command.kind === 'order')
      workspace.act('handQueue/setCardOrders', { cardIds, draggedCardIds: command.dragged.map(name), userId });
  }
}
