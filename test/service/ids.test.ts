/**
 * Checks that all ids of the embedded service are UUIDs of version 4 in lower case, and that the service refuses other
 * ids.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableDefinitions } from '../../electron/engine/store/schema.ts';
import {
  actions,
  hasEmbeddedServiceIdForm,
  rootKeyById,
  rowModelNames,
  validateActionParams,
} from '../../shared/contract/index.ts';
import { startTestService, type TestService } from '../support/service.ts';

let studio: TestService;
beforeAll(async () => {
  studio = await startTestService({ demo: true });
});
afterAll(() => studio.close());

const unknown = '00000000-0000-4000-8000-000000000000';
const malformed = [
  'not-an-id',
  '',
  unknown.toUpperCase().replace('8000', 'A000'),
  unknown.replace('4000', '1000'),
  `${unknown} `,
];

test('Every id of every row is a version 4 UUID in lower case', () => {
  const wrong = rowModelNames.flatMap((model) =>
    (tableDefinitions.get(model)?.columns ?? []).flatMap(({ name, kind, idsOfModel }) => {
      if (idsOfModel === undefined) return [];
      const column = `"${model}"."${name}"`;
      const sql =
        kind === 'json' ? `SELECT value FROM "${model}", json_each(${column})` : `SELECT ${column} FROM "${model}"`;
      const ids = studio.service.engine.db.prepare(sql).pluck().all() as (string | null)[];
      return ids.filter((id) => id !== null && !hasEmbeddedServiceIdForm(id)).map((id) => `${model}.${name} ${id}`);
    }),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test.each(malformed)('The id %j is refused in queries and actions, with its position and name', async (id) => {
  const read = (query: object) => studio.query<{ error: string; path: string }>(studio.tokens.admin, query as never);
  for (const [query, path] of [
    [{ [rootKeyById('card', id)]: ['title'] }, 'card'],
    [
      { _root: [{ account: [{ [`cards(${JSON.stringify({ deckId: id })})`]: ['title'] }] }] },
      '_root.account.cards.deckId',
    ],
    [
      {
        _root: [
          { account: [{ [`cards(${JSON.stringify({ deck: { projectId: { op: 'in', value: [id] } } })})`]: [] }] },
        ],
      },
      '_root.account.cards.deck.projectId',
    ],
    [
      { _root: [{ account: [{ [`cards(${JSON.stringify({ mentionedUsers: { op: 'has', value: id } })})`]: [] }] }] },
      '_root.account.cards.mentionedUsers',
    ],
  ] as const)
    expect(await read(query)).toMatchObject({ status: 400, body: { error: 'invalid_value', path } });
  const act = async (name: string, params: object) =>
    (await studio.act<{ error: string; message: string }>(studio.tokens.admin, name as never, params as never)).body;
  expect(await act('cards/update', { id })).toMatchObject({
    error: 'invalid_param',
    message: expect.stringContaining("'id'"),
  });
  expect(await act('cards/create', { content: 'A', deckId: id })).toMatchObject({
    message: expect.stringContaining("'deckId'"),
  });
  expect(await act('cards/bulkUpdate', { ids: [unknown, id] })).toMatchObject({
    message: expect.stringContaining("'ids[1]'"),
  });
});

test('A valid but unknown id finds nothing, and other services may use other ids', async () => {
  const { status, body } = await studio.query<Record<string, object>>(studio.tokens.admin, {
    [rootKeyById('card', unknown)]: ['title'],
  });
  expect([status, body.card]).toEqual([200, {}]);
  expect(validateActionParams(actions['cards/update'].params, { id: 'local:1:card' })).toEqual({ id: 'local:1:card' });
});
