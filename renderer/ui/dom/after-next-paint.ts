/** In the second frame from now, so that `work` does not delay the next paint. Returns the function that cancels it. */
export function afterNextPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
