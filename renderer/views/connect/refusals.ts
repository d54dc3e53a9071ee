/** Why a base URL and token were refused, as a sentence that tells what to do. */
import { type Failure, type TokenRefusal, tokenRefusals } from '../../../shared/contract/index.ts';

export interface Advice {
  readonly what: string;
  readonly todo: string;
  /** The field of the connect form to correct. */
  readonly field: 'baseUrl' | 'token' | null;
}

/** What is the matter and what to do, as one text. */
export const sentences = ({ what, todo }: Advice): string => `${what} ${todo}`;

const tokenAdvice: Record<TokenRefusal, Advice> = {
  invalid_token: {
    what: 'The service does not know this token.',
    todo: 'It may be mistyped, incomplete or revoked. Copy it again, or create a new one.',
    field: 'token',
  },
  token_expired: {
    what: 'The token’s expiry date has passed.',
    todo: 'Create a new token and paste it here, or ask for a later expiry date.',
    field: 'token',
  },
  not_a_member: {
    what: 'The owner of this personal token has been disabled in the organization.',
    todo: 'Ask an owner or admin to enable the member again; the token then works as before.',
    field: 'token',
  },
  user_api_tokens_disabled: {
    what: 'The organization has switched personal tokens off.',
    todo: 'Ask an admin to switch them on again, or for an organization token.',
    field: 'token',
  },
  token_account_mismatch: {
    what: 'This token belongs to another organization than this workspace.',
    todo: 'Use a token of the same organization, or connect this one as a separate workspace.',
    field: 'token',
  },
  rate_limit: {
    what: 'Too many failed attempts came from this network address.',
    todo: 'Wait a minute, check the token, then try again.',
    field: null,
  },
};

const isTokenRefusal = (code: string): code is TokenRefusal => Object.hasOwn(tokenRefusals, code);

export function adviceFor(failure: Failure): Advice {
  switch (failure.kind) {
    case 'auth':
      if (isTokenRefusal(failure.code)) return tokenAdvice[failure.code];
      return {
        what: `The service refused the token: ${failure.message}.`,
        todo: 'Check the token and its settings.',
        field: 'token',
      };
    case 'throttled':
      return {
        what: 'The service asks to slow down.',
        todo: `Try again in ${failure.retryAfter === 1 ? 'a second' : `${Math.ceil(failure.retryAfter)} seconds`}.`,
        field: null,
      };
    case 'offline':
      return {
        what: failure.message,
        todo: 'Nothing has been saved yet.',
        field: 'baseUrl',
      };
    case 'scope':
      return {
        what: `The token may not read what the app needs (${failure.requiredScope}).`,
        todo: 'Use a token with at least the permission Read.',
        field: 'token',
      };
    case 'rejected':
      if (isTokenRefusal(failure.message)) return tokenAdvice[failure.message];
      return {
        what: `Something answers at this address, but not as such a service does (${failure.message}).`,
        todo: 'Check the address; it is the API’s base address, not that of the web app.',
        field: 'baseUrl',
      };
    case 'conflict':
      return { what: failure.message, todo: 'Choose the workspace in the list instead.', field: null };
    case 'defect':
      return {
        what: failure.message,
        todo: 'If the address is right, please report this with the log file.',
        field: 'baseUrl',
      };
  }
}

/** What is wrong with an address before anything is sent to it; null when it can be tried. */
export function addressFault(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'Enter the address of the service.';
  if (!URL.canParse(trimmed)) return 'This is no full address. It begins with https:// and names a host.';
  const url = new URL(trimmed);
  if (url.username || url.password) return 'Leave user name and password out of the address; the token is enough.';
  if (url.protocol === 'https:') return null;
  if (url.protocol !== 'http:') return 'The address must begin with https://.';
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
  return loopback
    ? null
    : 'Plain http would send the token readable over the network. Only addresses on this machine may use it.';
}
