import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserWindow } from 'electron';
import { type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import type { MainHandlers } from './bridge-host.ts';
import type { SettingsFile } from './settings-file.ts';

const loopback = '127.0.0.1';
/** A calendar program asks every few minutes. More connections than these are refused. */
const maxConnections = 16;
const requestTimeoutMs = 10_000;

interface CalendarAddressesOptions {
  readonly settings: Pick<SettingsFile, 'calendars' | 'change'>;
  readonly workspaceOf: (window: BrowserWindow) => string | null;
  readonly calendarOf: (workspaceId: string) => Promise<Outcome<{ readonly text: string }>>;
  readonly warn: (message: string) => void;
}

export interface CalendarAddresses {
  readonly handlers: Pick<MainHandlers, 'calendar/address' | 'calendar/share'>;
  /** Serves the calendars that were shared at the last quit. Failures become warnings. */
  start(): Promise<void>;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Calendar programs can only ask for an address, so that whoever knows the address reads the calendar. Its last part is
 * secret, it answers this computer only, and it changes nothing.
 */
export function createCalendarAddresses(options: CalendarAddressesOptions): CalendarAddresses {
  const { settings, workspaceOf, calendarOf, warn } = options;
  let listening: { readonly server: Server; readonly port: number } | undefined;

  const addressOf = (workspaceId: string): string | null => {
    const secret = settings.calendars.secrets[workspaceId];
    return listening && secret ? `http://${loopback}:${listening.port}/calendar/${secret}.ics` : null;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = `${loopback}:${listening?.port}`;
    const given = /^\/calendar\/([\w-]{32,100})\.ics$/.exec(request.url ?? '')?.[1] ?? '';
    const found = Object.entries(settings.calendars.secrets).find(([, secret]) =>
      timingSafeEqual(digest(secret), digest(given)),
    );
    // Another name in `Host` is that of a web page whose name leads to this computer.
    if (!found || request.headers.host !== host || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end();
      return;
    }
    const calendar = await calendarOf(found[0]);
    if (!calendar.ok) {
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' });
      response.end(calendar.failure.message);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : calendar.value.text);
  }

  async function listen(): Promise<void> {
    if (listening) return;
    const server = createServer(
      { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs, maxHeaderSize: 8_192 },
      (request, response) => {
        answer(request, response).catch((error: unknown) => {
          warn(`A calendar could not be read: ${String(error)}`);
          response.destroy();
        });
      },
    );
    server.maxConnections = maxConnections;
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject);
      server.listen({ host: loopback, port: settings.calendars.port }, resolve);
    });
    listening = { server, port: (server.address() as AddressInfo).port };
    // The app's end does not wait for calendar programs.
    server.unref();
  }

  function changeSecret(workspaceId: string, secret: string | null): void {
    const others = Object.entries(settings.calendars.secrets).filter(([id]) => id !== workspaceId);
    const secrets = Object.fromEntries(secret === null ? others : [...others, [workspaceId, secret]]);
    settings.change({ calendars: { port: listening?.port ?? settings.calendars.port, secrets } });
    if (Object.keys(secrets).length > 0) return;
    listening?.server.close();
    listening?.server.closeAllConnections();
    listening = undefined;
  }

  const portFailure = (error: unknown): Outcome<never> => {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    return rejectedOutcome(
      'no_port',
      isTaken
        ? `Another program uses port ${settings.calendars.port}. End that program, or make a new address.`
        : `The calendar cannot be offered: ${String(error)}`,
    );
  };

  return {
    handlers: {
      'calendar/address': async (_params, window) => {
        const id = workspaceOf(window);
        if (id === null || !settings.calendars.secrets[id]) return { ok: true, value: null };
        try {
          await listen();
        } catch (error) {
          return portFailure(error);
        }
        return { ok: true, value: addressOf(id) };
      },
      'calendar/share': async ({ isOn }, window) => {
        const id = workspaceOf(window);
        if (id === null) return { ok: true, value: null };
        if (isOn) {
          try {
            await listen();
          } catch {
            // With a new address the port may be another one, too.
            settings.change({ calendars: { ...settings.calendars, port: 0 } });
            await listen();
          }
        }
        changeSecret(id, isOn ? randomBytes(24).toString('base64url') : null);
        return { ok: true, value: addressOf(id) };
      },
    },
    async start() {
      if (Object.keys(settings.calendars.secrets).length === 0) return;
      try {
        await listen();
      } catch (error) {
        warn(`The calendars cannot be offered: ${String(error)}`);
      }
    },
  };
}
