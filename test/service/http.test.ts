/**
 * Tests the service over loopback HTTP: malformed requests, slow and broken clients, limits, wrong tokens, requests
 * from pages of other sites, uploads and files.
 */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { QueryTimeLimit } from '../../electron/engine/query/statements.ts';
import { UploadedContent } from '../../electron/service/files.ts';
import { type RunningServer, serveHttp } from '../../electron/service/http.ts';
import { tooLongAction } from '../../electron/service/service.ts';
import { embeddedServiceLimits, serviceLimits } from '../../shared/contract/index.ts';
import { startTestService, type TestService } from '../support/service.ts';

let opened: TestService;
let listening: RunningServer;
beforeAll(async () => {
  opened = await startTestService();
  listening = await serveHttp(opened.service.authorize, 0, { requestSeconds: 0.4 });
  opened.service.setBaseUrl(listening.baseUrl);
});
afterAll(async () => {
  await listening.close();
  await opened.close();
});

/** Sends bytes to the service. Returns all received bytes as text once the connection has ended. */
const sendBytes = (...parts: (string | Buffer)[]): Promise<string> => sendBytesTo(listening.baseUrl, ...parts);

const sendBytesTo = (baseUrl: string, ...parts: (string | Buffer)[]): Promise<string> =>
  readUntilClosed(createConnection(Number(new URL(baseUrl).port), '127.0.0.1'), ...parts);

function readUntilClosed(socket: Socket, ...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
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

test('refuses bytes that are not HTTP with a JSON error', async () => {
  const answer = await sendBytes('HELLO THERE\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(bodyOf(answer)).toMatchObject({ error: 'invalid_http', statusCode: 400 });
});

// Without a request timeout, a client that never completes its request would keep the connection open for ever.
test('ends requests that take too long to arrive', async () => {
  const answer = await sendBytes(`${postHeader(100)}\r\n{"que`);
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
  expect(bodyOf(answer)).toMatchObject({ error: 'request_timeout', statusCode: 408 });
});

const postHeader = (length: number, server = listening, token: 'read' | 'write' = 'read') =>
  `POST / HTTP/1.1\r\nhost: ${new URL(server.baseUrl).host}\r\nauthorization: Bearer ${opened.tokens[token]}\r\ncontent-length: ${length}\r\n`;

test('refuses requests without a token after the header, without waiting for the body', async () => {
  const length = 'content-length: 5000000';
  for (const head of [
    `POST / HTTP/1.1\r\nhost: ${host()}\r\n${length}`,
    `POST /dispatch/cards/create HTTP/1.1\r\nhost: ${host()}\r\nauthorization: Bearer cdxat_a_b\r\n${length}`,
    `PUT /s3/upload/some?signature=none HTTP/1.1\r\nhost: ${host()}\r\n${length}`,
  ])
    expect(await sendBytes(`${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[13]/);
});

// The service must read the rest of a body that it refuses, because closing a socket with unread bytes resets the
// connection. A client that sends its whole request before it reads then loses the answer.
test('answers a client that sends a too large body completely before it reads', async () => {
  // Start a service without the short time limit of the other tests: a busy computer can need longer to read large
  // bodies.
  const patient = await serveHttp(opened.service.authorize, 0);
  const send = (...parts: (string | Buffer)[]) => sendBytesTo(patient.baseUrl, ...parts);
  const long = Buffer.alloc(9 * 1024 * 1024, 'x');
  const header = postHeader(long.length, patient);
  for (let n = 0; n < 20; n++) expect(await send(`${header}\r\n`, long)).toMatch(/^HTTP\/1\.1 413/);
  const chunk = `${long.length.toString(16)}\r\n`;
  const chunked = `${header.replace(/content-length: \d+/, 'transfer-encoding: chunked')}\r\n`;
  expect(await send(chunked, chunk, long, '\r\n0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413/);
  await patient.close();
});

test('sends 100 Continue only for bodies that it accepts', async () => {
  const query = '{"query":{"_root":["account"]}}';
  const expects = 'expect: 100-continue\r\nconnection: close\r\n\r\n';
  expect(await sendBytes(postHeader(query.length), expects, query)).toMatch(/^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 200/);
  expect(await sendBytes(postHeader(9_000_000), expects)).toMatch(/^HTTP\/1\.1 413/);
  expect(await sendBytes(postHeader(10).replace('Bearer', 'Bear'), expects)).toMatch(/^HTTP\/1\.1 401/);
});

test('serves the next request of a connection after it refused a short body', async () => {
  const refused = `${postHeader(5).replace('Bearer', 'Bear')}\r\nhello`;
  const answers = await sendBytes(refused, `GET /nothing HTTP/1.1\r\nhost: ${host()}\r\nconnection: close\r\n\r\n`);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 404']);
});

test('answers 500 connections at once, and refuses those beyond its limit with 503', async () => {
  const request = (at: string) => `GET /nothing HTTP/1.1\r\nhost: ${new URL(at).host}\r\nconnection: close\r\n\r\n`;
  const get = (at: string) => sendBytesTo(at, request(at));
  // Open all connections before the first request, so that they are open at the same time.
  const patient = await serveHttp(opened.service.authorize, 0);
  const many = await Promise.all(Array.from({ length: 500 }, () => openConnection(patient.baseUrl)));
  const answers = await Promise.all(many.map((socket) => readUntilClosed(socket, request(patient.baseUrl))));
  expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 404'))).toEqual([]);
  await patient.close();

  const small = await serveHttp(opened.service.authorize, 0, { maxConnections: 2 });
  const held = await Promise.all([holdRequest(small, 'read'), holdRequest(small, 'write')]);
  const beyond = await Promise.all(Array.from({ length: 6 }, () => get(small.baseUrl)));
  for (const answer of beyond) {
    expect(answer).toMatch(/^HTTP\/1\.1 503[\s\S]*retry-after: 1/i);
    expect(bodyOf(answer)).toMatchObject({ error: 'busy', statusCode: 503 });
  }
  await Promise.all(held.map(ended));
  expect(await get(small.baseUrl)).toMatch(/^HTTP\/1\.1 404/);
  await small.close();
});

test('requests of one token take at most half of the connections', async () => {
  const small = await serveHttp(opened.service.authorize, 0, { maxConnections: 4 });
  const query = '{"query":{"_root":["account"]}}';
  const ask = (token: 'read' | 'write') =>
    sendBytesTo(small.baseUrl, `${postHeader(query.length, small, token)}connection: close\r\n\r\n${query}`);
  const held = await Promise.all([1, 2].map(() => holdRequest(small, 'read')));
  const refused = await ask('read');
  expect(refused).toMatch(/^HTTP\/1\.1 503[\s\S]*retry-after: 1/i);
  expect(bodyOf(refused)).toMatchObject({ error: 'busy', message: expect.stringContaining('one token') });
  expect(await ask('write')).toMatch(/^HTTP\/1\.1 200/);
  await Promise.all(held.map(ended));
  expect(await ask('read')).toMatch(/^HTTP\/1\.1 200/);
  await small.close();
});

test('a new connection closes an idle one, those without a token first', async () => {
  const small = await serveHttp(opened.service.authorize, 0, { maxConnections: 3 });
  const closed: string[] = [];
  const query = '{"query":{"_root":["account"]}}';
  const open = async (name: string) => {
    const socket = await openConnection(small.baseUrl);
    socket.on('close', () => closed.push(name));
    return socket;
  };
  const known = await open('known');
  const answered = new Promise<string>((resolve) => known.once('data', (data) => resolve(data.toString())));
  known.write(`${postHeader(query.length, small)}\r\n${query}`);
  expect(await answered).toMatch(/^HTTP\/1\.1 200/);
  for (const name of ['first', 'second', 'third', 'fourth']) await open(name);
  const stranger = `GET /nothing HTTP/1.1\r\nhost: ${new URL(small.baseUrl).host}\r\nconnection: close\r\n\r\n`;
  expect(await sendBytesTo(small.baseUrl, stranger)).toMatch(/^HTTP\/1\.1 404/);
  const again = new Promise<string>((resolve) => known.once('data', (data) => resolve(data.toString())));
  known.write(`${postHeader(query.length, small)}\r\n${query}`);
  expect(await again).toMatch(/^HTTP\/1\.1 200/);
  expect(closed.slice(0, 2)).toEqual(['first', 'second']);
  expect(closed).not.toContain('known');
  await small.close();
});

test('closes a connection after many refusals in a row, and answers no more of them', async () => {
  const stray = `GET /nothing HTTP/1.1\r\nhost: ${host()}\r\n\r\n`;
  const answers = (await sendBytes(stray.repeat(1000)).catch(() => '')).match(/HTTP\/1\.1 \d+/g) ?? [];
  expect(answers.length).toBeLessThanOrEqual(32);
});

const openConnection = (baseUrl: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createConnection(Number(new URL(baseUrl).port), '127.0.0.1', () => resolve(socket));
  });
/** The service accepts the request, and its body never comes. */
async function holdRequest(server: RunningServer, token: 'read' | 'write'): Promise<Socket> {
  const socket = await openConnection(server.baseUrl);
  const accepted = new Promise((resolve) => socket.once('data', resolve));
  socket.write(`${postHeader(100, server, token)}expect: 100-continue\r\n\r\n`);
  await accepted;
  return socket;
}
const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('close', () => resolve()).resume();
    socket.end();
  });

test('limits the bytes of all incoming bodies together, and answers 503 beyond', async () => {
  const small = await serveHttp(opened.service.authorize, 0, { maxArrivingBytes: 200 });
  const ask = (query: unknown) =>
    fetch(small.baseUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened.tokens.read}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  for (let n = 0; n < 5; n++) {
    const refused = await ask({ _root: ['account'], filler: 'x'.repeat(200) });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await ask({ _root: ['account'] })).status).toBe(200);
  }
  await small.close();
});

test('delays requests with wrong tokens, but never correct ones from the same address', async () => {
  const sign = (headers: Record<string, string>) =>
    fetch(`${listening.baseUrl}/s3/sign?objectName=a.txt`, { headers }).then(({ status }) => status);
  for (let n = 0; n < embeddedServiceLimits.failedAttempts; n++) expect([401, 429]).toContain(await sign({}));
  expect(await sign({})).toBe(429);
  expect(await sign({ authorization: 'Bearer cdxat_aa_bb' })).toBe(429);
  expect(await sign({ authorization: `Bearer ${opened.tokens.write}` })).toBe(200);
  const guess = (secret: number, ip: string) =>
    opened.service.answer({
      method: 'POST',
      path: '/',
      headers: { authorization: `Bearer cdxat_guessed_${secret}` },
      body: null,
      ip,
    }).status;
  for (let n = 0; n < embeddedServiceLimits.failedAttempts; n++) expect(guess(n, `192.0.2.${n}`)).toBe(401);
  expect(guess(99, '192.0.2.99')).toBe(429);
  opened.advance({ seconds: embeddedServiceLimits.failedAttemptsSeconds });
  expect(await sign({})).toBe(401);
});

test('lets requests without a token take nothing from those with one', async () => {
  const limited = await startTestService({ rateLimit: true });
  const { service, tokens } = limited;
  const many = 3 * serviceLimits.rateRequests;
  const statuses = (...sent: Parameters<typeof answer>) =>
    Array.from({ length: many }, () => answer(...sent)).filter((status, at, all) => status !== all[at - 1]);
  const answer = (method: string, path: string, headers: Record<string, string> = {}, body: string | null = null) =>
    service.answer({ method, path, headers, body, ip: '192.0.2.1' }).status;
  const token = (value: string) => ({ authorization: `Bearer ${value}` });
  const signed = JSON.parse(
    String(
      service.answer({
        method: 'GET',
        path: '/s3/sign?objectName=a',
        headers: token(tokens.write),
        body: null,
        ip: '192.0.2.2',
      }).body,
    ),
  ) as { signedUrl: string; publicUrl: string };
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
  expect(statuses('GET', '/files/nope')).toEqual([404, 429]);
  expect(answer('GET', '/nothing')).toBe(429);
  expect(answer('PUT', '/s3/upload/some?signature=wrong', {}, 'x')).toBe(429);
  expect(statuses('POST', '/', token('cdxat_a_b'), '{}')).toEqual([401, 429]);
  expect(answer('PUT', pathOf(signed.signedUrl), {}, 'x')).toBe(204);
  expect(statuses('GET', pathOf(signed.publicUrl))).toEqual([200, 429]);
  const query = JSON.stringify({ query: { _root: ['account'] } });
  for (let n = 0; n < serviceLimits.rateRequests; n++) expect(answer('POST', '/', token(tokens.read), query)).toBe(200);
  expect(answer('POST', '/', token(tokens.read), query)).toBe(429);
  await limited.close();
});

test('refuses a browser’s requests for other pages, also of images and links', async () => {
  const get = (site: string) =>
    sendBytes(`GET /files/x HTTP/1.1\r\nhost: ${host()}\r\nsec-fetch-site: ${site}\r\nconnection: close\r\n\r\n`);
  for (const site of ['cross-site', 'same-site']) {
    const answer = await get(site);
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
    expect(bodyOf(answer)).toMatchObject({ error: 'foreign_origin' });
  }
  for (const site of ['same-origin', 'none']) expect(await get(site)).toMatch(/^HTTP\/1\.1 404/);
});

test('does not read a body whose header announces too many bytes', async () => {
  const answer = await sendBytes(`${postHeader(99999999999)}\r\nx`);
  expect(answer).toMatch(/^HTTP\/1\.1 413/);
  expect(answer).toMatch(/connection: close/i);
});

test('accepts only its own host names, against DNS rebinding', async () => {
  for (const name of ['evil.example', `evil.example:${host().split(':')[1]}`, '']) {
    const answer = await sendBytes(`POST / HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
  }
  const local = await sendBytes(
    `GET /nothing HTTP/1.1\r\nhost: localhost:${host().split(':')[1]}\r\nconnection: close\r\n\r\n`,
  );
  expect(local).toMatch(/^HTTP\/1\.1 404/);
});

test('accepts absolute URLs in the request line, and refuses compressed bodies', async () => {
  const token = `authorization: Bearer ${opened.tokens.read}\r\ncontent-type: application/json`;
  const query = '{"query":{"_root":["account"]}}';
  const whole = await sendBytes(
    `POST http://${host()}/?x=1 HTTP/1.1\r\nhost: ${host()}\r\n${token}\r\ncontent-length: ${query.length}\r\nconnection: close\r\n\r\n${query}`,
  );
  expect(bodyOf(whole)).toMatchObject({ _root: { account: opened.accountId } });
  const packed = await sendBytes(
    `POST / HTTP/1.1\r\nhost: ${host()}\r\n${token}\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\nconnection: close\r\n\r\nabcd`,
  );
  expect(bodyOf(packed)).toMatchObject({ error: 'unsupported_encoding', statusCode: 415 });
});

test('continues after clients that disconnect', async () => {
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

test('names the port that is in use', async () => {
  const port = Number(new URL(listening.baseUrl).port);
  await expect(serveHttp(opened.service.authorize, port)).rejects.toThrow(`port ${port} is in use`);
});

test('accepts uploads as forms, once, with a valid signature, and serves HTML files as downloads only', async () => {
  const headers = { authorization: `Bearer ${opened.tokens.write}` };
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

  expect((await sign('why?.txt')).publicUrl).toMatch(/\/why%3F\.txt$/);

  const late = await sign('late.txt');
  opened.advance({ hours: 2 });
  expect((await fetch(late.signedUrl, { method: 'PUT', body: 'late' })).status).toBe(403);
  const reader = { authorization: `Bearer ${opened.tokens.read}` };
  expect((await fetch(`${listening.baseUrl}/s3/sign?objectName=x`, { headers: reader })).status).toBe(403);
  expect((await fetch(`${listening.baseUrl}/s3/sign`, { headers })).status).toBe(400);
});

// The service must take only the part whose name is exactly `file`. A longer name, and text like `name=file` inside the
// quotes of another parameter, do not count.
test('stores exactly the part `file` of a form', async () => {
  const headers = { authorization: `Bearer ${opened.tokens.write}` };
  const upload = async (dispositions: readonly string[]) => {
    const signed = await fetch(`${listening.baseUrl}/s3/sign?objectName=a.txt`, { headers });
    const { signedUrl, publicUrl } = (await signed.json()) as { signedUrl: string; publicUrl: string };
    const parts = dispositions.map((text) => `--edge\r\nContent-Disposition: form-data; ${text}\r\n\r\n${text}\r\n`);
    const answer = await fetch(signedUrl, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: `${parts.join('')}--edge--\r\n`,
    });
    return answer.ok ? (await fetch(publicUrl)).text() : ((await answer.json()) as { message: string }).message;
  };
  const others = [
    'name="filename"; filename="file"',
    'name="file2"',
    'name=files',
    'name="FILE"',
    'name="note"; filename="a; name=file"',
    'filename="a \\"; name=file; "; name="note"',
  ];
  for (const own of ['name="file"', 'name=file', 'filename="a; b.txt"; name="file"', 'name=file; filename=b.txt'])
    expect(await upload([...others, own, 'name="last"'])).toBe(own);
  for (const other of others) expect(await upload([other])).toBe("the form has no part named 'file'");
});

/** The type and file in a body that arrives in chunks of `chunk` bytes. */
function contentOf({ headers, body }: { headers: Record<string, string>; body: string }, chunk = 65_536) {
  const pieces: Buffer[] = [];
  const content = new UploadedContent(headers, (bytes) => pieces.push(bytes));
  const whole = Buffer.from(body);
  for (let at = 0; at < whole.length; at += chunk) content.write(whole.subarray(at, at + chunk));
  return { type: content.end(), bytes: Buffer.concat(pieces) };
}

// A part's head is matched on the thread that answers everybody, and the signed address needs no token.
test('reads heads of form parts in linear time, in any order, up to 16 kB', () => {
  const formOf = (...parts: (readonly [head: string, body: string])[]) => ({
    headers: { 'content-type': 'multipart/form-data; charset=utf-8; Boundary="edge"' },
    body: `${parts.map(([head, text]) => `--edge\r\n${head}\r\n\r\n${text}\r\n`).join('')}--edge--`,
  });
  const textOf = (form: ReturnType<typeof formOf>) => {
    const texts = [1, 2, 7, 65_536].map((chunk) => contentOf(form, chunk)).map(({ type, bytes }) => [type, `${bytes}`]);
    expect(new Set(texts.map(String)).size).toBe(1);
    return texts[0];
  };
  for (const head of [
    'Content-Type: text/plain; charset=x\r\nContent-Disposition: form-data; filename="a.txt"; name="file"',
    'content-disposition:form-data;name=file\r\nx-other: name="b"; name=c\r\ncontent-type:text/plain',
    'X-First: 1\r\nCONTENT-DISPOSITION: form-data;\r\n NAME="file" ; filename="\\""\r\nCONTENT-TYPE: text/plain',
    `x-long: ${'y'.repeat(16_000)}\r\ncontent-disposition: form-data; name=file\r\ncontent-type: text/plain`,
  ])
    expect(textOf(formOf(['content-disposition: form-data; name=a', '1'], [head, 'hello']))).toEqual([
      'text/plain',
      'hello',
    ]);
  const hostile = 'content-disposition:=z;\r\n';
  expect(() => contentOf(formOf([hostile.repeat(8000), 'x']))).toThrow('has at most 16384 bytes');
  const long = { ...formOf(), headers: { 'content-type': `multipart/form-data; boundary=${'a'.repeat(71)}` } };
  expect(() => contentOf(long)).toThrow('at most 70 characters');
  // The time of the processor, which other programs do not change, in rounds until one is not disturbed.
  const milliseconds = (parts: number) => {
    const form = formOf(...Array.from({ length: parts }, () => [hostile.repeat(600), 'x'] as const));
    const before = process.cpuUsage();
    expect(() => contentOf(form)).toThrow("no part named 'file'");
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  expect(Math.min(...[1, 2, 3].map(() => milliseconds(20)))).toBeLessThan(100);
});

// A file of 64 MB at once keeps everybody waiting for seconds, and many at once fill the memory.
test('stores and reads files in pieces, forgets those that break off, and keeps room for the uploads of others', async () => {
  const own = await startTestService({ http: true });
  const sign = async (token = own.tokens.write) => {
    const signed = await own.fetch('/s3/sign?objectName=a.bin', { headers: { authorization: `Bearer ${token}` } });
    return (await signed.json()) as { signedUrl: string; publicUrl: string };
  };
  const put = async (body: Uint8Array<ArrayBuffer> | FormData, token?: string) => {
    const { signedUrl, publicUrl } = await sign(token);
    return { publicUrl, status: (await fetch(signedUrl, { method: 'PUT', body })).status };
  };
  const piecesSql = 'SELECT length(bytes) FROM storedFilePiece UNION ALL SELECT length(bytes) FROM storedFile';
  const pieces = () => own.service.engine.db.prepare(piecesSql).pluck().all() as number[];
  const file = Uint8Array.from({ length: 2_500_000 }, (_, at) => (at * 7 + (at >> 8)) % 256);
  const form = new FormData();
  form.set('file', new Blob([file]));
  for (const body of [file, form]) {
    const { publicUrl, status } = await put(body);
    expect(status).toBe(204);
    expect(Buffer.from(await (await fetch(publicUrl)).arrayBuffer()).equals(file)).toBe(true);
  }
  expect(pieces()).toHaveLength(6);
  expect(Math.max(...pieces())).toBe(1024 * 1024);

  const begin = async () => {
    const { signedUrl } = await sign();
    const { pathname, search, host: at, port } = new URL(signedUrl);
    const socket = createConnection(Number(port), '127.0.0.1');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: ${at}\r\ncontent-length: 9000000\r\n\r\n`);
    socket.write(file);
    return { socket, signedUrl };
  };
  const begun = await Promise.all(Array.from({ length: 16 }, begin));
  const poll = { timeout: 30_000 };
  await expect.poll(() => pieces().length, poll).toBe(6 + 16);
  expect((await put(file)).status).toBe(503);
  expect((await put(file, own.tokens.producer)).status).toBe(204);
  for (const { socket } of begun) socket.destroy();
  await expect.poll(() => pieces().length, poll).toBe(9);
  expect((await fetch(begun[0]?.signedUrl ?? '', { method: 'PUT', body: 'again' })).status).toBe(204);
  await own.close();
}, 90_000);

test('one sender can take half of the room for arriving bodies', async () => {
  const small = await serveHttp(opened.service.authorize, 0, { maxArrivingBytes: 1000 });
  const ask = (token: string, length: number) => {
    const socket = createConnection(Number(new URL(small.baseUrl).port), '127.0.0.1');
    const head = `POST / HTTP/1.1\r\nhost: ${new URL(small.baseUrl).host}\r\nauthorization: Bearer ${token}\r\n`;
    socket.write(`${head}content-length: ${length}\r\n\r\n${' '.repeat(Math.min(length, 400))}`);
    return readUntilClosed(socket);
  };
  void ask(opened.tokens.read, 600).catch(() => undefined);
  expect(await ask(opened.tokens.read, 400)).toMatch(/^HTTP\/1.1 503 /);
  const other = await fetch(small.baseUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${opened.tokens.write}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { _root: ['account'] }, filler: 'x'.repeat(300) }),
  });
  expect(other.status).toBe(200);
  await small.close();
});

test('makes no more answers for who reads none, ends them after a while, and skips those nobody waits for', async () => {
  const answer = { status: 200, headers: {}, body: Buffer.alloc(16 * 1024 * 1024) };
  let made = 0;
  const server = await serveHttp(
    ({ headers }) => ({
      maxBodyBytes: 0,
      sender: String(headers.authorization),
      answer() {
        made++;
        return answer;
      },
    }),
    0,
    { maxUnreadBytes: 2 * answer.body.length, requestSeconds: 1 },
  );
  const { host } = new URL(server.baseUrl);
  const request = (sender: string) => `GET / HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${sender}\r\n\r\n`;
  const read = async (sender: string) =>
    (
      await fetch(server.baseUrl, { headers: { authorization: sender } }).then(async (got) => {
        await got.arrayBuffer();
        return got;
      })
    ).status;
  const unread = await Promise.all([1, 2].map(() => openConnection(server.baseUrl)));
  const closed = unread.map((socket) => once(socket, 'close'));
  for (const [at, socket] of unread.entries()) {
    socket.on('error', () => {});
    socket.pause();
    socket.write(request('slow'));
    await vi.waitFor(() => expect(made).toBe(at + 1));
  }
  expect(await read('slow')).toBe(503);
  expect(await read('other')).toBe(200);
  expect(made).toBe(3);
  await vi.waitFor(async () => expect(await read('slow')).toBe(200), { timeout: 5000, interval: 200 });
  for (const socket of unread) socket.resume();
  await Promise.all(closed);

  const gone = await openConnection(server.baseUrl);
  made = 0;
  gone.write(request('gone').repeat(100), () => gone.resetAndDestroy());
  await once(gone, 'close');
  expect(await read('gone')).toBe(200);
  expect(made).toBeLessThan(100);
  await server.close();
});

test('limits stored files, and deletes signed addresses that nobody used', async () => {
  const small = await startTestService({ http: true, maxStoredBytes: 10 });
  const headers = { authorization: `Bearer ${small.tokens.write}` };
  const sign = () => small.fetch('/s3/sign?objectName=a.txt', { headers });
  const put = async (body: string) => {
    const { signedUrl } = (await (await sign()).json()) as { signedUrl: string };
    return (await fetch(signedUrl, { method: 'PUT', body })).status;
  };
  expect(await put('12345678901')).toBe(413);
  expect(await put('1234567890')).toBe(204);
  const full = await sign();
  expect([full.status, ((await full.json()) as { error: string }).error]).toEqual([413, 'storage_limit']);
  await small.close();

  const long = await startTestService({ http: true });
  const uploads = () => long.service.engine.rows.find('upload', {}).length;
  const token = { headers: { authorization: `Bearer ${long.tokens.write}` } };
  for (let n = 0; n < 3; n++) await long.fetch('/s3/sign?objectName=a.txt', token);
  expect(uploads()).toBe(3);
  long.advance({ hours: 2 });
  await long.fetch('/s3/sign?objectName=a.txt', token);
  expect(uploads()).toBe(1);
  await long.close();
});

// Rows store the full addresses of files, which contain the service's port.
test('updates the addresses of its files when its own address changes', async () => {
  const other = await serveHttp(opened.service.authorize, 0);
  const { engine } = opened.service;
  const before = engine.rows.find('upload', {}).map(({ url }) => url);
  opened.service.setBaseUrl(other.baseUrl);
  const after = engine.rows.find('upload', {}).map(({ url }) => url);
  expect(after.sort()).toEqual(before.map((url) => url.replace(listening.baseUrl, other.baseUrl)).sort());
  opened.service.setBaseUrl(listening.baseUrl);
  await other.close();
});

// One action of a body of 8 MB could change 200,000 cards, and everybody would wait for a minute.
test('stops an action of a token that takes too long, changes nothing, and goes on', async () => {
  let now = 0;
  const test = await startTestService({
    demo: true,
    actionTimeLimit: new QueryTimeLimit(3, () => now++, tooLongAction),
  });
  const { rows } = test.service.engine;
  const [deck] = rows.find('deck', { deckType: 'task', isDeleted: false });
  const before = rows.find('card', {}).length;
  const create = (count: number) =>
    test.act(test.tokens.admin, 'cards/createMany', {
      deckId: deck?.id,
      cards: Array.from({ length: count }, (_, index) => ({ content: `Card ${index}` })),
    });
  const refused = await create(3000);
  expect(refused).toMatchObject({ status: 400, body: { error: 'action_too_costly' } });
  expect(rows.find('card', {})).toHaveLength(before);
  expect((await create(20)).status).toBe(200);
  expect(rows.find('card', {})).toHaveLength(before + 20);
  await test.close();
});
