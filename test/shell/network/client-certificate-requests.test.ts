/**
 * Checks the dialog that asks which client certificate to send to a server. The events come from the Electron stand-in.
 */
import type { Certificate } from 'electron';
import { beforeAll, expect, test, vi } from 'vitest';
import { handleClientCertificateRequests } from '../../../electron/shell/network/client-certificate-requests.ts';

const { app, asked, responses } = await vi.hoisted(async () => {
  const standin = await import('../../../build/standin/app.ts');
  return { app: standin.app, asked: [] as Electron.MessageBoxOptions[], responses: [] as number[] };
});
vi.mock('electron', () => ({
  app,
  dialog: {
    // Answers the dialog with the next response of the test, or cancels it.
    showMessageBox: async (options: Electron.MessageBoxOptions) => {
      asked.push(options);
      return { response: responses.shift() ?? options.cancelId };
    },
  },
}));

const certificate = (name: string) =>
  ({
    subjectName: name,
    issuerName: 'Company CA',
    validExpiry: 2_000_000_000,
    fingerprint: `sha256/${name}`,
  }) as Certificate;
const [ann, device] = [certificate('Ann'), certificate('Laptop 7')];

beforeAll(handleClientCertificateRequests);

/**
 * Emits the event of Electron that says that a server asks for a client certificate. Returns the arguments that the app
 * passes to the event's callback.
 */
async function requested(server: string, certificates: readonly Certificate[]): Promise<unknown[]> {
  const answers: unknown[][] = [];
  let isPrevented = false;
  const event = { preventDefault: () => (isPrevented = true) };
  app.emit('select-client-certificate', event, null, server, certificates, (...given: unknown[]) =>
    answers.push(given),
  );
  // If the app does not call `preventDefault`, Electron sends the first certificate without asking.
  expect(isPrevented).toBe(true);
  await expect.poll(() => answers.length).toBe(1);
  return answers[0] ?? [];
}

test('a server gets the certificate that the person chooses, once asked', async () => {
  responses.push(1);
  expect(await requested('api.example.com:443', [ann, device])).toEqual([device]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.message).toContain('api.example.com:443');
  expect(asked[0]?.buttons).toEqual([
    expect.stringContaining('Ann, from Company CA'),
    expect.stringContaining('Laptop 7, from Company CA'),
    'Send none',
  ]);
  expect(await requested('api.example.com:443', [device, ann])).toEqual([device]);
  expect(asked).toHaveLength(1);
});

test('without a choice no certificate is sent', async () => {
  expect(await requested('other.example.com:443', [ann])).toEqual([]);
  expect(await requested('other.example.com:443', [ann])).toEqual([]);
  expect(asked).toHaveLength(2);
});
