/**
 * Puts an element somewhere in the window, again and again. By a paused animation: what moves by style has Chromium divide
 * the whole page into layers anew each time, since it may come to lie over something else; what is animated may anyway.
 */
export function movedBy(element: HTMLElement, x: number, y: number): (x: number, y: number) => void {
  const place = (left: number, top: number) => ({ transform: Array(2).fill(`translate(${left}px, ${top}px)`) });
  const animation = element.animate(place(x, y), { duration: 1, fill: 'both' });
  animation.pause();
  const effect = animation.effect as KeyframeEffect;
  return (left, top) => effect.setKeyframes(place(left, top));
}
