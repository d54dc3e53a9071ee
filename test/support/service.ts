/**
 * Starts the service for tests, with real tokens, over loopback HTTP or in this process. Its clock moves only when the
 * test advances it.
 */

import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { type RunningServer, serveHttp } from '../../electron/service/http.ts';
import { requireLocalPersonId } from '../../electron/service/seed.ts';
import { createService, type Service, type ServiceOptions } from '../../electron/service/service.ts';
import { type QueryAnswer, type TokenPermission, tokenPermissions } from '../../shared/contract/index.ts';
import { largeWorkspaceContent } from './large-workspace.ts';
import { seededRandom } from './seeded-random.ts';

export interface TestServiceOptions extends Omit<Partial<ServiceOptions>, 'clock'> {
  /** Start time of the clock, ISO 8601. Default: Wednesday, 15 April 2026, 10:00 UTC. */
  readonly now?: string;
  /** A number for a generated workspace with that many cards. */
  readonly demo?: boolean | number;
  /** Serve over loopback HTTP instead of in this process. */
  readonly http?: boolean;
}

/** A response of the service. `body` is the parsed JSON, or undefined if the response has no body. */
export interface ServiceReply<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface TestService {
  readonly service: Service;
  readonly baseUrl: string;
  readonly accountId: string;
  /** Id of the person who owns the organization. */
  readonly userId: string;
  /**
   * One organization token per permission, and a personal admin token of `userId`. The organization tokens can see the
   * projects that exist when the service starts; the one with the permission Admin also sees later projects.
   */
  readonly tokens: Readonly<Record<TokenPermission | 'personal', string>>;
  /** Sends a request with any path, method, headers and body. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  query<T = QueryAnswer>(token: string, query: unknown): Promise<ServiceReply<T>>;
  act<T = Record<string, unknown>>(token: string, action: string, params: unknown): Promise<ServiceReply<T>>;
  /** The service's current time, ISO 8601. */
  now(): string;
  /** Advances the clock. The scheduler does not run until the next request or a call of `service.runScheduler()`. */
  advance(by: { days?: number; hours?: number; seconds?: number }): void;
  close(): Promise<void>;
}

export async function startTestService(setting: TestServiceOptions = {}): Promise<TestService> {
  const { now = '2026-04-15T10:00:00.000Z', demo = false, http = false, ...options } = setting;
  let time = Date.parse(now);
  const seeded = seededRandom(time);
  const service = createService({
    file: ':memory:',
    rateLimit: false,
    newId: () => seeded.id(),
    content: demo === false ? undefined : demo === true ? createDemoStudioContent() : largeWorkspaceContent(demo),
    initialContent: { timezone: 'UTC' },
    onDefect: (error) => console.error(error),
    ...options,
    clock: () => time,
  });
  let listening: RunningServer | undefined;
  if (http) {
    listening = await serveHttp(service.authorize, 0);
    service.setBaseUrl(listening.baseUrl);
  }
  const baseUrl = listening?.baseUrl ?? service.baseUrl();
  const userId = requireLocalPersonId(service.engine.rows);
  const projects = service.engine.rows.find('project', {}).map(({ id }) => id);
  const organization = (permission: TokenPermission) =>
    service.administration.createToken({ kind: 'organization', permission, projects, label: `Test ${permission}` })
      .token;
  const tokens = {
    ...(Object.fromEntries(tokenPermissions.map((name) => [name, organization(name)])) as Record<
      TokenPermission,
      string
    >),
    personal: service.administration.createToken({ kind: 'personal', permission: 'admin', label: 'Test', userId })
      .token,
  };

  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    listening ? fetch(baseUrl + path, init) : service.handle(new Request(baseUrl + path, init), { ip: '127.0.0.1' });

  async function post<T>(token: string, path: string, body: unknown): Promise<ServiceReply<T>> {
    const response = await send(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as T };
  }

  return {
    service,
    baseUrl,
    accountId: service.accountId,
    userId,
    tokens,
    fetch: send,
    query: (token, query) => post(token, '/', { query }),
    act: (token, action, params) => post(token, `/dispatch/${action}`, params),
    now: () => new Date(time).toISOString(),
    advance({ days = 0, hours = 0, seconds = 0 }) {
      time += ((days * 24 + hours) * 3600 + seconds) * 1000;
    },
    async close() {
      await listening?.close();
      service.close();
    },
  };
}
