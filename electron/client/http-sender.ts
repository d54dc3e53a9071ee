/** Over the network: to one origin, encrypted unless it is this machine. */
import type { Outcome } from '../../shared/contract/index.ts';
import { bounded } from './bounded.ts';
import type { Send } from './client.ts';
import { isLoopback } from './loopback.ts';

/** Bytes of one answer to a query or an action. */
const maxAnswerBytes = 256 * 1024 * 1024;

/** The address to send to, without a trailing slash; refused where a token would travel unprotected. */
export function serviceAddress(text: string): Outcome<string> {
  const no = (message: string): Outcome<never> => ({
    ok: false,
    failure: { kind: 'rejected', code: 'invalid_address', status: 0, message },
  });
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    return no(`'${trimmed}' is not a web address. It begins with https://, like https://api.example.com`);
  if (url.username || url.password) return no('The address must not contain a name or a password.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return no('The token would travel unprotected: use https:// (plain http:// is for this machine only).');
  return { ok: true, value: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

export function createHttpSender(baseUrl: string): Send {
  const { origin } = new URL(baseUrl);
  return async (request) => {
    if (new URL(request.url).origin !== origin) throw new Error('The token goes only to the origin it was given for.');
    return bounded(await fetch(request, { redirect: 'manual' }), maxAnswerBytes);
  };
}
