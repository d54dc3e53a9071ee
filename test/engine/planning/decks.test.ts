import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { decksOfSpace } from '../../../electron/engine/actions/decks.ts';
import { nonProducerActor, PlanningFixture, personActor } from './workspace.ts';

let w: PlanningFixture;
let project: string;
beforeEach(() => {
  w = new PlanningFixture();
  project = w.project();
});

const deckRow = (id: string) => {
  const deck = w.rows.get('deck', id);
  if (!deck) throw new Error(`There is no deck '${id}'`);
  return deck;
};
const milestone = (name = 'Alpha') =>
  w.act('milestones/create', {
    accountId: 'account',
    name,
    color: 'red',
    date: '2026-06-01',
    isGlobal: true,
    projectIds: null,
  }).id;
const spaces = [
  { id: 4, name: 'Design', icon: null, defaultDeckType: 'doc' },
  { id: 9, name: 'Code', icon: '🛠', defaultDeckType: 'task' },
];

describe('decks/create', () => {
  test("creates at the end of the project's first space, of that space's type", () => {
    const id = w.act('projects/create', { name: 'Game', spaces }).id;
    const [first, second] = [w.deck(id, 'A'), w.deck(id, 'B', { deckType: 'hero', coverColor: '#a0b1c2' })];
    expect(deckRow(first)).toMatchObject({ spaceId: 4, deckType: 'doc', accountSeq: 1, creatorId: 'ada', title: 'A' });
    expect(deckRow(second)).toMatchObject({ spaceId: 4, deckType: 'hero', accountSeq: 2, coverColor: '#a0b1c2' });
    expect(decksOfSpace(w.rows, { projectId: id, spaceId: 4 }).map((deck) => deck.id)).toEqual([first, second]);
  });

  test('is refused with an invalid color and in invisible projects', () => {
    expect(w.refusal('decks/create', { title: 'A', projectId: project, coverColor: 'red' })).toBe('invalid_param');
    expect(w.refusal('decks/create', { title: 'A', projectId: 'unknown' })).toBe('not_found');
    const outsider = personActor('ben', { projects: new Set() });
    expect(w.refusal('decks/create', { title: 'A', projectId: project }, outsider)).toBe('not_found');
  });
});

describe('decks/update', () => {
  test('changes the given fields only', () => {
    const id = w.deck(project);
    const before = deckRow(id);
    w.act('decks/update', { id, description: 'Where ideas go' });
    expect(deckRow(id)).toEqual({ ...before, description: 'Where ideas go' });
  });

  test('trims zones and drops repeated ones', () => {
    const id = w.deck(project);
    w.act('decks/update', { id, manualOrderLabels: [' Now ', null, 'Later', 'Now', '  '] });
    expect(deckRow(id).manualOrderLabels).toEqual(['Now', null, 'Later']);
  });

  test('puts its cards into its milestone, but not archived and deleted ones', () => {
    const id = w.deck(project);
    const [alpha, beta] = [milestone('Alpha'), milestone('Beta')];
    const [plain, moved] = [w.card(id), w.card(id, { milestoneId: beta })];
    const hidden = (['archived', 'deleted'] as const).map((visibility) => {
      const card = w.card(id);
      w.act('cards/update', { id: card, visibility });
      return card;
    });
    w.act('decks/update', { id, milestoneId: alpha });
    expect(deckRow(id).milestoneId).toBe(alpha);
    for (const card of [plain, moved]) expect(w.cardRow(card).milestoneId).toBe(alpha);
    for (const card of hidden) expect(w.cardRow(card).milestoneId).toBeNull();
  });

  test('null removes only its former milestone from its cards', () => {
    const id = w.deck(project);
    const [alpha, beta] = [milestone('Alpha'), milestone('Beta')];
    const [with1, other] = [w.card(id), w.card(id)];
    w.act('decks/update', { id, milestoneId: alpha });
    w.act('cards/update', { id: other, milestoneId: beta });
    w.act('decks/update', { id, milestoneId: null });
    expect(w.cardRow(with1).milestoneId).toBeNull();
    expect(w.cardRow(other).milestoneId).toBe(beta);
    expect(w.refusal('decks/update', { id, milestoneId: 'unknown' })).toBe('not_found');
  });

  test('swaps the auto tag on all its cards', () => {
    const id = w.deck(project);
    const tag = (name: string) => w.act('projects/addTag', { projectId: project, tag: name }).id;
    const [art, code] = [tag('art'), tag('code')];
    const [card, archived] = [w.card(id, { masterTags: ['mine'] }), w.card(id)];
    w.act('cards/update', { id: archived, visibility: 'archived' });
    w.act('decks/update', { id, defaultProjectTagId: art });
    expect(w.cardRow(card)).toMatchObject({ masterTags: ['mine', 'art'], tags: ['mine', 'art'] });
    expect(w.cardRow(w.card(id)).masterTags).toEqual(['art']);
    w.act('decks/update', { id, defaultProjectTagId: code });
    expect(w.cardRow(card).masterTags).toEqual(['mine', 'code']);
    expect(w.cardRow(archived).masterTags).toEqual(['code']);
    w.act('decks/update', { id, defaultProjectTagId: null });
    expect(w.cardRow(card).masterTags).toEqual(['mine']);
    const foreign = w.act('projects/addTag', { projectId: w.project('Other'), tag: 'far' }).id;
    expect(w.refusal('decks/update', { id, defaultProjectTagId: foreign })).toBe('not_found');
  });

  test('adds assigned cards that are not done to Hands when hand sync is turned on', () => {
    const id = w.deck(project);
    const mine = w.card(id, { assigneeId: 'ada' });
    const done = w.card(id, { assigneeId: 'ada' });
    w.act('cards/update', { id: done, status: 'done' });
    w.card(id);
    w.act('handQueue/removeCards', { cardIds: [done] });
    w.act('decks/update', { id, handSyncEnabled: true });
    expect(w.hand('ada')).toEqual([mine]);
    w.act('handQueue/removeCards', { cardIds: [mine] });
    w.act('decks/update', { id, handSyncEnabled: true });
    expect(w.hand('ada')).toEqual([]);
  });

  test('sets started cards back when it becomes a hero deck', () => {
    const id = w.deck(project, 'Tasks', { deckType: 'task' });
    const card = w.card(id, { assigneeId: 'ada' });
    w.act('cards/update', { id: card, status: 'started' });
    w.act('decks/update', { id, deckType: 'hero' });
    expect(w.cardRow(card)).toMatchObject({ status: 'not_started', derivedStatus: 'hero' });
  });

  test('cannot become a hero or doc deck while journey steps create cards in it', () => {
    const [id, other] = [w.deck(project, 'A', { deckType: 'task' }), w.deck(project, 'B', { deckType: 'task' })];
    const { id: own } = w.act('workflowItems/create', { deckId: id, content: 'Step' });
    const { id: into } = w.act('workflowItems/create', { deckId: id, content: 'Step', targetDeckId: other });
    for (const deckType of ['hero', 'doc'] as const) {
      expect(w.refusal('decks/update', { id, deckType })).toBe('deck_has_journey');
      expect(w.refusal('decks/update', { id: other, deckType })).toBe('deck_has_journey');
    }
    w.act('decks/update', { id, deckType: 'mixed' });
    for (const step of [own, into]) w.act('workflowItems/update', { id: step, visibility: 'archived' });
    w.act('decks/update', { id, deckType: 'hero' });
    w.act('decks/update', { id: other, deckType: 'doc' });
  });
});

describe('decks/delete', () => {
  test('leaves the sub cards of a hero card that was deleted before', () => {
    const [heroes, tasks] = [w.deck(project, 'Heroes', { deckType: 'hero' }), w.deck(project, 'Tasks')];
    const [hero, sub] = [w.card(heroes), w.card(tasks)];
    w.act('cards/update', { id: hero, childCards: [sub] });
    w.act('cards/update', { id: hero, visibility: 'deleted' });
    expect(w.cardRow(sub).visibility).toBe('default');
    w.act('decks/delete', { id: heroes });
    expect(w.cardRow(sub).visibility).toBe('default');
  });

  test('archives its cards, their sub cards in other decks, and journey steps that create cards in it', () => {
    const [id, other] = [w.deck(project), w.deck(project, 'Other')];
    const [card, deleted, elsewhere] = [w.card(id), w.card(id), w.card(other)];
    const sub = w.card(other, { parentCardId: card });
    w.act('cards/update', { id: deleted, visibility: 'deleted' });
    const thread = w.act('resolvables/create', { cardId: card, context: 'comment', content: '?' }).id;
    const into = w.act('workflowItems/create', { deckId: other, content: 'Step', targetDeckId: id }).id;
    const away = w.act('workflowItems/create', { deckId: id, content: 'Step', targetDeckId: other }).id;
    w.act('decks/delete', { id });
    expect(deckRow(id).isDeleted).toBe(true);
    expect([card, sub, deleted, elsewhere].map((cardId) => w.cardRow(cardId).visibility)).toEqual([
      'archived',
      'archived',
      'deleted',
      'default',
    ]);
    expect(w.rows.get('resolvable', thread)?.isClosed).toBe(true);
    expect(w.rows.get('workflowItem', into)?.visibility).toBe('archived');
    expect(w.rows.get('workflowItem', away)?.visibility).toBe('default');
    const before = w.dump();
    w.act('decks/delete', { id });
    expect(w.dump()).toBe(before);
    expect(w.refusal('decks/update', { id, title: 'Again' })).toBe('not_found');
  });
});

describe('decks/updateGuardians', () => {
  const guardians = (deckId: string) => w.rows.find('deckGuardian', { deckId }).map(({ userId }) => userId);

  test('sets exactly the given guardians, and hasGuardians', () => {
    const id = w.deck(project);
    w.act('decks/updateGuardians', { id, userIds: ['ada', 'ben'] });
    w.act('decks/updateGuardians', { id, userIds: ['ben', 'cleo', 'ben'] });
    expect(guardians(id)).toEqual(['ben', 'cleo']);
    expect(deckRow(id).hasGuardians).toBe(true);
    const card = w.card(id);
    expect(w.refusal('cards/update', { id: card, status: 'done' }, nonProducerActor('ada'))).toBe('guardians_only');
    w.act('cards/update', { id: card, status: 'done' }, nonProducerActor('cleo'));
  });

  test('needs the plan, except for removing all', () => {
    const id = w.deck(project);
    w.act('decks/updateGuardians', { id, userIds: ['ada'] });
    w.act('account/update', { planFeatures: ['dueDates', 'capacity', 'beastMode'] });
    expect(w.refusal('decks/updateGuardians', { id, userIds: ['ben'] })).toBe('plan_feature_missing');
    w.act('decks/updateGuardians', { id, userIds: [] });
    expect(guardians(id)).toEqual([]);
    expect(deckRow(id).hasGuardians).toBe(false);
  });

  test('accepts only people of the organization', () => {
    expect(w.refusal('decks/updateGuardians', { id: w.deck(project), userIds: ['zoe'] })).toBe('not_found');
  });
});

describe('the order of decks within spaces', () => {
  test('takes decks and their cards into another project', () => {
    const id = w.deck(project);
    const card = w.card(id);
    const target = w.act('projects/create', { name: 'Other', spaces }).id;
    w.act('decks/addToSpaceAfter', { deckIds: [id], targetId: null, targetProjectId: target, targetSpaceId: 9 });
    expect(deckRow(id)).toMatchObject({ projectId: target, spaceId: 9 });
    expect(w.cardRow(card).deckId).toBe(id);
  });

  test('refuses spaces the project does not have, and targets in other spaces', () => {
    const [a, b] = [w.deck(project, 'A'), w.deck(project, 'B')];
    const other = w.act('projects/create', { name: 'Other', spaces }).id;
    const move = { deckIds: [a], targetId: null, targetProjectId: project, targetSpaceId: 7 };
    expect(w.refusal('decks/addToSpaceAfter', move)).toBe('space_unknown');
    expect(
      w.refusal('decks/addToSpaceBefore', { ...move, targetId: b, targetProjectId: other, targetSpaceId: 9 }),
    ).toBe('invalid_param');
    expect(w.refusal('decks/addToSpaceBefore', { ...move, deckIds: ['unknown'], targetSpaceId: 1 })).toBe('not_found');
  });

  test('assigns new sort values between decks with the same one', () => {
    const [a, b, c] = ['A', 'B', 'C'].map((title) => w.deck(project, title)) as [string, string, string];
    w.rows.update('deck', b, { sortValue: deckRow(a).sortValue });
    w.act('decks/addToSpaceAfter', { deckIds: [c], targetId: a, targetProjectId: project, targetSpaceId: 1 });
    expect(decksOfSpace(w.rows, { projectId: project, spaceId: 1 }).map(({ id }) => id)).toEqual([a, c, b]);
  });

  /**
   * Computes the expected order: moves decks in plain arrays, by the rules `decks.space.after` and
   * `decks.space.before`.
   */
  function move(
    lists: Map<number, string[]>,
    ids: string[],
    space: number,
    side: 'after' | 'before',
    target: string | null,
  ) {
    const list = lists.get(space) ?? [];
    const isStaying = (id: string) => !ids.includes(id);
    const place =
      target === null
        ? side === 'after'
          ? Infinity
          : 0
        : list.slice(0, list.indexOf(target) + (side === 'after' ? 1 : 0)).filter(isStaying).length;
    for (const [key, value] of lists) lists.set(key, value.filter(isStaying));
    lists.get(space)?.splice(place, 0, ...ids);
  }

  test('is the same as on plain lists', () => {
    const moves = fc.array(
      fc.record({
        ids: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }),
        space: fc.constantFrom(4, 9),
        side: fc.constantFrom('after' as const, 'before' as const),
        target: fc.option(fc.nat(7)),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(moves, (steps) => {
        w = new PlanningFixture();
        const id = w.act('projects/create', { name: 'Game', spaces }).id;
        const decks = Array.from({ length: 8 }, (_, n) => w.deck(id, `Deck ${n}`));
        const lists = new Map([
          [4, [...decks]],
          [9, [] as string[]],
        ]);
        for (const { ids, space, side, target } of steps) {
          const inSpace = lists.get(space) ?? [];
          const targetId = target === null ? null : (inSpace[target % Math.max(inSpace.length, 1)] ?? null);
          const deckIds = ids.map((n) => decks[n] as string);
          const action = side === 'after' ? 'decks/addToSpaceAfter' : 'decks/addToSpaceBefore';
          w.act(action, { deckIds, targetId, targetProjectId: id, targetSpaceId: space });
          move(lists, deckIds, space, side, targetId);
          for (const [spaceId, expected] of lists)
            expect(decksOfSpace(w.rows, { projectId: id, spaceId }).map((deck) => deck.id)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });
});
