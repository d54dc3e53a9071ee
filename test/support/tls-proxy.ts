/**
 * Simulates the network of a company: a service whose certificate comes from the company's own certificate authority,
 * and a proxy that may demand a login. The service can be reached only through the proxy, because only the proxy can
 * resolve its host name. The proxy also forwards plain HTTP requests.
 */
import { readFileSync } from 'node:fs';
import http, { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import path from 'node:path';

const certificates = path.join(import.meta.dirname, 'certificates');
export const companyServiceHost = 'service.decktop.example';
/** The file with the certificate of the company's authority, which the app can be told to trust. */
export const authorityCertificateFile = path.join(certificates, 'authority.pem');

export interface CompanyNetwork {
  /** Base URL of the service. Only the proxy can resolve the host name in this URL. */
  readonly baseUrl: string;
  /** Address of the proxy, without credentials. */
  readonly proxyUrl: string;
  /** `host:port` of each tunnel that the proxy opened. */
  readonly tunnels: readonly string[];
  /** URLs of the plain HTTP requests that the proxy forwarded. */
  readonly forwarded: readonly string[];
  /** Stops the proxy if it runs. Otherwise starts it again on the same port. */
  toggleProxy(): Promise<void>;
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server, port = 0) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

export async function openCompanyNetwork(
  serviceUrl: string,
  /** The login that the proxy demands. Null: the proxy demands no login. */
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
  await listen(secured);

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
  /**
   * All open connections to the proxy. They are closed one by one, because `closeAllConnections` does not close
   * tunnels.
   */
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
  await listen(proxy);
  const port = portOf(proxy);

  return {
    baseUrl: `https://${companyServiceHost}`,
    proxyUrl: `http://127.0.0.1:${port}`,
    tunnels,
    forwarded,
    async toggleProxy() {
      if (!proxy.listening) return listen(proxy, port);
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
