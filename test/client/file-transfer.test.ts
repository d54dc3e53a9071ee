/** Checks file transfers over real sockets, also with addresses and answers from a hostile service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createFileTransfer,
  downloadIdleTimeoutMs,
  type FileTransfer,
  fileTransferTimeoutMs,
  type UploadRequest,
} from '../../electron/client/file-transfer.ts';
import { createHttpSender } from '../../electron/client/http-sender.ts';
import { ManualClock } from '../faults/clock.ts';

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answerer;
let base: string;
let port: number;
let asked: string[];
let clock: ManualClock;
let transfer: FileTransfer;
let end: () => void;

beforeEach(async () => {
  asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  // Listen on all addresses of this computer, so that a request to its host name would arrive here too. The client must
  // refuse to send such a request.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  clock = new ManualClock();
  transfer = createFileTransfer({ send: (request) => fetch(request), clock, serviceUrl: base, maxBytes: 1024 * 1024 });
});
afterEach(() => end());

const redirect =
  (status: number, to: (url: string) => string | null): Answerer =>
  (request, response) => {
    const location = to(request.url ?? '');
    if (location === null) response.end('there');
    else response.writeHead(status, { location }).end();
  };
const endless: Answerer = (_request, response) => {
  const chunk = Buffer.alloc(64 * 1024);
  const send = () => {
    while (response.write(chunk));
    response.once('drain', send);
  };
  send();
};
const failed = (code: string) => ({ ok: false, failure: { code } });

describe('a download', () => {
  test('follows redirects that are safe', async () => {
    answer = redirect(302, (url) => (url === '/a' ? '/b' : null));
    const got = await transfer.get(`${base}/a`);
    expect(got.ok && new TextDecoder().decode(got.value)).toBe('there');
  });

  test('without end is stopped at the limit, and its connection is closed', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (request, response) => {
        request.socket.once('close', () => resolve());
        endless(request, response);
      };
    });
    expect(await transfer.get(`${base}/`)).toMatchObject({
      ok: false,
      failure: { kind: 'rejected', code: 'file_too_large', message: expect.stringContaining('1 MB') },
    });
    await closed;
  });

  test('is not redirected to plain http on another host name', async () => {
    answer = redirect(302, () => `http://${hostname()}:${port}/secret`);
    expect(await transfer.get(`${base}/`)).toMatchObject(failed('unsafe_link'));
    expect(asked).toEqual(['GET /']);
  });

  test.each(['file:///etc/passwd', 'data:text/plain,x', 'not an address', 'http://'])(
    'does not follow redirects to %s',
    async (location) => {
      answer = redirect(302, (url) => (url === '/' ? location : null));
      const got = await transfer.get(`${base}/`);
      // “not an address” is a valid relative address, so the client follows it on the same server.
      if (got.ok) expect(asked.at(-1)).toBe('GET /not%20an%20address');
      else expect(got).toMatchObject(failed('unsafe_link'));
    },
  );

  test('in a circle of redirects ends', async () => {
    answer = redirect(302, (url) => (url === '/a' ? '/b' : '/a'));
    expect(await transfer.get(`${base}/a`)).toMatchObject(failed('redirects'));
    expect(asked).toHaveLength(6);
  });

  test('that stalls is aborted and can be tried again', async () => {
    const begun = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        response.write('some');
        resolve();
      };
    });
    const got = transfer.get(`${base}/`);
    await begun;
    await clock.advance(downloadIdleTimeoutMs);
    expect(await got).toMatchObject({
      ok: false,
      failure: { kind: 'offline', message: expect.stringContaining('too long') },
    });
  });

  test('of a remote service never reaches this computer', async () => {
    answer = (_request, response) => response.end('secret');
    const remote = createFileTransfer({
      send: (request) => fetch(request),
      clock,
      serviceUrl: 'https://api.example.com',
    });
    for (const address of [
      `${base}/`,
      `http://localhost:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://x.localhost:${port}/`,
    ])
      expect(await remote.get(address)).toMatchObject(failed('unsafe_link'));
    expect(asked).toEqual([]);
  });
});

describe('an upload', () => {
  const upload: UploadRequest = { method: 'PUT', body: new TextEncoder().encode('The plan') };
  const bodyOf = async (request: IncomingMessage) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    return text;
  };

  test('is sent again to the address of a redirect', async () => {
    const bodies: string[] = [];
    answer = async (request, response) => {
      bodies.push(await bodyOf(request));
      redirect(307, (url) => (url === '/a' ? '/b' : null))(request, response);
    };
    expect(await transfer.send(`${base}/a`, upload)).toEqual({ ok: true, value: null });
    expect(bodies).toEqual(['The plan', 'The plan']);
    expect(asked).toEqual(['PUT /a', 'PUT /b']);
  });

  test('is not redirected to plain http on another host name', async () => {
    answer = redirect(307, () => `http://${hostname()}:${port}/`);
    expect(await transfer.send(`${base}/`, upload)).toMatchObject(failed('unsafe_link'));
    expect(asked).toHaveLength(1);
  });

  test('in a circle of redirects ends', async () => {
    answer = redirect(308, () => '/');
    expect(await transfer.send(`${base}/`, upload)).toMatchObject(failed('redirects'));
  });

  test('with an endless answer is complete once the answer has begun', async () => {
    answer = endless;
    expect(await transfer.send(`${base}/`, upload)).toEqual({ ok: true, value: null });
  });

  test('without an answer is aborted and can be tried again', async () => {
    const arrived = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const sent = transfer.send(`${base}/`, upload);
    await arrived;
    await clock.advance(fileTransferTimeoutMs);
    expect(await sent).toMatchObject({ ok: false, failure: { kind: 'offline' } });
  });
});

test('an endless answer of a service is cut off', async () => {
  answer = endless;
  const response = await createHttpSender(base, (request) => fetch(request))(new Request(`${base}/`));
  await expect(response.text()).rejects.toThrow('larger than 256 MB');
});
