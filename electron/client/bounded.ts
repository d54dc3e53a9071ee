/** Bounds the size of answers, since a server could send without end. */

export class BodyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
  }
}

/**
 * Returns the same answer; reading its body fails with `BodyTooLarge` above `maxBytes`, and with the signal's reason when
 * it aborts. `onChunk` runs for each part.
 */
export function bounded(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onChunk: () => void = () => undefined,
): Response {
  if (!response.body) return response;
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onChunk();
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new BodyTooLarge(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
    { signal },
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
