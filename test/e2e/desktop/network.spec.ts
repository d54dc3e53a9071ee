/**
 * Tests of the app in a company network: proxies that are set in the system or in the app, and certificates from the
 * company's own certificate authority.
 */

import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { launchApp, newDataFolder, waitForPage } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import {
  authorityCertificateFile,
  type CompanyNetwork,
  companyServiceHost,
  openCompanyNetwork,
} from '../../support/tls-proxy.ts';
import { expectAccessibleInBothThemes, expectAccessibleInSystemThemes, openRoute } from '../../support/window.ts';

const login = { username: 'ann', password: 'a proxy: password' };
let service: ServiceProcess;
let company: CompanyNetwork;

test.beforeAll(async () => {
  service = await startServiceProcess();
  company = await openCompanyNetwork(service.baseUrl, login);
});
// Each request passes through three servers, so it can take long on a busy computer.
test.setTimeout(120_000);
const slowAnswer = { timeout: 30_000 };

test.afterAll(async () => {
  await company?.close();
  await service?.stop();
});

async function startConnecting(page: Page) {
  await openRoute(page, 'connect');
  const form = page.getByRole('form', { name: 'Connect to a service' });
  await form.getByLabel('Base URL').fill(company.baseUrl);
  await form.getByLabel('Token').fill(service.tokens.personal);
  await form.getByRole('button', { name: 'Connect' }).click();
  return { form, proxy: page.getByRole('dialog', { name: 'Log in to the proxy' }) };
}

test('a service behind the proxy asks for its login and syncs', async () => {
  const { page, errors, close } = await launchApp({
    env: { HTTPS_PROXY: company.proxyUrl, SSL_CERT_FILE: authorityCertificateFile },
  });
  await page.locator('[data-card-id]').first().waitFor();
  const { form, proxy } = await startConnecting(page);
  await expect(proxy).toContainText(new URL(company.proxyUrl).host, slowAnswer);
  await expectAccessibleInBothThemes(page, 'the login of the proxy', '[role=dialog]');
  await proxy.getByLabel('Name').fill(login.username);
  await proxy.getByLabel('Password').fill('wrong');
  await proxy.getByRole('button', { name: 'Log in' }).click();
  await expect(proxy).toContainText('did not accept', slowAnswer);
  expect(company.tunnels).toEqual([]);
  await expect(proxy.getByLabel('Name')).toHaveValue(login.username);
  await proxy.getByLabel('Password').fill(login.password);
  await page.keyboard.press('Enter');
  await expect(proxy).toBeHidden(slowAnswer);
  // Wait until the form is closed. Until then the window shows the sync state of the demo workspace.
  await expect(form).toBeHidden({ timeout: 60_000 });
  const sync = page.getByRole('button', { name: /Synced|Up to date/ });
  await expect(sync).toBeVisible({ timeout: 60_000 });
  expect(new Set(company.tunnels)).toEqual(new Set([`${companyServiceHost}:443`]));
  expect(errors).toEqual([]);
  await close();
});

test('a certificate that the system does not trust is explained, and so is a proxy without login', async () => {
  const { page, close } = await launchApp({ env: { HTTPS_PROXY: company.proxyUrl } });
  await page.locator('[data-card-id]').first().waitFor();
  const first = await startConnecting(page);
  await first.proxy.getByRole('button', { name: 'Stay offline' }).click();
  await expect(first.form).toContainText('asks for a name and a password', slowAnswer);
  await first.form.getByRole('button', { name: 'Connect' }).click();
  const { form, proxy } = first;
  await proxy.getByLabel('Name').fill(login.username);
  await proxy.getByLabel('Password').fill(login.password);
  await proxy.getByRole('button', { name: 'Log in' }).click();
  await expect(form).toContainText("does not trust the server's certificate", slowAnswer);
  await expect(form).toContainText("the system's certificate store");
  await close();
});

const openNetwork = (page: Page) => openRoute(page, '#/settings/network');
const proxyField = (page: Page) => page.getByRole('textbox', { name: 'Address of the proxy' });

async function testConnection(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address to reach' }).fill(address);
  await page.getByRole('button', { name: 'Test the connection' }).click();
}
const testResult = (page: Page) => page.getByRole('region', { name: 'Test the connection' }).getByRole('status');

test('a manual proxy applies at once, and with its login survives a restart', async () => {
  const userData = newDataFolder();
  const options = { userData, env: { SSL_CERT_FILE: authorityCertificateFile, STANDIN_KEYCHAIN: 'service' } };
  const { host } = new URL(company.proxyUrl);
  try {
    const { page, errors, close } = await launchApp(options);
    await page.locator('[data-card-id]').first().waitFor();
    await openNetwork(page);
    await expectAccessibleInBothThemes(page, 'the settings of the network', 'main');
    await testConnection(page, company.baseUrl);
    await expect(testResult(page)).toContainText('The server was not found', slowAnswer);
    await page.getByRole('combobox', { name: /^Proxy/ }).click();
    await page.getByRole('option', { name: 'Manual' }).click();
    await proxyField(page).fill('proxy.example');
    await expect(page.getByRole('alert')).toContainText('“proxy.example” does not begin with http://');
    await expectAccessibleInBothThemes(page, 'a bad address of a proxy', 'main');
    await proxyField(page).fill(`${company.proxyUrl}/`);
    await page.keyboard.press('Enter');
    await expect(proxyField(page)).toHaveValue(company.proxyUrl);

    await testConnection(page, company.baseUrl);
    const proxy = page.getByRole('dialog', { name: 'Log in to the proxy' });
    await expect(proxy).toContainText(host, slowAnswer);
    await proxy.getByRole('button', { name: 'Stay offline' }).click();
    await expect(testResult(page)).toContainText(`The proxy ${host} asks for a name and a password`, slowAnswer);
    await testConnection(page, company.baseUrl);
    await proxy.getByLabel('Name').fill(login.username);
    await proxy.getByLabel('Password').fill(login.password);
    await proxy.getByRole('checkbox', { name: 'Remember in the system’s keychain' }).click();
    await expectAccessibleInBothThemes(page, 'the login with a keychain', '[role=dialog]');
    await proxy.getByRole('button', { name: 'Log in' }).click();
    await expect(testResult(page)).toHaveText(
      `${companyServiceHost} was reached through the proxy ${host}.`,
      slowAnswer,
    );
    await expectAccessibleInBothThemes(page, 'a reached address', 'main');

    await company.toggleProxy();
    await testConnection(page, company.baseUrl);
    await expect(testResult(page)).toContainText(`The proxy ${host} cannot be reached`, slowAnswer);
    await company.toggleProxy();
    const { form } = await startConnecting(page);
    await expect(form).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: /Synced|Up to date/ })).toBeVisible({ timeout: 60_000 });
    expect(errors).toEqual([]);
    await close();

    const again = await launchApp(options);
    await again.page.getByRole('button', { name: /Synced|Up to date/ }).waitFor({ timeout: 60_000 });
    await openNetwork(again.page);
    await expect(proxyField(again.page)).toHaveValue(company.proxyUrl);
    await testConnection(again.page, company.baseUrl);
    await expect(testResult(again.page)).toHaveText(
      `${companyServiceHost} was reached through the proxy ${host}.`,
      slowAnswer,
    );
    await again.close();
  } finally {
    rmSync(userData, { recursive: true, force: true });
  }
});

test('a first start with --connect asks for the login in a window of its own', async () => {
  const env = {
    HTTPS_PROXY: company.proxyUrl,
    SSL_CERT_FILE: authorityCertificateFile,
    DECKTOP_TOKEN: service.tokens.personal,
  };
  const options = { args: [`--connect=${company.baseUrl}`], env };
  const { app, page, close } = await launchApp(options);
  await expect(page.getByText(new URL(company.proxyUrl).host)).toBeVisible();
  await expectAccessibleInSystemThemes(page, 'the window for the login of the proxy');
  const nextWindow = async (action: Promise<void>) => {
    const opening = app.waitForEvent('window', slowAnswer);
    // The click closes the window, so Playwright may report an error before it has confirmed the click. Ignore this
    // error: if the click failed, no other window opens, and the test fails.
    await Promise.allSettled([action]);
    return waitForPage(await opening);
  };
  await page.getByLabel('Name').fill(login.username);
  await page.getByLabel('Password').fill('wrong');
  const again = await nextWindow(page.getByRole('button', { name: 'Log in' }).click());
  await expect(again.getByRole('alert')).toContainText('did not accept', slowAnswer);
  await expect(again.getByLabel('Name')).toHaveValue(login.username);
  await again.getByLabel('Password').fill(login.password);
  const main = await nextWindow(again.getByRole('button', { name: 'Log in' }).click());
  await expect(main.getByRole('button', { name: /Synced|Up to date/ })).toBeVisible({ timeout: 60_000 });
  expect(app.windows()).toHaveLength(1);
  await close();

  const declined = await launchApp(options);
  const ended = new Promise((resolve) => declined.app.process().once('exit', resolve));
  // The click ends the app, so Playwright may report an error. Ignore it: the exit code 1 shows that the click worked.
  await Promise.allSettled([declined.page.getByRole('button', { name: 'Cancel' }).click()]);
  expect(await ended).toBe(1);
  expect(declined.output()).toContain(`The proxy ${new URL(company.proxyUrl).host} asks for a name and a password`);
});
