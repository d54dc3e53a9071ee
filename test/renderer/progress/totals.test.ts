/** Checks that all places of the app count the same cards and the same effort for a run, a milestone and a person. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDatabaseReader } from '../../../electron/engine/query/reader.ts';
import { recordProgress } from '../../../electron/engine/scheduler/progress.ts';
import { cardsQuery, loadedCardsOf, queriedCardsOf } from '../../../renderer/model/card-row.ts';
import { partsOf } from '../../../renderer/progress/CapacityBar.tsx';
import { cardsWithoutEffort, hasEstimates, progressTotalsOf } from '../../../renderer/progress/progress.ts';
import { cardsOfRunsQuery } from '../../../renderer/progress/run-workloads.ts';
import { countedCardsQuery } from '../../../renderer/progress/use-progress.ts';
import { milestoneCountsOf, milestoneCountsQuery } from '../../../renderer/views/milestones/milestone-counts.ts';
import type { Query } from '../../../shared/contract/index.ts';
import {
  sumWorkloads,
  type WorkloadCard,
  workloadOfRun,
  workloadOfRunAndOwner,
} from '../../../shared/domain/capacity.ts';
import {
  type CountedCard,
  computeLiveProgress,
  countedCardsCondition,
  effortOfEstimatedCards,
} from '../../../shared/domain/progress.ts';
import { PlanningFixture } from '../../engine/planning/workspace.ts';

const viewer = { userId: 'ada' as never, projects: 'all', scopes: 'all' } as const;

const aCard = fc.record({
  place: fc.constantFrom('deck', 'hero deck', 'deck of an archived project', 'private'),
  kind: fc.constantFrom('task', 'doc', 'hero', 'sub card'),
  status: fc.constantFrom('not_started', 'started', 'done'),
  visibility: fc.constantFrom('default', 'archived', 'deleted'),
  owner: fc.constantFrom('ada', 'ben', null),
  effort: fc.constantFrom(null, 0, 1, 5),
});

test('bars, numbers, charts, heads of columns and the rows of the service have one total for a run', () => {
  fc.assert(
    fc.property(fc.array(aCard, { maxLength: 14 }), fc.nat(3), (cards, fallbackEffort) => {
      const fixture = new PlanningFixture();
      const [active, archived] = [fixture.project('Game'), fixture.project('Old')];
      const deckIds = {
        deck: fixture.deck(active),
        'hero deck': fixture.deck(active, 'Heroes', { deckType: 'hero' } as never),
        'deck of an archived project': fixture.deck(archived),
        private: null,
      };
      const milestoneId = fixture.milestone();
      const sprintId = fixture.runsOf(fixture.weekly())[0]?.id as string;
      let hero: string | undefined;
      for (const { place, kind, status, visibility, owner, effort } of cards) {
        const id = fixture.card(deckIds[place]);
        const isTask = kind !== 'doc' && place !== 'hero deck';
        const parent = kind === 'sub card' && place === 'deck' ? hero : undefined;
        if (kind === 'hero' && place === 'deck') hero = id;
        const changes = [
          { sprintId },
          { milestoneId },
          { assigneeId: owner },
          ...(parent ? [{ parentCardId: parent }] : []),
          kind === 'doc' ? { isDoc: true } : { effort },
          ...(isTask ? [{ status }] : []),
          { visibility },
        ];
        for (const change of changes)
          try {
            fixture.act('cards/update', { id, ...change } as never);
          } catch {
            // A change that the service refuses, such as the start of a hero card, leaves another case.
          }
      }
      fixture.act('projects/setVisibility', { id: archived, visibility: 'archived' } as never);
      recordProgress(fixture.rows, '2026-03-02');

      const reader = createDatabaseReader(fixture.engine.db);
      const ask = (query: Query) => JSON.parse(reader.answerText(query, viewer)) as Answer;
      const valuesOf = (answer: Answer) =>
        Object.values(answer.card ?? {}) as unknown as (WorkloadCard & CountedCard)[];
      const live = computeLiveProgress(valuesOf(ask(countedCardsQuery('sprint', sprintId) as never)));
      const total = progressTotalsOf(live, 'effort', fallbackEffort);
      const cardTotal = progressTotalsOf(live, 'cards', fallbackEffort);

      const [recorded] = fixture.progress('sprintProgress').map(([, progress]) => progress);
      expect(progressTotalsOf(recorded, 'effort', fallbackEffort)).toEqual(total);
      expect(progressTotalsOf(recorded, 'cards', fallbackEffort)).toEqual(cardTotal);

      const ofRun = valuesOf(ask(cardsOfRunsQuery([sprintId], countedCardsCondition.derivedStatus) as never));
      const loads = sumWorkloads(ofRun, fallbackEffort);
      const people = (['ada', 'ben', null] as const).map((id) => workloadOfRunAndOwner(loads, sprintId, id));
      expect(workloadOfRun(loads, sprintId)).toEqual({ planned: total.total, done: total.done });
      expect(people.reduce((sum, { planned }) => sum + planned, 0)).toBe(total.total);

      const ofMilestone = milestoneCountsOf(ask(milestoneCountsQuery as never).milestone?.[milestoneId]);
      const [inMilestone] = fixture.progress('milestoneProgress').map(([, progress]) => progress);
      expect(ofMilestone).toEqual(progressTotalsOf(inMilestone, 'cards', 0));
      expect(ofMilestone).toEqual(cardTotal);

      // The heads of columns count what the board shows: of the cards that count, all but the archived ones.
      const where = { sprintId, visibility: 'default', deck: { project: { visibility: 'default' } } };
      const shown = queriedCardsOf(
        loadedCardsOf(ask(cardsQuery(where as never, 'sprint') as never) as never, 'sprint'),
      );
      const ofShown = progressTotalsOf(computeLiveProgress(shown), 'effort', fallbackEffort).total;
      expect(effortOfEstimatedCards(shown, fallbackEffort)).toBe(
        shown.some(({ effort }) => effort !== null) ? ofShown : 0,
      );
    }),
    { numRuns: 30 },
  );
});

type Answer = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

test('the bar of work that nobody has begun is empty, and is full of planned work only beside a capacity', () => {
  const shown = (...of: Parameters<typeof partsOf>) =>
    Object.fromEntries(partsOf(...of).flatMap(({ kind, amount }) => (amount > 0 ? [[kind, amount]] : [])));
  expect(shown({ planned: 3, done: 0 }, 0, null)).toEqual({ free: 3 });
  expect(shown({ planned: 3, done: 1 }, 1, null)).toEqual({ done: 1, started: 1, free: 1 });
  expect(shown({ planned: 0, done: 0 }, 0, null)).toEqual({ free: 1 });
  expect(shown({ planned: 3, done: 0 }, 0, 5)).toEqual({ open: 3, free: 2 });
  expect(shown({ planned: 7, done: 1 }, 0, 5)).toEqual({ done: 1, open: 4, over: 2 });
});

test('cards without an effort of their own are no estimates', () => {
  const live = (...efforts: (number | null)[]) =>
    computeLiveProgress(efforts.map((effort) => ({ derivedStatus: 'assigned', effort })));
  expect(hasEstimates(live(null, null))).toBe(false);
  expect(hasEstimates(live(null, 0))).toBe(true);
  expect([hasEstimates(live()), hasEstimates(null)]).toEqual([true, true]);
});

test('cards without an effort are counted by themselves, hero cards and documents are not', () => {
  const one = (derivedStatus: string, effort: number | null) => ({ derivedStatus, effort }) as CountedCard;
  const cards = [one('started', null), one('assigned', 3), one('done', null), one('hero', null), one('doc', null)];
  expect(cardsWithoutEffort(computeLiveProgress(cards))).toBe(2);
  expect(cardsWithoutEffort(null)).toBe(0);
});
