/**
 * A company's network on this computer: a service behind TLS with a certificate of the company's own authority, which only
 * a proxy can reach, with or without a login. The proxy also forwards requests without TLS.
 */
import { readFileSync } from 'node:fs';
import http, { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import path from 'node:path';

const certificates = path.join(import.meta.dirname, 'certificates');
export const serviceHost = 'service.decktop.example';
/** The file of the authority's certificate. */
export const authorityFile = path.join(certificates, 'authority.pem');

export interface CompanyNetwork {
  /** Address of the service; its name is known to the proxy only. */
  readonly baseUrl: string;
  /** Address of the proxy, without credentials. */
  readonly proxyUrl: string;
  /** Hosts and ports to which the proxy made a tunnel. */
  readonly tunnels: readonly string[];
  /** Addresses of the requests without TLS that the proxy forwarded. */
  readonly forwarded: readonly string[];
  /** Stops the proxy, and with the next call starts it again at the same address. */
  toggleProxy(): Promise<void>;
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server, port = 0) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

export async function openCompanyNetwork(
  serviceUrl: string,
  /** Null for a proxy that asks for none. */
  login: { readonly username: string; readonly password: string } | null,
): Promise<CompanyNetwork> {
  const secured = createTlsServer(
    {
      key: readFileSync(path.join(certificates, 'server.key')),
      cert: readFileSync(path.join(certificates, 'server.pem')),
    },
    (request, response) => {
      const { host: _host, ...headers } = request.headers;
      const forwarded = http.request(new URL(request.url ?? '/', serviceUrl), { method: request.method, headers });
      forwarded.once('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      forwarded.once('error', () => response.destroy());
      request.pipe(forwarded);
    },
  );
  await listening(secured);

  const tunnels: string[] = [];
  const forwarded: string[] = [];
  const wanted = login ? `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` : undefined;
  const isRefused = ({ headers }: http.IncomingMessage) =>
    wanted !== undefined && headers['proxy-authorization'] !== wanted;
  const proxy = createHttpServer((request, response) => {
    if (isRefused(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="company"' }).end();
      return;
    }
    forwarded.push(request.url ?? '');
    const { 'proxy-authorization': _login, ...headers } = request.headers;
    const sent = http.request(request.url ?? '', { method: request.method, headers });
    sent.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.once('error', () => response.destroy());
    request.pipe(sent);
  });
  /** Also of tunnels, which the server itself does not end. */
  const sockets = new Set<Socket>();
  proxy.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  proxy.on('connect', (request, socket, head) => {
    socket.on('error', () => undefined);
    if (isRefused(request)) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="company"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    tunnels.push(request.url ?? '');
    const target = connect(portOf(secured), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
  });
  await listening(proxy);
  const port = portOf(proxy);

  return {
    baseUrl: `https://${serviceHost}`,
    proxyUrl: `http://127.0.0.1:${port}`,
    tunnels,
    forwarded,
    async toggleProxy() {
      if (!proxy.listening) return listening(proxy, port);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of [proxy, secured]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
