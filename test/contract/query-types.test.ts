import { expectTypeOf, test } from 'vitest';
import {
  type Answer,
  type Params,
  type QueryAnswerTo,
  query,
  queryForRow,
  rootKeyById,
  selectRelated,
  type TypedQuery,
} from '../../shared/contract/index.ts';

type AnswerOf<T> = T extends TypedQuery<infer Q> ? QueryAnswerTo<Q> : never;

test('infers the answer type of a literal query', () => {
  const board = query({
    _root: [
      {
        account: [
          'name',
          { decks: ['title', { cards: ['title', 'effort', 'assignee', 'childCards', 'count:resolvables'] }] },
        ],
      },
    ],
  });
  type Board = AnswerOf<typeof board>;
  expectTypeOf<Board['card'][string]['effort']>().toEqualTypeOf<number | null>();
  expectTypeOf<Board['card'][string]['count:resolvables']>().toEqualTypeOf<number>();
  expectTypeOf<Board['card'][string]['cardId']>().toExtend<string>();
  expectTypeOf<Board['card'][string]['assignee']>().toExtend<string | null>();
  expectTypeOf<Board['deck'][string]['cards']>().toExtend<string[]>();
});

test('infers the answer type of a row by its id, and of a relation under a query', () => {
  const card = queryForRow('card', 'x', ['title', { deck: ['title'] }]);
  expectTypeOf<AnswerOf<typeof card>['card'][string]['title']>().toEqualTypeOf<string>();
  expectTypeOf<AnswerOf<typeof card>['deck'][string]['title']>().toEqualTypeOf<string>();
  // @ts-expect-error a field that card lacks
  queryForRow('card', 'x', ['titel']);
  const some = query({ _root: [{ account: [selectRelated('cards', { visibility: 'default' }, ['title'])] }] });
  expectTypeOf<AnswerOf<typeof some>['card'][string]['title']>().toEqualTypeOf<string>();
});

test('rejects names that are not in the contract', () => {
  // @ts-expect-error a field that account lacks
  query({ _root: [{ account: ['nmae'] }] });
  // @ts-expect-error a relation that account lacks
  query({ _root: [{ account: [{ deks: ['title'] }] }] });
  // @ts-expect-error a model that does not exist
  query({ crad: ['title'] });
  // @ts-expect-error only list relations can be counted
  query({ _root: [{ account: [{ cards: ['count:assignee'] }] }] });
  query({
    [rootKeyById('card', 'x')]: ['title'],
    _root: [{ account: [selectRelated('cards', { visibility: 'default' }, ['title'])] }],
  });
});

test('types params and answers of actions', () => {
  expectTypeOf<Params<'cards/create'>['deckId']>().toExtend<string | null>();
  expectTypeOf<Answer<'cards/create'>['accountSeq']>().toEqualTypeOf<number>();
  expectTypeOf<keyof Answer<'cards/update'>>().toEqualTypeOf<never>();
  // @ts-expect-error deckId is required
  const missing: Params<'cards/create'> = { content: 'x' };
  // @ts-expect-error a deck's id is not a number
  const wrong: Params<'cards/create'> = { content: 'x', deckId: 5 };
  void [missing, wrong];
});
