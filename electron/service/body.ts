/** Parses JSON bodies. */
import { embeddedServiceLimits, Refusal } from '../../shared/contract/index.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function bodyRefusal(status: number, error: string, message: string): Refusal {
  return new Refusal(status, { error, message });
}

/** Counts brackets outside strings, without parsing the text. */
function nestsDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** 413. */
export function bodyTooLargeRefusal(maxBytes: number): Refusal {
  return bodyRefusal(413, 'body_too_large', `the body has more than ${maxBytes} bytes; send less at once`);
}

/**
 * @throws Refusal 400 for an empty body, for broken UTF-8 or JSON and for nesting beyond
 *   `embeddedServiceLimits.jsonDepth`, 413 for too many bytes, 415 for another content type or an encoded body.
 */
export function parseJsonBody(body: string | Uint8Array | null, headers: Readonly<Record<string, string>>): unknown {
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.trim().toLowerCase() !== 'identity')
    throw bodyRefusal(
      415,
      'unsupported_encoding',
      "header 'content-encoding' must be identity; send the body as it is",
    );
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType.trim()))
    throw bodyRefusal(415, 'unsupported_media_type', "header 'content-type' must be application/json");
  if (body === null || body.length === 0) throw bodyRefusal(400, 'invalid_json', 'the body must be a JSON object');
  if ((typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength) > embeddedServiceLimits.bodyBytes)
    throw bodyTooLargeRefusal(embeddedServiceLimits.bodyBytes);
  let text: string;
  try {
    text = typeof body === 'string' ? body : strictUtf8.decode(body);
  } catch {
    throw bodyRefusal(400, 'invalid_json', 'the body is not UTF-8');
  }
  if (nestsDeeperThan(text, embeddedServiceLimits.jsonDepth))
    throw bodyRefusal(400, 'invalid_json', `the body nests deeper than ${embeddedServiceLimits.jsonDepth} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bodyRefusal(400, 'invalid_json', `the body is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
}
