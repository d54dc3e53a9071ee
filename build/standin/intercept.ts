/** Answers requests for the app's own schemes, which Chromium sees as https hosts that never resolve. */
import type { Json, PipeSession } from './pipe.ts';

/**
 * Chromium does not intercept requests of schemes that it does not know. A scheme of the app's own, `app://bundle/x`, is
 * therefore mapped to `https://bundle.app.standin.invalid/x`: a secure origin whose name never resolves.
 */
const suffix = '.standin.invalid';
const chromiumKnows = /^(https?|file|data|about|blob|wss?|devtools|chrome):/i;

export function toWeb(url: string): string {
  const parts = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url);
  if (!parts || chromiumKnows.test(url)) return url;
  return `https://${parts[2] || '_'}.${parts[1]}${suffix}${parts[3] || '/'}`;
}

export function fromWeb(url: string): string {
  const parts = /^https:\/\/([^/?#]*)\.([\w+-]+)\.standin\.invalid(.*)$/s.exec(url);
  return parts ? `${parts[2]}://${parts[1] === '_' ? '' : parts[1]}${parts[3]}` : url;
}

export type Handler = (request: Request) => Response | Promise<Response>;
/** Handlers of `protocol.handle` by scheme. */
export const handlers = new Map<string, Handler>();

type BeforeRequest = (
  details: { id: number; url: string; method: string; resourceType: string },
  callback: (response: { cancel?: boolean }) => void,
) => void;

export const requestRules: { before: BeforeRequest | null; onChange: () => void } = {
  before: null,
  onChange: () => {},
};

/**
 * The requests that Chromium pauses: those to the app's own origins, every document, and all if the app filters
 * requests.
 */
export function patterns(): { urlPattern: string; resourceType?: string }[] {
  if (requestRules.before) return [{ urlPattern: '*' }];
  return [{ urlPattern: `https://*${suffix}/*` }, { urlPattern: '*', resourceType: 'Document' }];
}

/** The window of a paused request. */
export interface Requester {
  /** Emits `will-navigate`; false if a listener refuses. */
  mayNavigate(request: Json): boolean;
}

/** Answers one Fetch.requestPaused. */
export async function answerRequest(session: PipeSession, requester: Requester, event: Json): Promise<void> {
  const { requestId, request } = event;
  const fail = (errorReason: string) => session.send('Fetch.failRequest', { requestId, errorReason });
  const fulfil = (responseCode: number, responseHeaders: { name: string; value: string }[], body: Buffer) =>
    session.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body: body.toString('base64') });
  try {
    if (event.resourceType === 'Document' && !requester.mayNavigate(event)) return await fail('Aborted');
    // A browser asks for an icon that no page has named; Electron does not.
    if (/^https:\/\/[^/]+\/favicon\.ico$/.test(request.url)) return await fulfil(204, [], Buffer.alloc(0));
    const url = fromWeb(request.url);
    const { before } = requestRules;
    if (before) {
      const details = { id: 0, url, method: request.method, resourceType: event.resourceType };
      const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => before(details, (r) => resolve(r ?? {})));
      if (cancel) return await fail('BlockedByClient');
    }
    if (url === request.url) return await session.send('Fetch.continueRequest', { requestId });
    const handler = handlers.get(url.slice(0, url.indexOf(':')));
    if (!handler) return await fail('AddressUnreachable');
    const parts: Json[] = request.postDataEntries ?? [];
    const body = request.hasPostData
      ? Buffer.concat(parts.map((p) => Buffer.from(p.bytes ?? '', 'base64')))
      : undefined;
    const response = await handler(new Request(url, { method: request.method, headers: request.headers, body }));
    const headers = [...response.headers].map(([name, value]) => ({ name, value }));
    await fulfil(response.status, headers, Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    await fail('Failed').catch(() => {});
    const { message } = error as Error;
    if (!/has ended|closed|Invalid InterceptionId|not found/.test(message)) {
      console.error(`[stand-in] ${request.url} could not be answered:`, error);
    }
  }
}
