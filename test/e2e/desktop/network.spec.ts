/** Connections through a company's network: a proxy with a login, and a certificate of the company's own authority. */
import { expect, type Page, test } from '@playwright/test';
import { launchApp } from '../../support/launch.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';
import { authorityFile, type CompanyNetwork, openCompanyNetwork, serviceHost } from '../../support/tls-proxy.ts';
import { accessibleInBothThemes, go } from '../../support/window.ts';

const login = { username: 'ann', password: 'a proxy: password' };
let service: ServiceProcess;
let company: CompanyNetwork;

test.beforeAll(async () => {
  service = await startServiceProcess();
  company = await openCompanyNetwork(service.baseUrl, login);
});
/** The requests pass three servers, on a computer that may be busy. */
test.setTimeout(120_000);
const whenAnswered = { timeout: 30_000 };

test.afterAll(async () => {
  await company?.close();
  await service?.stop();
});

async function startConnecting(page: Page) {
  await page.locator('[data-card-id]').first().waitFor();
  await go(page, 'connect');
  const form = page.getByRole('form', { name: 'Connect to a service' });
  await form.getByLabel('Base URL').fill(company.baseUrl);
  await form.getByLabel('Token').fill(service.tokens.personal);
  await form.getByRole('button', { name: 'Connect' }).click();
  return { form, proxy: page.getByRole('dialog', { name: 'Log in to the proxy' }) };
}

test('a service behind the proxy asks for its login and syncs', async () => {
  const { page, errors, close } = await launchApp({
    env: { HTTPS_PROXY: company.proxyUrl, SSL_CERT_FILE: authorityFile },
  });
  const { proxy } = await startConnecting(page);
  await expect(proxy).toContainText(new URL(company.proxyUrl).host, whenAnswered);
  await accessibleInBothThemes(page, 'the login of the proxy', '[role=dialog]');
  await proxy.getByLabel('Name').fill(login.username);
  await proxy.getByLabel('Password').fill('wrong');
  await proxy.getByRole('button', { name: 'Log in' }).click();
  await expect(proxy).toContainText('did not accept', whenAnswered);
  expect(company.tunnels).toEqual([]);
  await expect(proxy.getByLabel('Name')).toHaveValue(login.username);
  await proxy.getByLabel('Password').fill(login.password);
  await page.keyboard.press('Enter');
  await expect(proxy).toBeHidden(whenAnswered);
  const sync = page.getByRole('button', { name: /Synced|Up to date/ });
  await expect(sync).toBeVisible({ timeout: 60_000 });
  expect(new Set(company.tunnels)).toEqual(new Set([`${serviceHost}:443`]));
  expect(errors).toEqual([]);
  await close();
});

test('a certificate that the system does not trust is explained, and so is a proxy without login', async () => {
  const { page, close } = await launchApp({ env: { HTTPS_PROXY: company.proxyUrl } });
  const first = await startConnecting(page);
  await first.proxy.getByRole('button', { name: 'Stay offline' }).click();
  await expect(first.form).toContainText('asks for a name and a password', whenAnswered);
  await first.form.getByRole('button', { name: 'Connect' }).click();
  const { form, proxy } = first;
  await proxy.getByLabel('Name').fill(login.username);
  await proxy.getByLabel('Password').fill(login.password);
  await proxy.getByRole('button', { name: 'Log in' }).click();
  await expect(form).toContainText("does not trust the server's certificate", whenAnswered);
  await expect(form).toContainText("the system's certificate store");
  await close();
});
