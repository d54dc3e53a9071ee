/** Tests what foreign code could do if it got into a page of the app: it can use the app's bridge, but nothing else. */
import { expect, type Page, test } from '@playwright/test';
import type { Bridge } from '../../../shared/bridge/index.ts';
import { usesRealElectron } from '../../support/launch.ts';
import { setUpSharedApp } from '../../support/window.ts';

const app = setUpSharedApp();
let page: Page;
test.beforeEach(() => {
  page = app().page;
});

test('a page has no Node, and of the app only the bridge', async () => {
  const found = await page.evaluate(() => ({
    node: ['process', 'require', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in window),
    bridge: Object.keys((window as unknown as { decktop: object }).decktop).toSorted(),
    isWebview: 'loadURL' in document.createElement('webview'),
  }));
  expect(found).toEqual({ node: [], bridge: ['call', 'on', 'platform'], isWebview: false });
});

test('a page loads and runs nothing from outside the app', async () => {
  const found = await page.evaluate(async () => {
    const nameOf = (run: () => unknown) => {
      try {
        return run();
      } catch (error) {
        return (error as Error).name;
      }
    };
    const response = await fetch('/index.html');
    return {
      policy: response.headers.get('content-security-policy') ?? '',
      outside: await fetch('https://example.invalid/').then(
        () => 'loaded',
        (error: Error) => error.name,
      ),
      script: nameOf(() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.head.append(script);
      }),
      ran: 'ran' in window,
      // Call eval in a later event-loop task. While the debugger evaluates code, Chromium does not apply the page's
      // content security policy.
      evaluated: await new Promise((resolve) => {
        // biome-ignore lint/security/noGlobalEval: the test checks that the policy refuses eval
        setTimeout(() => resolve(nameOf(() => globalThis.eval('1 + 1'))));
      }),
    };
  });
  expect(found).toMatchObject({ outside: 'TypeError', script: 'TypeError', ran: false, evaluated: 'EvalError' });
  expect(found.policy).toContain("default-src 'none'");
  expect(found.policy).not.toMatch(/unsafe-|\*|https?:/);
  // The refused attempts cause console errors, which would fail the test. Discard them.
  app().errors.length = 0;
});

test('a page can neither leave the app nor open windows, and only web links reach the browser', async () => {
  await app().app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { openedLinks: opened });
    Object.assign(shell, { openExternal: async (url: string) => void opened.push(url) });
  });
  const isNull = await page.evaluate(() =>
    ['https://example.invalid/a', 'file:///etc/passwd', 'smb://example.invalid/b', 'javascript:alert(1)'].map(
      (url) => window.open(url) === null,
    ),
  );
  if (usesRealElectron) expect(isNull).not.toContain(false);
  const opened = () => app().app.evaluate(() => Reflect.get(globalThis, 'openedLinks') as string[]);
  await expect.poll(opened).toEqual(['https://example.invalid/a']);
  await page.evaluate(() => {
    location.href = 'https://example.invalid/away';
  });
  await expect(page.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
  expect(page.url()).toContain('/index.html');
  expect(app().app.windows()).toHaveLength(1);
  app().errors.length = 0;
});

test('a page gets no permission except to copy', async () => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'clipboard-read'] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(new Set(states)).toEqual(new Set(['denied']));
});

test('a page of another origin gets no answer, even with the preload script', async () => {
  const opening = app().app.waitForEvent('window');
  await app().app.evaluate(async ({ BrowserWindow, app: main }) => {
    const preload = `${main.getAppPath()}/out/preload/preload.cjs`;
    const window = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, contextIsolation: true },
    });
    await window.loadURL('app://elsewhere/');
  });
  const foreign = await opening;
  await foreign.getByText('Forbidden').waitFor();
  const outcome = await foreign.evaluate(() =>
    (window as unknown as { decktop: Bridge }).decktop.call('settings/get', {}),
  );
  expect(outcome).toMatchObject({ ok: false, failure: { message: 'This page may not send commands.' } });
  await foreign.close();
  // The refused page causes a console error, which would fail the test. Discard it.
  app().errors.length = 0;
});
