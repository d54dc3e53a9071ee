/**
 * Moves an element to (x, y) px; returns the function that moves it again. It sets the keyframes of a paused animation: after
 * a change of style, Chromium would assign all elements of the page to layers again (bench row board-drag).
 */
export function translateLayer(element: HTMLElement, x: number, y: number): (x: number, y: number) => void {
  const keyframesAt = (left: number, top: number) => ({ transform: Array(2).fill(`translate(${left}px, ${top}px)`) });
  const animation = element.animate(keyframesAt(x, y), { duration: 1, fill: 'both' });
  animation.pause();
  const effect = animation.effect as KeyframeEffect;
  return (left, top) => effect.setKeyframes(keyframesAt(left, top));
}
