/**
 * The offset is in the keyframes of a paused animation and not in the element's style, because a style change makes
 * Chromium compute the layers of the whole page again (bench row board-drag). Returns the function that moves the
 * element to another offset.
 */
export function createElementMover(element: HTMLElement, x: number, y: number): (x: number, y: number) => void {
  const keyframesAt = (left: number, top: number) => ({ transform: Array(2).fill(`translate(${left}px, ${top}px)`) });
  const animation = element.animate(keyframesAt(x, y), { duration: 1, fill: 'both' });
  animation.pause();
  const effect = animation.effect as KeyframeEffect;
  return (left, top) => effect.setKeyframes(keyframesAt(left, top));
}

/** Returns a new element that screen readers ignore, not yet in the page. `className` is a class of a CSS module. */
export function createHiddenElement(className: string | undefined, text = ''): HTMLElement {
  const element = document.createElement('div');
  element.className = className ?? '';
  element.textContent = text;
  element.setAttribute('aria-hidden', 'true');
  return element;
}
