import { beforeEach, describe, expect, test } from 'vitest';
import { invariantViolations } from '../../support/invariants.ts';
import { PlanningFixture, personActor, timestampOnDay } from './workspace.ts';

let w: PlanningFixture;
beforeEach(() => {
  w = new PlanningFixture();
});

const deckPlaces = (projectId: string) =>
  w.rows.find('deck', { projectId }, ['spaceId', 'sortValue']).map(({ title, spaceId }) => [title, spaceId]);
const space = (id: number) => ({ id, name: `Space ${id}`, icon: null, defaultDeckType: 'task' });

describe('the organization', () => {
  test('changes settings within their bounds', () => {
    w.act('account/update', {
      maxHandSlotCount: 28,
      statusChangeDurations: { snooze: 60, archive: null },
      name: 'Lab',
    });
    expect(w.rows.get('account', 'account')).toMatchObject({ maxHandSlotCount: 28, name: 'Lab', subdomain: 'studio' });
    for (const maxHandSlotCount of [6, 29])
      expect(w.refusal('account/update', { maxHandSlotCount })).toBe('invalid_param');
    expect(w.refusal('account/update', { statusChangeDurations: { snooze: 0, archive: 1 } })).toBe('invalid_param');
    expect(w.refusal('account/update', { statusChangeDurations: { snooze: 1, archive: -1 } })).toBe('invalid_param');
  });

  test('switches plan features off and on', () => {
    const deck = w.deck(w.project());
    w.act('account/update', { planFeatures: [] });
    expect(w.refusal('cards/create', { content: 'A', deckId: deck, dueDate: '2026-04-01' })).toBe(
      'plan_feature_missing',
    );
    w.act('account/update', { planFeatures: ['dueDates'] });
    w.card(deck, { dueDate: '2026-04-01' });
  });

  test('adds people with names that can be mentioned', () => {
    const { id } = w.act('users/create', {
      name: 'dan',
      fullName: 'Dan D',
      timezone: 'Europe/Berlin',
      role: 'producer',
    });
    expect(w.rows.get('user', id)).toMatchObject({
      name: 'dan',
      fullName: 'Dan D',
      kind: 'human',
      isIntegration: false,
    });
    expect(w.rows.get('accountRole', id)).toEqual({ userId: id, role: 'producer', isDisabled: false });
    const deck = w.deck(w.project());
    expect(w.cardRow(w.card(deck, { content: 'Ask @dan' })).mentionedUsers).toEqual([id]);
    // frappe/frappe#25534
    const names = ['अमित', 'กิตติ', 'Jose\u0301'];
    const ids = names.map((name) => w.act('users/create', { name }).id);
    const content = `Ask ${names.map((name) => `@${name}`).join(' and ')}`;
    expect(w.cardRow(w.card(deck, { content })).mentionedUsers).toEqual(ids);
    for (const name of ['', 'DAN', 'two words', '@dan', 'dan.'])
      expect(w.refusal('users/create', { name }), name).toBe('invalid_param');
    expect(w.refusal('users/create', { name: 'eve', timezone: 'Mars/Base' })).toBe('invalid_param');
  });
});

describe('projects', () => {
  test('start with one space, or with the given spaces', () => {
    expect(w.rows.get('project', w.project())?.spaces).toHaveLength(1);
    const { id } = w.act('projects/create', { name: 'Game', spaces: [space(3)] });
    expect(w.rows.get('project', id)?.spaces).toEqual([space(3)]);
    for (const spaces of [[], [space(1), space(1)], 'Space', [{ id: 1 }]])
      expect(w.refusal('projects/create', { name: 'Game', spaces: spaces as never })).toBe('invalid_param');
  });

  test('move the decks of a removed space to the end of the first remaining one', () => {
    const { id } = w.act('projects/create', { name: 'Game', spaces: [space(1), space(2), space(3)] });
    const into = (title: string, targetSpaceId: number) =>
      w.act('decks/addToSpaceAfter', {
        deckIds: [w.deck(id, title)],
        targetId: null,
        targetProjectId: id,
        targetSpaceId,
      });
    for (const [title, targetSpaceId] of [
      ['A', 1],
      ['B', 2],
      ['C', 2],
      ['D', 3],
    ] as const)
      into(title, targetSpaceId);
    w.act('projects/update', { id, spaces: [space(3), space(2)], name: 'Play' });
    expect(w.rows.get('project', id)?.name).toBe('Play');
    expect(deckPlaces(id)).toEqual([
      ['B', 2],
      ['C', 2],
      ['D', 3],
      ['A', 3],
    ]);
    w.act('projects/update', { id, spaces: [space(3)] });
    expect(deckPlaces(id)).toEqual([
      ['D', 3],
      ['A', 3],
      ['B', 3],
      ['C', 3],
    ]);
  });

  test('have each tag once, and rename it on their cards', () => {
    const [id, other] = [w.project(), w.project('Other')];
    const [deck, far] = [w.deck(id), w.deck(other)];
    const tag = w.act('projects/addTag', { projectId: id, tag: 'art', emoji: '🎨' }).id;
    expect(w.act('projects/addTag', { projectId: id, tag: 'Art' }).id).toBe(tag);
    const code = w.act('projects/addTag', { projectId: id, tag: 'code' }).id;
    const [written, set, elsewhere] = [
      w.card(deck, { content: 'Paint #art and `#art`' }),
      w.card(deck, { masterTags: ['art'] }),
      w.card(far, { content: 'Keep #art' }),
    ];
    w.act('projects/updateTag', { id: tag, tag: 'visual' });
    expect(w.rows.get('projectTag', tag)).toMatchObject({ tag: 'visual', emoji: '🎨' });
    expect(w.cardRow(written)).toMatchObject({
      content: 'Paint #visual and `#art`',
      masterTags: ['visual'],
      tags: ['visual'],
      version: 2,
    });
    expect(w.cardRow(set)).toMatchObject({ masterTags: ['visual'], tags: ['visual'] });
    expect(w.cardRow(elsewhere).content).toBe('Keep #art');
    expect(w.refusal('projects/updateTag', { id: code, tag: 'Visual' })).toBe('invalid_param');
    for (const name of ['', '#art', 'two words'])
      expect(w.refusal('projects/addTag', { projectId: id, tag: name }), name).toBe('invalid_param');
  });

  // A new project tag must also be added to cards that already have it in their content.
  test('give a new tag to the cards that have it in their content already', () => {
    const [id, other] = [w.project(), w.project('Other')];
    const deck = w.deck(id);
    const [written, inCode, elsewhere] = [
      w.card(deck, { content: 'Paint #Art and #visual', masterTags: ['kept'] }),
      w.card(deck, { content: 'Not `#art`' }),
      w.card(w.deck(other), { content: 'Keep #art' }),
    ];
    expect(w.cardRow(written).masterTags).toEqual(['kept']);
    const tag = w.act('projects/addTag', { projectId: id, tag: 'art' }).id;
    expect(w.cardRow(written)).toMatchObject({
      masterTags: ['kept', 'art'],
      content: 'Paint #Art and #visual',
      version: 2,
    });
    expect(w.cardRow(written).tags).toEqual(['art', 'visual', 'kept']);
    for (const untouched of [inCode, elsewhere])
      expect(w.cardRow(untouched)).toMatchObject({ masterTags: [], version: 1 });
    const renamed = w.card(deck, { content: 'Only #painting' });
    w.act('projects/updateTag', { id: tag, tag: 'painting' });
    expect(w.cardRow(written).content).toBe('Paint #painting and #visual');
    expect(w.cardRow(renamed).masterTags).toEqual(['painting']);
  });

  test('can be changed only by those who see them', () => {
    const id = w.project();
    const outsider = personActor('ben', { projects: new Set() });
    expect(w.refusal('projects/update', { id, name: 'X' }, outsider)).toBe('not_found');
    expect(w.refusal('projects/setVisibility', { id, visibility: 'deleted' }, outsider)).toBe('not_found');
  });
});

describe('journeys', () => {
  let deck: string;
  let other: string;
  beforeEach(() => {
    const project = w.project();
    deck = w.deck(project, 'Levels', { deckType: 'task' });
    other = w.deck(project, 'Art', { deckType: 'task' });
  });
  const step = (content: string, more = {}) => w.act('workflowItems/create', { deckId: deck, content, ...more }).id;

  test('have steps that share numbers with cards and take title and tags from their content', () => {
    const card = w.cardRow(w.card(deck));
    const id = step('**Sketch** of %PARENT_TITLE% #art\n- [ ] a\n- [x] b @ben', { label: 'Draft' });
    expect(w.rows.get('workflowItem', id)).toMatchObject({
      accountSeq: card.accountSeq + 1,
      title: 'Sketch of %PARENT_TITLE% #art',
      tags: ['art'],
      checkboxStats: { total: 2, checked: 1 },
      mentionedUsers: ['ben'],
      label: 'Draft',
      version: 1,
      visibility: 'default',
    });
  });

  test('keep both ends of step dependencies and refuse cycles and foreign steps', () => {
    const a = step('A');
    const b = step('B', { inDeps: [a] });
    expect(w.rows.get('workflowItem', a)?.outDeps).toEqual([b]);
    expect(w.refusal('workflowItems/update', { id: a, inDeps: [b] })).toBe('dependency_cycle');
    const foreign = w.act('workflowItems/create', { deckId: other, content: 'C' }).id;
    expect(w.refusal('workflowItems/update', { id: a, inDeps: [foreign] })).toBe('not_found');
    w.act('workflowItems/update', { id: b, inDeps: [] });
    expect(w.rows.get('workflowItem', a)?.outDeps).toEqual([]);
  });

  test('bring an archived or deleted step back by changing it', () => {
    const id = step('A');
    for (const visibility of ['archived', 'deleted'] as const) {
      w.act('workflowItems/update', { id, visibility });
      expect(w.rows.get('workflowItem', id)?.visibility).toBe(visibility);
      w.act('workflowItems/update', { id, effort: 3 });
      expect(w.rows.get('workflowItem', id)?.visibility).toBe('default');
    }
    expect(w.rows.get('workflowItem', id)?.version).toBe(5);
  });

  test('restore a step only if its cards can go to the target deck', () => {
    const id = step('A', { targetDeckId: other });
    w.act('workflowItems/update', { id, visibility: 'archived' });
    w.act('decks/update', { id: other, deckType: 'doc' });
    expect(w.refusal('workflowItems/update', { id, visibility: 'default' })).toBe('invalid_param');
    expect(w.refusal('workflowItems/update', { id, effort: 3 })).toBe('invalid_param');
    w.act('workflowItems/update', { id, effort: 3, visibility: 'archived' });
    w.act('decks/delete', { id: other });
    expect(w.refusal('workflowItems/update', { id, visibility: 'default' })).toBe('not_found');
    w.act('workflowItems/update', { id, targetDeckId: deck });
    expect(w.rows.get('workflowItem', id)?.visibility).toBe('default');
  });

  test('have steps whose owner can be changed in a hero deck, too', () => {
    const id = step('A', { targetDeckId: other });
    w.act('decks/update', { id: deck, deckType: 'hero' });
    w.act('workflowItems/update', { id, assigneeId: 'ben' });
    expect(w.rows.get('workflowItem', id)?.assigneeId).toBe('ben');
  });

  test('start on a card: each step becomes a sub card, in order, with its dependencies', () => {
    const hidden = step('Hidden');
    w.act('workflowItems/update', { id: hidden, visibility: 'archived' });
    const sketch = step('Sketch %PARENT_TITLE%', { assigneeId: 'ben', effort: 2, priority: 'a', masterTags: ['art'] });
    const paint = step('Paint', { inDeps: [sketch], targetDeckId: other });
    const first = step('First', { sortValue: ' ' });
    const hero = w.card(deck, { content: 'Dragon' });
    w.act('cards/update', { id: hero, status: 'started' });
    const { ids } = w.act('journeys/start', { cardId: hero, deckId: deck });
    expect(w.cardRow(hero)).toMatchObject({ childCards: ids, status: 'not_started', derivedStatus: 'hero' });
    const [firstCard, sketchCard, paintCard] = ids.map((id) => w.cardRow(id));
    expect(firstCard).toMatchObject({ sourceWorkflowItemId: first, deckId: deck });
    expect(sketchCard).toMatchObject({
      content: 'Sketch Dragon',
      sourceWorkflowItemId: sketch,
      parentCardId: hero,
      assigneeId: 'ben',
      effort: 2,
      priority: 'a',
      masterTags: ['art'],
      status: 'not_started',
      outDeps: [ids[2]],
    });
    expect(paintCard).toMatchObject({
      sourceWorkflowItemId: paint,
      deckId: other,
      inDeps: [ids[1]],
      hasBlockingDeps: true,
    });
    expect(w.refusal('journeys/start', { cardId: ids[0] as string, deckId: deck })).toBe('sub_card_depth');
  });

  test('put their cards into the current run of a Run Config that adds new cards', () => {
    step('A');
    const config = w.act('sprints/createConfig', { name: 'Weekly', startDate: '2026-03-02', days: 7 }).id;
    const start = () =>
      w.cardRow(w.act('journeys/start', { cardId: w.card(deck), deckId: deck }).ids[0] as string).sprintId;
    expect(start()).toBeNull();
    w.act('sprints/updateConfig', { id: config, autoAssignNewCard: true });
    expect(start()).toBe(w.rows.find('sprint', { sprintConfigId: config, index: 0 })[0]?.id);
    expect(w.cardRow(w.card(deck)).sprintId).toBeNull();
  });

  test('cannot create cards in hero and doc decks', () => {
    const docs = w.deck(w.project(), 'Docs', { deckType: 'doc' });
    expect(w.refusal('workflowItems/create', { deckId: deck, content: 'A', targetDeckId: docs })).toBe('invalid_param');
    expect(w.refusal('workflowItems/create', { deckId: docs, content: 'A' })).toBe('invalid_param');
  });
});

describe('permanent removal', () => {
  test('A deleted tag disappears from cards, texts, journey steps and decks of its project only', () => {
    const [project, other] = [w.project(), w.project('Other')];
    const { id: tag } = w.act('projects/addTag', { projectId: project, tag: 'bug' });
    w.act('projects/addTag', { projectId: other, tag: 'bug' });
    const deck = w.deck(project);
    w.act('decks/update', { id: deck, defaultProjectTagId: tag });
    w.rows.update('deck', deck, { defaultCard: { content: 'New', masterTags: ['bug', 'kept'] } });
    const written = w.card(deck, { content: 'Fix the #Bug of `#bug`', masterTags: ['kept'] });
    const elsewhere = w.card(w.deck(other), { content: 'Fix the #bug' });
    const { id: step } = w.act('workflowItems/create', { deckId: deck, content: 'Step', masterTags: ['bug', 'kept'] });
    w.act('projects/deleteTag', { id: tag });
    expect(w.rows.get('projectTag', tag)).toBeUndefined();
    expect(w.cardRow(written)).toMatchObject({
      content: 'Fix the Bug of `#bug`',
      masterTags: ['kept'],
      tags: ['kept'],
      version: 2,
    });
    expect(w.cardRow(elsewhere)).toMatchObject({ masterTags: ['bug'], version: 1 });
    expect(w.rows.get('deck', deck)).toMatchObject({
      defaultProjectTagId: null,
      defaultCard: { content: 'New', masterTags: ['kept'] },
    });
    expect(w.rows.get('workflowItem', step)).toMatchObject({ masterTags: ['kept'], tags: ['kept'], version: 2 });
    expect(w.refusal('projects/deleteTag', { id: tag })).toBe('not_found');
  });

  test('A deleted Run Config removes its runs, progress and Beast Mode; its cards stay without a run', () => {
    const deck = w.deck(w.project());
    const [config, kept] = [w.weekly(), w.weekly()];
    const [run] = w.runsOf(config);
    const card = w.card(deck, { sprintId: run?.id ?? '' });
    const other = w.card(deck, { sprintId: w.runsOf(kept)[0]?.id ?? '' });
    w.act('cardOrders/addAfter', { cardIds: [card], targetId: null, context: 'sprint', label: null });
    w.act('sprints/updateSprint', { id: run?.id ?? '', lockIn: true });
    w.sleepUntil(timestampOnDay('2026-03-04'));
    expect(w.progress('sprintProgress')).not.toEqual([]);
    w.act('sprints/deleteConfig', { id: config });
    expect(w.rows.get('sprintConfig', config)).toBeUndefined();
    expect(w.runsOf(config)).toEqual([]);
    expect(w.cardRow(card).sprintId).toBeNull();
    expect(w.cardRow(other).sprintId).not.toBeNull();
    for (const model of ['lockedCard', 'cardOrder'] as const) expect(w.rows.find(model, {})).toEqual([]);
    const ofKept = new Set(w.runsOf(kept).map(({ id }) => id as string));
    expect(w.rows.find('sprintProgress', {}).every(({ sprintId }) => ofKept.has(sprintId))).toBe(true);
    expect(w.rows.find('sprintProject', {}).every(({ sprintConfigId }) => sprintConfigId === kept)).toBe(true);
    w.sleepUntil(timestampOnDay('2026-03-20'));
    expect(invariantViolations(w.engine)).toEqual([]);
    expect(w.refusal('sprints/deleteConfig', { id: config })).toBe('not_found');
  });

  test('A removed person has no open work left, and stays author and owner of done cards', () => {
    const deck = w.deck(w.project());
    const { id: dan } = w.act('users/create', { name: 'dan', role: 'write' });
    w.act('users/create', { name: 'eve', role: 'owner' });
    const as = personActor(dan);
    const open = w.card(deck, { assigneeId: dan, content: 'Ask @dan' }, as);
    w.act('cards/update', { id: open, status: 'started' }, as);
    const done = w.card(deck, { assigneeId: dan }, as);
    w.act('cards/update', { id: done, status: 'done' }, as);
    w.act('bookmarks/addCards', { ids: [open], userId: dan }, as);
    w.act('watchings/addDeck', { deckId: deck, userId: dan }, as);
    w.act('decks/updateGuardians', { id: deck, userIds: [dan] });
    const milestone = w.milestone();
    w.act('milestones/update', { id: milestone, userCapacities: { [dan]: 5, ada: 3 } });
    w.act('milestones/pin', { milestoneId: milestone, userId: dan }, as);
    const { id: step } = w.act('workflowItems/create', { deckId: deck, content: 'Step', assigneeId: dan });
    w.act('users/remove', { id: dan });
    expect(w.cardRow(open)).toMatchObject({ assigneeId: null, status: 'not_started', creatorId: dan });
    expect(w.cardRow(done)).toMatchObject({ assigneeId: dan, status: 'done' });
    expect(w.rows.get('workflowItem', step)?.assigneeId).toBeNull();
    expect(w.rows.get('deck', deck)?.hasGuardians).toBe(false);
    expect(w.rows.get('milestone', milestone)?.userCapacities).toEqual({ ada: 3 });
    for (const model of ['queueEntry', 'handCard', 'accountRole', 'pinnedMilestone', 'deckSubscription'] as const)
      expect(w.rows.find(model, { userId: dan }), model).toEqual([]);
    expect(w.rows.get('user', dan)?.name).toBe('dan');
    expect(invariantViolations(w.engine)).toEqual([]);
    // A client repeats the action if the answer was lost. The repeated action must succeed and change nothing.
    w.act('users/remove', { id: dan });
    expect(w.refusal('users/remove', { id: 'nobody' })).toBe('not_found');
    // The done card keeps the removed person as its owner. A copy of it, and the card itself when it is reopened, must
    // have no owner.
    const known = new Set(w.rows.find('card', {}).map(({ cardId }) => cardId));
    w.act('cards/copy', { ids: [done], props: ['assigneeId'], target: deck });
    const copy = w.rows.find('card', {}).find(({ cardId }) => !known.has(cardId));
    expect(copy).toMatchObject({ assigneeId: null, status: 'not_started' });
    w.act('cards/update', { id: done, status: 'not_started' });
    expect(w.cardRow(done)).toMatchObject({ assigneeId: null, derivedStatus: 'unassigned' });
    expect(w.rows.find('queueEntry', { userId: dan })).toEqual([]);
    expect(invariantViolations(w.engine)).toEqual([]);
  });

  test('The last owner and the person whose computer it is cannot be removed', () => {
    const { id: dan } = w.act('users/create', { name: 'dan', role: 'owner' });
    expect(w.refusal('users/remove', { id: dan })).toBe('not_own');
    w.act('users/create', { name: 'eve', role: 'owner' });
    w.rows.put('setting', { name: 'localPerson', value: dan });
    expect(w.refusal('users/remove', { id: dan })).toBe('not_own');
    w.rows.put('setting', { name: 'localPerson', value: 'ada' });
    w.act('users/remove', { id: dan });
  });
});
