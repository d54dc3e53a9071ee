/**
 * Answers requests to the app's own schemes, such as `app:`, which Chromium sees as https requests. Also asks the app's
 * listeners whether a navigation or a request may proceed.
 */
import type { DevToolsData, DevToolsSession } from './pipe.ts';

/**
 * Ending of the hosts that represent the app's own schemes. Chromium can intercept only requests of schemes that it
 * knows. So `app://bundle/x` becomes `https://bundle.app.standin.invalid/x`, a secure origin whose host never resolves.
 */
const suffix = '.standin.invalid';
const knownSchemes = /^(https?|file|data|about|blob|wss?|devtools|chrome):/i;

/** Returns the https URL by which Chromium loads a URL of the app's own schemes; other URLs stay unchanged. */
export function toHttpsUrlForChromium(url: string): string {
  const parts = /^([a-z][\w+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url);
  if (!parts || knownSchemes.test(url)) return url;
  return `https://${parts[2] || '_'}.${parts[1]}${suffix}${parts[3] || '/'}`;
}

/** Returns the app's URL for a URL from Chromium: the inverse of `toHttpsUrlForChromium`. */
export function toAppUrl(url: string): string {
  const parts = /^https:\/\/([^/?#]*)\.([\w+-]+)\.standin\.invalid(.*)$/s.exec(url);
  return parts ? `${parts[2]}://${parts[1] === '_' ? '' : parts[1]}${parts[3]}` : url;
}

export type SchemeHandler = (request: Request) => Response | Promise<Response>;
/** Handlers of `protocol.handle` by scheme. */
export const schemeHandlers = new Map<string, SchemeHandler>();

type BeforeRequest = (
  details: { id: number; url: string; method: string; resourceType: string },
  callback: (response: { cancel?: boolean }) => void,
) => void;

/**
 * The app's `webRequest` listeners. `before` is the listener that the app has passed to `onBeforeRequest`, which can
 * cancel each request; null if there is none.
 */
export const webRequestHooks: { before: BeforeRequest | null } = {
  before: null,
};

/**
 * Returns patterns of the requests that Chromium pauses. These are requests to the app's own schemes and requests for
 * documents, or all requests if the app listens to `webRequest`.
 */
export function interceptedRequestPatterns(): { urlPattern: string; resourceType?: string }[] {
  if (webRequestHooks.before) return [{ urlPattern: '*' }];
  return [{ urlPattern: `https://*${suffix}/*` }, { urlPattern: '*', resourceType: 'Document' }];
}

/** The page that made a paused request. */
export interface RequestingPage {
  /** Emits `will-navigate`. Returns false if a listener refuses the navigation. */
  mayNavigate(request: DevToolsData): boolean;
}

/** Answers a request that Chromium has paused (`Fetch.requestPaused`). */
export async function answerPausedRequest(
  session: DevToolsSession,
  requester: RequestingPage,
  event: DevToolsData,
): Promise<void> {
  const { requestId, request } = event;
  const fail = (errorReason: string) => session.send('Fetch.failRequest', { requestId, errorReason });
  const fulfil = (responseCode: number, responseHeaders: { name: string; value: string }[], body: Buffer) =>
    session.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body: body.toString('base64') });
  try {
    if (event.resourceType === 'Document' && !requester.mayNavigate(event)) return await fail('Aborted');
    // Chromium requests /favicon.ico by itself. Electron does not.
    if (/^https:\/\/[^/]+\/favicon\.ico$/.test(request.url)) return await fulfil(204, [], Buffer.alloc(0));
    const url = toAppUrl(request.url);
    const { before } = webRequestHooks;
    if (before) {
      const details = { id: 0, url, method: request.method, resourceType: event.resourceType };
      const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => before(details, (r) => resolve(r ?? {})));
      if (cancel) return await fail('BlockedByClient');
    }
    if (url === request.url) return await session.send('Fetch.continueRequest', { requestId });
    const handler = schemeHandlers.get(url.slice(0, url.indexOf(':')));
    if (!handler) return await fail('AddressUnreachable');
    const parts: DevToolsData[] = request.postDataEntries ?? [];
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
