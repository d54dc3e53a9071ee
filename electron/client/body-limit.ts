/** A faulty server can send data without end. */

export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
  }
}

/**
 * Reading the body fails with `BodyTooLargeError` above `maxBytes`, and with the signal's reason when the signal
 * aborts. `onChunk` is called for each chunk.
 */
export function limitBodySize(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onChunk: () => void = () => undefined,
): Response {
  if (!response.body) return response;
  let bytes = 0;
  const countedBody = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onChunk();
        bytes += chunk.byteLength;
        if (bytes > maxBytes) controller.error(new BodyTooLargeError(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
    { signal },
  );
  const { status, statusText, headers } = response;
  return new Response(countedBody, { status, statusText, headers });
}
