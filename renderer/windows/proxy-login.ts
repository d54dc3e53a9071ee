/**
 * Entry point of the window that asks for a proxy's name and password if no other window is open, for example during
 * the start. It imports no code of the app.
 */
import type { Bridge, ProxyLoginRequest } from '../../shared/bridge/index.ts';

const { decktop } = window as unknown as { decktop: Bridge };
const element = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const username = element<HTMLInputElement>('username');
const password = element<HTMLInputElement>('password');
const remember = element<HTMLInputElement>('remember');
const result = element('result');

function show(question: ProxyLoginRequest | null): void {
  if (!question) return;
  element('about').textContent = `The proxy ${question.proxy} of your network asks for a name and a password.`;
  element('rememberRow').hidden = !question.canRemember;
  remember.checked = question.isRemembered;
  username.value = question.username;
  password.value = '';
  result.textContent = question.isRetry ? 'The proxy did not accept the name or the password.' : '';
  (question.isRetry ? password : username).focus();
}

async function answer(isGiven: boolean): Promise<void> {
  const given = { username: username.value, password: password.value, remember: remember.checked };
  const outcome = await decktop.call('network/login', { credentials: isGiven ? given : null });
  if (!outcome.ok) result.textContent = outcome.failure.message;
}

element('login').addEventListener('submit', (event) => {
  event.preventDefault();
  void answer(true);
});
element('decline').addEventListener('click', () => void answer(false));
decktop.on('network/loginRequest', show);
const outcome = await decktop.call('network/loginRequest', {});
if (outcome.ok) show(outcome.value);
