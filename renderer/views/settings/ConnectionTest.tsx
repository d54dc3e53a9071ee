/** Tests whether an address can be reached with the network settings. */
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { ConnectionTestResult } from '../../../shared/bridge/index.ts';
import { useAppState } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { SettingsGroup } from './parts/rows.tsx';
import styles from './parts/settings.module.css';

interface TestResult {
  readonly text: string;
  readonly hasFailed: boolean;
}

const reachedText = ({ host, proxy }: ConnectionTestResult) =>
  proxy === null ? `${host} was reached, without a proxy.` : `${host} was reached through the proxy ${proxy}.`;

const stopTest = () => void call('network/stopTest', {}).catch(console.warn);

export function ConnectionTest(): ReactElement {
  const id = useId();
  const knownAddress = useAppState(({ workspace, workspaces }) =>
    [workspace, ...workspaces].map((each) => each?.baseUrl).find((url) => url),
  );
  const [typed, setTyped] = useState<string | null>(null);
  const address = typed ?? knownAddress ?? '';
  const [result, setResult] = useState<TestResult | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  /** Answers of tests with a lower number are ignored. Cancelling a test increases the number. */
  const newestTest = useRef(0);
  useEffect(() => stopTest, []);

  async function run(): Promise<void> {
    const url = address.trim();
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      return setResult({
        text: `“${url}” is not a web address. Use one like https://api.example.com.`,
        hasFailed: true,
      });
    newestTest.current += 1;
    const testNumber = newestTest.current;
    setResult(null);
    setIsRunning(true);
    const testResult = await call('network/test', { address: url }).then(
      (reached): TestResult => ({ text: reachedText(reached), hasFailed: false }),
      (error: unknown): TestResult => ({ text: failureOf(error).message, hasFailed: true }),
    );
    if (testNumber !== newestTest.current) return;
    setIsRunning(false);
    setResult(testResult);
  }
  function cancel(): void {
    newestTest.current += 1;
    setIsRunning(false);
    setResult({ text: 'The test was cancelled.', hasFailed: false });
    stopTest();
  }

  return (
    <SettingsGroup title="Test the connection" about="Sends a request without a token, as the settings above say.">
      {/* A cancelled test may still run when the next one starts. */}
      <Form
        className={cx('row wrap gap-2 p-3-4', styles.add)}
        noValidate
        onSubmit={() => {
          if (!isRunning) void run();
        }}
      >
        <input
          className={styles.input}
          aria-label="Address to reach"
          placeholder="https://api.example.com"
          aria-describedby={id}
          value={address}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isRunning ? <Button text="Cancel" onClick={cancel} /> : <Button text="Test the connection" type="submit" />}
        <p id={id} role="status" className={result?.hasFailed ? 'danger text-sm' : 'note'}>
          {isRunning ? 'Connecting…' : result?.text}
        </p>
      </Form>
    </SettingsGroup>
  );
}
