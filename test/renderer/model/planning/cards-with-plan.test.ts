/** Checks that the board in planning mode shows the same cards as the board does after the plan is sent. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noLoadedCards, queriedCardsOf } from '../../../../renderer/model/card-row.ts';
import { sortCards } from '../../../../renderer/model/ordering.ts';
import { loadedCardsWithPlan } from '../../../../renderer/model/planning/cards-with-plan.ts';
import { addChangesToRunPlan, addPositionsToRunPlan, type RunPlan } from '../../../../shared/domain/run-plan.ts';
import { cardRow, loadedCardsFrom } from '../../support.ts';

const run = fc.constantFrom('r1', 'r2', 'r3', null);
const owner = fc.constantFrom('ada', null);
const shownRuns = ['r1', 'r2'];

test('a planned board equals a board of the changed cards', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ sprintId: run, assigneeId: owner, to: run, gives: owner })), (all) => {
      const rows = all.map(({ sprintId, assigneeId }, at) =>
        cardRow(`c${at}`, { sprintId, assigneeId, derivedStatus: assigneeId ? 'assigned' : 'unassigned' } as never),
      );
      const plan = all.reduce(
        (made, { to, gives }, at) =>
          addChangesToRunPlan(made, rows.slice(at, at + 1), { sprintId: to, assigneeId: gives }),
        {},
      );
      const shown = rows.filter(({ sprintId }) => shownRuns.includes(String(sprintId)));
      const loaded = loadedCardsWithPlan(
        loadedCardsFrom(shown),
        plan,
        { rows: Object.fromEntries(rows.map((row) => [row.cardId, row])), positions: {} },
        shownRuns,
      );
      const evident = all
        .map(({ to, gives }, at) =>
          cardRow(`c${at}`, {
            sprintId: to,
            assigneeId: gives,
            derivedStatus: gives ? 'assigned' : 'unassigned',
          } as never),
        )
        .filter(({ sprintId }) => shownRuns.includes(String(sprintId)));
      const byId = (some: typeof evident) => some.toSorted((a, b) => a.cardId.localeCompare(b.cardId));
      expect(byId(queriedCardsOf(loaded))).toEqual(byId(evident));
    }),
  );
});

test('cards that the plan leaves alone keep their identity, planned ones as long as nothing changes', () => {
  const rows = [cardRow('a', { sprintId: 'r1' as never }), cardRow('b', { sprintId: 'r1' as never })];
  const loaded = loadedCardsFrom(rows);
  expect(loadedCardsWithPlan(loaded, {}, noLoadedCards, shownRuns)).toBe(loaded);
  const plan = { a: { sprintId: { from: 'r1', to: 'r2' } } };
  const [first, second] = [
    loadedCardsWithPlan(loaded, plan, noLoadedCards, shownRuns),
    loadedCardsWithPlan(loaded, structuredClone(plan), noLoadedCards, shownRuns),
  ];
  expect(first.rows.b).toBe(rows[1]);
  expect(second.rows.a).toBe(first.rows.a);
  expect(second.ids).toBe(loaded.ids);
});

test('a hero card that joins the board brings its sub cards', () => {
  const hero = cardRow('hero', { childCards: ['sub'] });
  const sub = cardRow('sub', { status: 'done' });
  const loaded = loadedCardsWithPlan(
    loadedCardsFrom([]),
    { hero: { sprintId: { from: null, to: 'r1' } } },
    { rows: { hero, sub }, positions: {} },
    shownRuns,
  );
  expect(loaded.ids).toEqual(['hero']);
  expect(loaded.rows.sub).toBe(sub);
});

test('an archived card of another run does not join the board', () => {
  const archived = cardRow('a', { sprintId: 'r3' as never, visibility: 'archived' });
  const plan = { a: { sprintId: { from: 'r3', to: 'r1' } } };
  expect(
    loadedCardsWithPlan(loadedCardsFrom([]), plan, { rows: { a: archived }, positions: {} }, shownRuns).ids,
  ).toEqual([]);
});

test('ranks of another run do not change the place of a planned card', () => {
  const ids = ['a1', 'a2', 'b1', 'b2'];
  const ranks = Object.fromEntries(ids.map((id) => [id, { label: null, sortValue: `a${id.at(-1)}` }]));
  const rows = ids.map((id) => cardRow(id, { sprintId: (id.startsWith('a') ? 'r1' : 'r2') as never }));
  const added = cardRow('x');
  const moved = addChangesToRunPlan({}, [added], { sprintId: 'r1' });
  const plan = addPositionsToRunPlan(moved, [{ ...added, sprintId: 'r1' as never }], {
    side: 'after',
    targetId: 'a1',
    label: null,
  });
  const others = { rows: { x: added }, positions: {} };
  const shown = loadedCardsWithPlan(loadedCardsFrom(rows, ranks, 'sprint'), plan, others, shownRuns);
  const inRun = queriedCardsOf(shown).filter(({ sprintId }) => sprintId === 'r1');
  expect(sortCards(inRun, 'manual', shown, [null]).map(({ cardId }) => cardId)).toEqual(['a1', 'x', 'a2']);
});

test('planned cards show at the positions where they were dropped, one drop after the other', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(ids, { minLength: 2 }),
      fc.array(fc.tuple(fc.constantFrom('x', 'y', 'z'), fc.nat(8), fc.boolean()), { maxLength: 8 }),
      (ranked, drops) => {
        // Cards without a rank follow the ranked cards, sorted by `accountSeq`. The service has not numbered `f` yet, so
        // it is the last card.
        const places = Object.fromEntries(ranked.map((id, at) => [id, { label: null, sortValue: `a${at}` }]));
        const rows = ids.map((id, at) => cardRow(id, { accountSeq: (at + 1) % ids.length, sprintId: 'r1' as never }));
        const others = ['x', 'y', 'z'].map((id, at) => cardRow(id, { accountSeq: at + 90 }));
        const loaded = loadedCardsFrom(rows, places, 'sprint');
        const evident = [...ranked, ...ids.filter((id) => !ranked.includes(id))];
        let plan: RunPlan = {};
        for (const [id, at, isBefore] of drops) {
          // Do not move a card that is the drop target of another card.
          if (Object.values(plan).some(({ place }) => place?.targetId === id)) continue;
          if (evident.includes(id)) evident.splice(evident.indexOf(id), 1);
          const target = evident[at % evident.length] ?? '';
          evident.splice(evident.indexOf(target) + (isBefore ? 0 : 1), 0, id);
          const moved = others.filter(({ cardId }) => cardId === id);
          plan = plan[id] ? plan : addChangesToRunPlan(plan, moved, { sprintId: 'r1' });
          const inRun = moved.map((card) => ({ ...card, sprintId: 'r1' as never }));
          plan = addPositionsToRunPlan(plan, inRun, {
            side: isBefore ? 'before' : 'after',
            targetId: target,
            label: null,
          });
        }
        const byId = Object.fromEntries(others.map((row) => [row.cardId, row]));
        const shown = loadedCardsWithPlan(loaded, plan, { rows: byId, positions: {} }, ['r1']);
        const order = sortCards(queriedCardsOf(shown), 'manual', shown, [null]).map(({ cardId }) => cardId);
        expect(order).toEqual(evident);
      },
    ),
  );
});
