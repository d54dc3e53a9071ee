/**
 * A company's network on this computer: a service behind TLS with a certificate of the company's own authority, which only
 * a proxy with a login can reach.
 */
import { readFileSync } from 'node:fs';
import http, { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
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
  close(): Promise<void>;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

export async function openCompanyNetwork(
  serviceUrl: string,
  login: { readonly username: string; readonly password: string },
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
  const wanted = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  const proxy = createHttpServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request, socket, head) => {
    socket.on('error', () => undefined);
    if (request.headers['proxy-authorization'] !== wanted) {
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

  return {
    baseUrl: `https://${serviceHost}`,
    proxyUrl: `http://127.0.0.1:${portOf(proxy)}`,
    tunnels,
    async close() {
      for (const server of [proxy, secured]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
