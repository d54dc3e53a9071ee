/** Checks that the service survives requests with malformed bodies and paths. */
import assert from 'node:assert/strict';
import { type Check, check, type ServiceUnderTest } from '../subject.ts';

async function refusedBody(s: ServiceUnderTest, body: string | Uint8Array<ArrayBuffer>, path = '/'): Promise<void> {
  const response = await s.send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  assert.ok(response.status >= 400 && response.status < 500, `answered ${response.status}`);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const error = (await response.json()) as { error: string; message: string; statusCode: number };
  assert.deepEqual([typeof error.error, typeof error.message, error.statusCode], ['string', 'string', response.status]);
}

const paths = ['/', '/dispatch/cards/create'];

export const robustnessChecks: readonly Check[] = [
  check('robust.json', 'read', async (s) => {
    for (const path of paths)
      for (const body of [
        '{',
        '',
        'null',
        '[]',
        '"text"',
        '{"query":',
        '{"query":1}',
        '\u0000',
        '{"query":{"_root":[null]}}',
      ])
        await refusedBody(s, body, path);
  }),
  check('robust.nesting', 'read', async (s) => {
    for (const path of paths)
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const)
        await refusedBody(s, `${open.repeat(100_000)}1${close.repeat(100_000)}`, path);
    await refusedBody(s, JSON.stringify({ query: { _root: [deep(60)] } }));
  }),
  check('robust.size', 'local', async (s) => {
    for (const path of paths) await refusedBody(s, `{"content":"${'x'.repeat(9 * 1024 * 1024)}"}`, path);
  }),
  check('robust.utf8', 'read', async (s) => {
    const bytes = new Uint8Array([...new TextEncoder().encode('{"content":"'), 0xff, 0xfe, 0x22, 0x7d]);
    for (const path of paths) await refusedBody(s, bytes, path);
  }),
  check('robust.unknown-action', 'read', async (s) => {
    for (const path of ['/dispatch/cards/explode', '/dispatch/cards', '/dispatch/__proto__/constructor', '/nowhere'])
      await refusedBody(s, '{}', path);
  }),
];

function deep(levels: number): unknown {
  return levels === 0 ? 'title' : { [levels % 2 ? 'deck' : 'cards']: [deep(levels - 1)] };
}
