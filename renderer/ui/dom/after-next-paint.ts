/** Runs work in the frame after the next, so that the next frame is painted without waiting for it. Returns the function that cancels. */
export function afterNextPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
