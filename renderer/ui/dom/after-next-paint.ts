/** Work for the frame after the one that is made next: that one shows what was begun, and waits for nothing else. */
export function onceShown(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work);
  });
  return () => cancelAnimationFrame(frame);
}
