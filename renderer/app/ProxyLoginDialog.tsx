/** Dialog for the name and password that a proxy of the network asks for. */
import { type ReactElement, useState } from 'react';
import type { ProxyQuestion } from '../../shared/bridge/index.ts';
import { call } from '../data/bridge.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import styles from './ProxyLoginDialog.module.css';

export function ProxyLoginDialog({ question }: { question: ProxyQuestion }): ReactElement {
  const [username, setUsername] = useState(question.username);
  const [password, setPassword] = useState('');
  const answer = (credentials: { username: string; password: string } | null) =>
    void call('network/login', { credentials });
  return (
    <Dialog
      open
      onClose={() => answer(null)}
      title="Log in to the proxy"
      description={`The proxy ${question.proxy} of your network asks for a name and a password. They are kept until Decktop ends.`}
      actions={
        <>
          <Button onClick={() => answer(null)}>Stay offline</Button>
          <Button look="primary" type="submit" form="proxy-login" disabled={!username}>
            Log in
          </Button>
        </>
      }
    >
      <form
        id="proxy-login"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          answer({ username, password });
        }}
      >
        <Field
          label="Name"
          value={username}
          maxLength={1000}
          autoFocus={!question.isRetry}
          autoComplete="off"
          onChange={(event) => setUsername(event.target.value)}
        />
        <Field
          label="Password"
          type="password"
          value={password}
          maxLength={1000}
          autoFocus={question.isRetry}
          autoComplete="off"
          error={question.isRetry ? 'The proxy did not accept the name or the password.' : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
