/**
 * Checks the parts of Electron that the app uses. The tests pass both on the Electron stand-in and on Electron, except
 * the last one, which is only for the stand-in.
 */
import { expect, test } from '@playwright/test';
import { type LaunchedApp, launchApp, usesRealElectron } from '../support/launch.ts';
import { fixtureAppFolder, recordedEvents } from './fixture.ts';

test.describe('one window', () => {
  let launched: LaunchedApp;
  test.beforeAll(async () => {
    launched = await launchApp({ app: fixtureAppFolder });
  });
  test.afterAll(async () => {
    expect(await launched.close()).toBe(0);
  });

  test('the preload runs first, in a world of its own', async () => {
    const { page } = launched;
    await expect(page.getByRole('heading', { name: 'Fixture' })).toBeVisible();
    const found = await page.evaluate(() => ({
      first: window.atFirstScript,
      frozen: Object.isFrozen(window.fixture),
      leaked: ['require', 'process', 'ipcRenderer', 'module'].filter((name) => name in window),
      odd: Object.getOwnPropertyNames(window).filter((name) => /standin|^_[0-9a-f]{16}/.test(name)),
      replaced: Reflect.set(window, 'fixture', 1) && typeof window.fixture,
      secure: isSecureContext,
      platform: window.fixture.platform,
      sum: window.fixture.add(2, 3),
    }));
    expect(found).toEqual({
      first: 'object',
      frozen: true,
      leaked: [],
      odd: [],
      replaced: false,
      secure: true,
      platform: process.platform,
      sum: 5,
    });
  });

  test('errors of the preload cross as errors; modules missing in the sandbox are refused by name', async () => {
    const errors = await launched.page.evaluate(() =>
      (['throws', 'foreign', 'lacking'] as const).map((name) => {
        try {
          window.fixture[name]();
          return 'nothing';
        } catch (error) {
          return error instanceof Error ? error.message : error;
        }
      }),
    );
    expect(errors[0]).toContain('thrown in the preload');
    expect(errors[1]).toContain('node:fs');
    if (!usesRealElectron) expect(errors[2]).toContain('ipcRenderer.sendSync');
  });

  test('the content security policy holds', async () => {
    const { page } = launched;
    const found = await page.evaluate(async () => {
      const status = (url: string) =>
        fetch(url).then(
          (response) => response.status,
          (error: Error) => error.name,
        );
      // Call eval in a later event-loop task. While the debugger evaluates code, Chromium does not apply the page's
      // policy.
      const evaluated = await new Promise((resolve) => {
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: the test checks that the policy refuses eval
            resolve(globalThis.eval('1 + 1'));
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      });
      let trusted = 'accepted';
      try {
        const script = document.createElement('script');
        script.textContent = 'window.inline = 1';
        document.head.append(script);
      } catch (error) {
        trusted = (error as Error).name;
      }
      const socket = await new Promise((resolve) => {
        const tried = new WebSocket('wss://example.invalid/');
        tried.onerror = () => resolve('refused');
        tried.onopen = () => resolve('open');
      }).catch((error: Error) => error.name);
      return {
        evaluated,
        trusted,
        socket,
        inline: 'inline' in window,
        outside: await status('https://example.invalid/'),
        self: await status('/index.html'),
        missing: await status('/nothing.txt'),
        above: await status('/..%2f..%2fpackage.json'),
        worker: await window.runWorker(),
      };
    });
    expect(found).toEqual({
      evaluated: 'EvalError',
      trusted: 'TypeError',
      socket: 'refused',
      inline: false,
      outside: 'TypeError',
      self: 200,
      missing: 404,
      above: 403,
      worker: 42,
    });
  });

  test('values keep their type in both directions', async () => {
    const wrong = await launched.page.evaluate(async () => {
      const cycle: Record<string, unknown> = { a: 1 };
      cycle.self = cycle;
      const sent = {
        bytes: new Uint8Array([0, 1, 255]),
        floats: new Float64Array([1.5, Number.NaN]),
        buffer: new Uint8Array([9, 8]).buffer,
        date: new Date(5),
        undef: undefined,
        nothing: null,
        nan: Number.NaN,
        infinite: -Infinity,
        zero: -0,
        big: 12345678901234567890n,
        map: new Map([['k', { d: new Date(7) }]]),
        set: new Set([1, 'x']),
        pattern: /a+/gi,
        error: new RangeError('inner'),
        $: { $: 'undefined' },
        list: [1, undefined, 3],
        text: '"$":\u{1f600} \u0000 \u2028',
        lone: '\ud800',
        cycle,
      };
      const got = await window.fixture.invoke<typeof sent>('echo', sent);
      const checks: Record<string, boolean> = {
        bytes: got.bytes instanceof Uint8Array && String(got.bytes) === '0,1,255',
        floats: got.floats instanceof Float64Array && got.floats[0] === 1.5 && Number.isNaN(got.floats[1]),
        buffer: got.buffer instanceof ArrayBuffer && got.buffer.byteLength === 2,
        date: got.date instanceof Date && +got.date === 5,
        undef: 'undef' in got && got.undef === undefined,
        nothing: got.nothing === null,
        nan: Number.isNaN(got.nan),
        infinite: got.infinite === -Infinity,
        zero: Object.is(got.zero, -0),
        big: got.big === sent.big,
        map: got.map instanceof Map && got.map.get('k')?.d instanceof Date,
        set: got.set instanceof Set && got.set.has('x'),
        pattern: got.pattern instanceof RegExp && got.pattern.flags === 'gi',
        error: got.error instanceof RangeError && got.error.message === 'inner',
        dollar: got.$.$ === 'undefined',
        list: got.list.length === 3 && 1 in got.list && got.list[1] === undefined,
        text: got.text === sent.text,
        lone: got.lone === sent.lone,
        cycle: got.cycle.self === got.cycle,
        top: (await window.fixture.invoke('echo', undefined)) === undefined,
      };
      return Object.keys(checks).filter((name) => !checks[name]);
    });
    expect(wrong).toEqual([]);
  });

  test('failures of a handler arrive with Electron’s message', async () => {
    const messages = await launched.page.evaluate(() =>
      Promise.all(
        ['fail', 'nobody', 'uncloneable'].map((channel) =>
          window.fixture.invoke(channel).then(String, (error: Error) => [error.name, error.message].join('|')),
        ),
      ),
    );
    expect(messages[0]).toBe("Error|Error invoking remote method 'fail': TypeError: no such thing");
    expect(messages[1]).toContain("No handler registered for 'nobody'");
    expect(messages[2]).toContain('could not be cloned');
  });

  test('events come in order, large ones among them, and from before the page was loaded', async () => {
    const { page } = launched;
    expect(await page.evaluate(() => window.fixture.notes()[0])).toBe('before loading');
    const got = await page.evaluate(async () => {
      const notes: unknown[] = [];
      await new Promise<void>((resolve) => {
        const stop = window.fixture.subscribe((note) => {
          notes.push(typeof note === 'string' ? note.length : note);
          if (note !== 499) return;
          stop();
          resolve();
        });
        window.fixture.send('burst', 500);
      });
      await window.fixture.invoke('echo', 1);
      const count = notes.length;
      window.fixture.send('burst', 3);
      await window.fixture.invoke('echo', 1);
      return { ordered: notes.every((note, i) => note === (i === 3 ? 200_000 : i)), count, after: notes.length };
    });
    expect(got).toEqual({ ordered: true, count: 500, after: 500 });
  });

  test('a large answer arrives whole, with every character', async () => {
    const { app, page } = launched;
    const text = `${'{"title":"ü 😀 \u2028 \\""},'.repeat(100_000)}`;
    for (const sent of [text, `${text}\ud800`]) {
      await app.evaluate((_electron, value) => {
        globalThis.fixture.large.text = JSON.parse(value);
      }, JSON.stringify(sent));
      const got = await page.evaluate(async () =>
        JSON.stringify([
          await window.fixture.invoke<string>('large'),
          (await window.fixture.invoke<{ ok: boolean; value: string }>('wrapped')).value,
        ]),
      );
      const [bare, wrapped] = JSON.parse(got) as [string, string];
      expect(bare === sent).toBe(true);
      expect(wrapped === sent).toBe(true);
    }
  });

  test('links go to the system, navigation is refused', async () => {
    const { app, page } = launched;
    if (usesRealElectron) await app.evaluate(({ shell }) => Object.assign(shell, { openExternal: async () => {} }));
    await page.getByRole('link', { name: 'outside' }).click();
    if (!usesRealElectron) {
      await expect
        .poll(() => app.evaluate(() => globalThis.standinRecord.opened))
        .toEqual(['https://example.invalid/outside']);
    }
    await page.getByRole('link', { name: 'away' }).click();
    await expect.poll(() => recordedEvents(launched)).toContainEqual({ navigate: 'https://example.invalid/away' });
    await expect(page.getByRole('heading', { name: 'Fixture' })).toBeVisible();
    expect(app.windows()).toHaveLength(1);
  });

  test('accelerators of the menu fire, unless the page has handled the key', async () => {
    const { page } = launched;
    const count = async (what: string) => (await recordedEvents(launched)).filter((entry) => entry === what).length;
    await page.locator('body').press('Control+k');
    await expect.poll(() => count('find')).toBe(1);
    await page.getByLabel('text').press('Control+k');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await expect.poll(() => count('keys')).toBe(1);
    expect(await count('find')).toBe(1);
  });

  test('the context menu is the app’s to show', async () => {
    await launched.page.getByLabel('text').click({ button: 'right' });
    await expect
      .poll(async () => (await recordedEvents(launched)).filter((entry) => JSON.stringify(entry).includes('menu')))
      .toEqual([{ menu: [expect.any(Number), expect.any(Number), true] }]);
  });

  test('a permission is granted or refused by the session’s handlers', async () => {
    const { app, page } = launched;
    const copies = () =>
      page.evaluate(() => navigator.clipboard.writeText('copied').then(Boolean, (error: Error) => error.name));
    const answer = (request: boolean, check: boolean) =>
      app.evaluate(
        ({ session }, answers) => {
          session.defaultSession.setPermissionRequestHandler((_contents, _name, granted) => granted(answers.request));
          session.defaultSession.setPermissionCheckHandler(() => answers.check);
        },
        { request, check },
      );
    await page.locator('body').click();
    await answer(false, true);
    await expect.poll(copies).toBe('NotAllowedError');
    await answer(true, true);
    await expect.poll(copies).not.toBe('NotAllowedError');
    await answer(true, false);
    await expect.poll(copies).toBe('NotAllowedError');
    await app.evaluate(({ session }) => {
      session.defaultSession.setPermissionRequestHandler(null);
      session.defaultSession.setPermissionCheckHandler(null);
    });
    await expect.poll(copies).not.toBe('NotAllowedError');
  });

  test('the theme of the app is the theme of its pages', async () => {
    const { app, page } = launched;
    const dark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    for (const theme of ['dark', 'light'] as const) {
      await app.evaluate(({ nativeTheme }, source) => {
        nativeTheme.themeSource = source;
      }, theme);
      await expect.poll(dark).toBe(theme === 'dark');
    }
    expect(await recordedEvents(launched)).toContainEqual({ dark: true });
  });

  test('main process: names, secrets, replaced dialogs, pictures', async () => {
    const { app } = launched;
    const found = await app.evaluate(async ({ app: main, dialog, BrowserWindow }) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/x'] });
      const picture = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
      return {
        name: main.getName(),
        version: main.getVersion(),
        packaged: main.isPackaged,
        secret: globalThis.roundTrip('héllo'),
        chosen: (await dialog.showOpenDialog({})).filePaths,
        png: picture?.toPNG().subarray(1, 4).toString(),
        wide: (picture?.getSize().width ?? 0) > 300,
      };
    });
    expect(found).toEqual({
      name: 'Fixture App',
      version: '1.2.3',
      packaged: false,
      secret: 'héllo',
      chosen: ['/x'],
      png: 'PNG',
      wide: true,
    });
  });

  test('a rejection that nobody handles is a warning and does not end the app', async () => {
    await launched.app.evaluate(() => void Promise.reject(new Error('nobody handles this')));
    await expect.poll(launched.output).toContain('nobody handles this');
    expect(await launched.page.evaluate(() => window.fixture.invoke('echo', 'alive'))).toBe('alive');
  });

  test('a missing feature of the stand-in fails with its name', async () => {
    test.skip(usesRealElectron, 'Electron lacks nothing');
    const messages = await launched.app.evaluate(({ app, BrowserWindow, utilityProcess }) => {
      const [window] = BrowserWindow.getAllWindows();
      const tries = [
        () => globalThis.fixture.missing(),
        () => window?.setKiosk(true),
        () => window?.webContents.on('before-input-event', () => {}),
        () => utilityProcess.fork('x'),
        () => app.getPath('nowhere' as 'home'),
      ];
      return tries.map((attempt) => {
        try {
          attempt();
          return 'nothing';
        } catch (error) {
          return (error as Error).message;
        }
      });
    });
    const names = ['App.getNothing', 'setKiosk', 'before-input-event', 'utilityProcess.fork', 'nowhere'];
    for (const [i, name] of names.entries()) expect(messages[i]).toContain(name);
  });
});
