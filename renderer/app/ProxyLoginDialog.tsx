import { type ReactElement, useState } from 'react';
import type { ProxyLoginRequest } from '../../shared/bridge/index.ts';
import { call } from '../data/bridge.ts';
import { CheckboxField } from '../ui/forms/CheckboxField.tsx';
import { Form } from '../ui/forms/Form.tsx';
import { FormField } from '../ui/forms/FormField.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';

const decline = () => void call('network/login', { credentials: null });

export function ProxyLoginDialog({ question }: { question: ProxyLoginRequest }): ReactElement {
  const { proxy, isRetry, canRemember } = question;
  const [username, setUsername] = useState(question.username);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(question.isRemembered);
  return (
    <Dialog
      onClose={decline}
      title="Log in to the proxy"
      description={`The proxy ${proxy} of your network asks for a name and a password.${remember ? '' : ' They are kept until Decktop ends.'}`}
      cancelText="Stay offline"
      mainButton={{ text: 'Log in', type: 'submit', form: 'proxy-login' }}
      isIncomplete={!username}
    >
      <Form
        id="proxy-login"
        className="grid gap-3"
        onSubmit={() => void call('network/login', { credentials: { username, password, remember } })}
      >
        <FormField
          label="Name"
          value={username}
          fault={username ? null : 'Enter the name that the proxy knows.'}
          maxLength={1000}
          autoFocus={!isRetry}
          autoComplete="off"
          onChange={(event) => setUsername(event.target.value)}
        />
        <FormField
          label="Password"
          type="password"
          value={password}
          maxLength={1000}
          autoFocus={isRetry}
          autoComplete="off"
          error={isRetry ? 'The proxy did not accept the name or the password.' : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        {canRemember ? (
          <CheckboxField checked={remember} onChange={setRemember}>
            Remember in the system’s keychain
          </CheckboxField>
        ) : null}
      </Form>
    </Dialog>
  );
}
