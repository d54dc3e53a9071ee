/**
 * Calls `work` in the second animation frame from now, so that it does not delay the next paint. Returns the function
 * that cancels it.
 */
export function afterNextPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
