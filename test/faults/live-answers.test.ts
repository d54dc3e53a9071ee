/**
 * Checks that watched answers, updated by patches during random histories, equal new answers to the same queries. The
 * queries are like those of the app.
 */
import { expect, test } from 'vitest';
import { panelCardQuery, threadsQuery } from '../../renderer/card-panel/queries.ts';
import { applyPatch } from '../../renderer/data/patch.ts';
import { cardsQuery } from '../../renderer/model/card-row.ts';
import { unpackAnswer, unpackPatch } from '../../shared/bridge/packed.ts';
import {
  filteredRelationKey,
  type Query,
  type QueryAnswer,
  query,
  selectRelated,
} from '../../shared/contract/index.ts';
import { comparableAnswer } from '../engine/query/comparable-answer.ts';
import type { WorldReplica } from '../replica/support.ts';
import { playHistory, stepNumbers } from './history.ts';

const runs = Number(process.env.RUNS ?? 12);
const seed = Number(process.env.SEED ?? 4000);

const open = { visibility: 'default', status: { op: 'neq', value: 'done' } };

/** Returns queries like those of boards, Hand, sidebar, inbox and the card panel. */
function queriesOf({ replica }: WorldReplica): Query[] {
  const { rows } = replica.store;
  // Leave out rows with local ids: the service replaces these ids, so a query that names one stops matching.
  const isNamed = (id: string) => !id.startsWith('local-');
  const deckIds = rows
    .find('deck', {})
    .map(({ id }) => id)
    .filter(isNamed);
  const cardIds = rows
    .find('card', {})
    .map(({ cardId }) => cardId)
    .filter(isNamed);
  const [card = ''] = cardIds;
  return [
    ...deckIds.slice(0, 2).map((deckId) => cardsQuery({ deckId, visibility: 'default' }, 'deck')),
    cardsQuery({ deckId: { op: 'in', value: deckIds }, visibility: 'default' }, null),
    cardsQuery({ queueEntries: { userId: replica.userId ?? '' } }, null),
    query({ _root: [{ account: [{ decks: ['title', `count:${filteredRelationKey('cards', open)}`] }] }] }),
    query({
      _root: [{ account: [selectRelated('queueEntries', { userId: replica.userId }, ['cardId', 'sortIndex'])] }],
    }),
    query({
      _root: [
        {
          account: [
            selectRelated('resolvables', { isClosed: false, card: { visibility: 'default' } }, [
              'context',
              { card: ['title', 'derivedStatus'] },
              { entries: ['content', { author: ['name'] }] },
            ]),
            selectRelated('cards', { $order: '-lastUpdatedAt', $limit: 3 }, ['title', { parentCard: ['title'] }]),
          ],
        },
      ],
    }),
    panelCardQuery(card),
    threadsQuery(card),
  ] as unknown as Query[];
}

interface Window {
  readonly watches: Map<string, { readonly query: Query; answer: QueryAnswer }>;
  seen: number;
}

function openWindow(device: WorldReplica): Window {
  const seen = device.patches.length;
  const watches = new Map(
    queriesOf(device).map((asked, index) => {
      const watchId = `1 ${index}`;
      return [watchId, { query: asked, answer: unpackAnswer(device.replica.watch(watchId, asked)) }];
    }),
  );
  return { watches, seen };
}

test(`${runs} histories leave windows with the current answers (seeds from ${seed})`, {
  timeout: 120_000,
}, async () => {
  for (let run = 0; run < runs; run += 1) {
    const windows = new Map<WorldReplica, Window>();
    let steps = 0;
    await playHistory({ seed: seed + run, steps: stepNumbers(30) }, (replicas) => {
      steps += 1;
      for (const device of replicas) {
        const window = windows.get(device) ?? openWindow(device);
        windows.set(device, window);
        for (const { watchId, text } of device.patches.slice(window.seen)) {
          const watch = window.watches.get(watchId);
          if (watch) watch.answer = applyPatch(watch.answer, unpackPatch(text));
        }
        window.seen = device.patches.length;
        if (steps % 4 !== 0) continue;
        for (const { query: asked, answer } of window.watches.values())
          expect(comparableAnswer(answer)).toEqual(
            comparableAnswer(JSON.parse(device.replica.query(asked)) as QueryAnswer),
          );
      }
    });
  }
});
