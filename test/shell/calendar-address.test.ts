import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, expect, test } from 'vitest';
import { createCalendarAddresses } from '../../electron/shell/calendar-address.ts';
import { openSettingsFile, type SettingsFile } from '../../electron/shell/settings-file.ts';
import { rejectedOutcome } from '../../shared/contract/index.ts';

const window = {} as BrowserWindow;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function calendars(settings: SettingsFile, isReadable = true) {
  const warnings: string[] = [];
  const addresses = createCalendarAddresses({
    settings,
    workspaceOf: () => 'w1',
    calendarOf: async (id) =>
      isReadable ? { ok: true, value: { text: `calendar of ${id}` } } : rejectedOutcome('broken', 'It cannot be read'),
    warn: (message) => void warnings.push(message),
  });
  const share = async (isOn: boolean) => {
    const outcome = await addresses.handlers['calendar/share']({ isOn }, window);
    return outcome.ok ? outcome.value : outcome.failure.message;
  };
  ends.push(() => share(false));
  return { ...addresses, warnings, share };
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}
function get(address: string, options: { host?: string; method?: string } = {}): Promise<Answer> {
  const { host, method = 'GET' } = options;
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, agent: false, ...(host && { headers: { host } }) }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}
function open(): SettingsFile {
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-calendar-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return openSettingsFile(folder, () => undefined);
}

test('a calendar is read at its secret address only, and only from this computer', async () => {
  const { share } = calendars(open());
  const address = (await share(true)) ?? '';
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[\w-]{32}\.ics$/);
  expect(await get(address)).toEqual({ status: 200, text: 'calendar of w1' });
  expect(await get(address, { method: 'HEAD' })).toEqual({ status: 200, text: '' });
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(await get(address, { method })).toEqual({ status: 404, text: '' });
  expect((await get(address, { host: 'rebound.example' })).status).toBe(404);
  expect((await get(address.replace(/[\w-]+\.ics/, `${'a'.repeat(32)}.ics`))).status).toBe(404);
  expect((await get(new URL('/', address).href)).status).toBe(404);
  expect((await get(`${address}?x=1`)).status).toBe(404);
});

test('a new address ends the earlier one, and without an address nothing listens', async () => {
  const { share } = calendars(open());
  const first = (await share(true)) ?? '';
  const second = (await share(true)) ?? '';
  expect(new URL(second).port).toBe(new URL(first).port);
  expect((await get(first)).status).toBe(404);
  expect((await get(second)).status).toBe(200);
  expect(await share(false)).toBe(null);
  await expect(get(second)).rejects.toThrow('ECONNREFUSED');
});

test('an address stays after a restart, and says when the calendar cannot be read', async () => {
  const settings = open();
  const first = calendars(settings);
  const address = (await first.share(true)) ?? '';
  const stored = structuredClone(settings.calendars);
  await first.share(false);
  settings.change({ calendars: stored });
  const second = calendars(settings, false);
  await second.start();
  expect(await get(address)).toEqual({ status: 503, text: 'It cannot be read' });
  const third = calendars(settings);
  await third.start();
  expect(third.warnings).toEqual([expect.stringContaining('EADDRINUSE')]);
  expect(await third.handlers['calendar/address']({}, window)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('Another program uses port') },
  });
});
