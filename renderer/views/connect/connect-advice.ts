import { type Failure, isTokenRefusal, type TokenRefusal, tokenRefusals } from '../../../shared/contract/index.ts';

/** After a failed attempt to connect. */
export interface ConnectAdvice {
  /** The problem and the remedy. */
  readonly text: string;
  /** The field to correct; null if no field is wrong. */
  readonly field: 'baseUrl' | 'token' | null;
}

const tokenAdvice = (code: TokenRefusal): ConnectAdvice => ({
  text: tokenRefusals[code].text,
  field: code === 'rate_limit' ? null : 'token',
});

export function connectAdviceFor(failure: Failure): ConnectAdvice {
  switch (failure.kind) {
    case 'auth':
      if (isTokenRefusal(failure.code)) return tokenAdvice(failure.code);
      return {
        text: `The service refused the token: ${failure.message}. Check the token and its settings.`,
        field: 'token',
      };
    case 'throttled': {
      const wait = failure.retryAfter === 1 ? 'a second' : `${Math.ceil(failure.retryAfter)} seconds`;
      return { text: `The service asks to slow down. Try again in ${wait}.`, field: null };
    }
    case 'offline':
      return { text: `${failure.message} Nothing has been saved yet.`, field: 'baseUrl' };
    case 'scope':
      return {
        text: `The token may not read what the app needs (${failure.requiredScope}). Use a token with at least the permission Read.`,
        field: 'token',
      };
    case 'rejected':
      if (isTokenRefusal(failure.message)) return tokenAdvice(failure.message);
      return {
        text: `Something answers at this address, but not as such a service does (${failure.message}). Check the address; it is the API’s base address, not that of the web app.`,
        field: 'baseUrl',
      };
    case 'conflict':
      return { text: `${failure.message} Choose the workspace in the list instead.`, field: null };
    case 'defect':
      return {
        text: `${failure.message} If the address is right, please report this with the log file.`,
        field: 'baseUrl',
      };
  }
}

/** With a scheme before the host: https, or http on this computer. */
export function serviceAddressOf(text: string): string {
  const trimmed = text.trim();
  // `URL` reads the host in `localhost:8080` as a scheme.
  if (!/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i.test(trimmed) || !URL.canParse(`http://${trimmed}`))
    return trimmed;
  return `${isLoopback(new URL(`http://${trimmed}`)) ? 'http' : 'https'}://${trimmed}`;
}

/** Null if the address is accepted. Plain http is only for loopback addresses. */
export function serviceAddressProblem(text: string): string | null {
  const trimmed = serviceAddressOf(text);
  if (trimmed === '') return 'Enter the address of the service.';
  if (!URL.canParse(trimmed)) return 'This is no full address. It begins with https:// and names a host.';
  const url = new URL(trimmed);
  if (url.username || url.password) return 'Leave user name and password out of the address; the token is enough.';
  if (url.protocol === 'https:') return null;
  if (url.protocol !== 'http:') return 'The address must begin with https://.';
  return isLoopback(url)
    ? null
    : 'Plain http would send the token readable over the network. Only addresses on this machine may use it.';
}

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
