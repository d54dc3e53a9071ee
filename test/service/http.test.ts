/** The service over loopback HTTP: clients that are slow, broken or foreign, and files. */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen } from '../../electron/service/http.ts';
import { startService, type TestService } from '../support/service.ts';

let test: TestService;
let listening: Listening;
beforeAll(async () => {
  test = await startService();
  listening = await listen(test.service.answer, 0, 0.4);
  test.service.setBaseUrl(listening.baseUrl);
});
afterAll(async () => {
  await listening.close();
  await test.close();
});

/** Sends bytes and collects what comes back until the connection ends. */
function raw(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(new URL(listening.baseUrl).port), '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    for (const part of parts) socket.write(part);
  });
}
const host = () => new URL(listening.baseUrl).host;
const bodyOf = (answer: string): unknown => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');

it('refuses what is no HTTP with a JSON error', async () => {
  const answer = await raw('HELLO THERE\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(bodyOf(answer)).toMatchObject({ error: 'invalid_http', statusCode: 400 });
});

// Without a request timeout a client that never finishes would hold its connection for ever.
it('ends requests that take too long to arrive', async () => {
  const answer = await raw(`POST / HTTP/1.1\r\nhost: ${host()}\r\ncontent-length: 100\r\n\r\n{"que`);
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
  expect(bodyOf(answer)).toMatchObject({ error: 'request_timeout', statusCode: 408 });
});

it('does not read a body that says it is too large', async () => {
  const answer = await raw(`POST / HTTP/1.1\r\nhost: ${host()}\r\ncontent-length: 99999999999\r\n\r\nx`);
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toMatch(/connection: close/i);
});

it('answers to its own names only, so that no page can rebind its name to this machine', async () => {
  for (const name of ['evil.example', `evil.example:${host().split(':')[1]}`, '']) {
    const answer = await raw(`POST / HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
  }
  const local = await raw(
    `GET /nothing HTTP/1.1\r\nhost: localhost:${host().split(':')[1]}\r\nconnection: close\r\n\r\n`,
  );
  expect(local).toMatch(/^HTTP\/1\.1 404/);
});

it('takes whole addresses in the request line, and refuses bodies that are packed', async () => {
  const token = `authorization: Bearer ${test.tokens.read}\r\ncontent-type: application/json`;
  const query = '{"query":{"_root":["account"]}}';
  const whole = await raw(
    `POST http://${host()}/?x=1 HTTP/1.1\r\nhost: ${host()}\r\n${token}\r\ncontent-length: ${query.length}\r\nconnection: close\r\n\r\n${query}`,
  );
  expect(bodyOf(whole)).toMatchObject({ _root: { account: test.accountId } });
  const packed = await raw(
    `POST / HTTP/1.1\r\nhost: ${host()}\r\n${token}\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\nconnection: close\r\n\r\nabcd`,
  );
  expect(bodyOf(packed)).toMatchObject({ error: 'unsupported_encoding', statusCode: 415 });
});

it('keeps answering after clients that vanish', async () => {
  await new Promise<void>((resolve) => {
    const socket = createConnection(Number(host().split(':')[1]), '127.0.0.1', () => {
      socket.write(`POST / HTTP/1.1\r\nhost: ${host()}\r\ncontent-length: 1000\r\n\r\n{`);
      setImmediate(() => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  const response = await fetch(`${listening.baseUrl}/nothing`);
  expect(response.status).toBe(404);
});

it('says that a port is taken, and which', async () => {
  const port = Number(new URL(listening.baseUrl).port);
  await expect(listen(test.service.answer, port)).rejects.toThrow(`port ${port} is in use`);
});

it('takes uploads as forms, once, with the right signature, and offers pages for download only', async () => {
  const headers = { authorization: `Bearer ${test.tokens.write}` };
  const sign = async (name: string) =>
    (await (await fetch(`${listening.baseUrl}/s3/sign?objectName=${name}`, { headers })).json()) as {
      signedUrl: string;
      publicUrl: string;
    };
  const { signedUrl, publicUrl } = await sign('page.html');
  expect((await fetch(publicUrl)).status).toBe(404);
  expect((await fetch(signedUrl.replace(/.$/, 'x'), { method: 'PUT', body: 'no' })).status).toBe(403);
  const form = new FormData();
  form.set('key', 'value');
  form.set('file', new Blob(['<b>page</b>'], { type: 'text/html' }), 'page.html');
  expect((await fetch(signedUrl, { method: 'POST', body: form })).status).toBe(204);
  expect((await fetch(signedUrl, { method: 'PUT', body: 'again' })).status).toBe(409);
  const read = await fetch(publicUrl);
  expect(await read.text()).toBe('<b>page</b>');
  expect(read.headers.get('content-disposition')).toBe('attachment');
  expect(read.headers.get('content-security-policy')).toContain('sandbox');

  const picture = await sign('Photo.PNG');
  const octets = { 'content-type': 'application/octet-stream' };
  await fetch(picture.signedUrl, { method: 'PUT', body: 'pixels', headers: octets });
  expect((await fetch(picture.publicUrl)).headers.get('content-type')).toBe('image/png');

  const late = await sign('late.txt');
  test.advance({ hours: 2 });
  expect((await fetch(late.signedUrl, { method: 'PUT', body: 'late' })).status).toBe(403);
  const reader = { authorization: `Bearer ${test.tokens.read}` };
  expect((await fetch(`${listening.baseUrl}/s3/sign?objectName=x`, { headers: reader })).status).toBe(403);
  expect((await fetch(`${listening.baseUrl}/s3/sign`, { headers })).status).toBe(400);
});

// Addresses are stored in rows: without moving them along, files would be lost when the port changes.
it('moves the addresses of its files along when it gets another address', async () => {
  const other = await listen(test.service.answer, 0);
  const { engine } = test.service;
  const before = engine.rows.find('upload', {}).map(({ url }) => url);
  test.service.setBaseUrl(other.baseUrl);
  const after = engine.rows.find('upload', {}).map(({ url }) => url);
  expect(after.sort()).toEqual(before.map((url) => url.replace(listening.baseUrl, other.baseUrl)).sort());
  test.service.setBaseUrl(listening.baseUrl);
  await other.close();
});
