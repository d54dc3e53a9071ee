/** Copies a chart with its title and legend to the clipboard as a PNG: an SVG, drawn on a canvas. */
import { toast } from '../../ui/popups/toast.ts';

const copiedStyles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-family'];
const svgNamespace = 'http://www.w3.org/2000/svg';

/** Per CSS pixel; 2 keeps the picture sharp in documents. */
const pixelRatio = 2;
/** Left, right and bottom. */
const marginPx = 16;
const titleHeightPx = 36;

/** With computed styles as attributes: the page's style sheets do not apply to an SVG that is drawn on a canvas. */
function copyWithStyles(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  for (const [at, element] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[at] as Element);
    for (const name of copiedStyles) element.setAttribute(name, style.getPropertyValue(name));
  }
  return copy;
}

function textAt(content: string, [x, y]: readonly [number, number], from: Element, isTitle = false): SVGTextElement {
  const { color, fontFamily, fontSize } = getComputedStyle(from);
  const text = document.createElementNS(svgNamespace, 'text');
  const attributes = { x, y, fill: color, 'font-family': fontFamily, 'font-size': isTitle ? 16 : fontSize };
  for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, String(value));
  if (isTitle) text.setAttribute('font-weight', '600');
  text.textContent = content;
  return text;
}

/** One SVG of title, chart and legend items. A legend item has `data-legend` and contains an icon and a text. */
function composeSvg(section: HTMLElement, title: string): SVGSVGElement {
  const box = section.getBoundingClientRect();
  const picture = document.createElementNS(svgNamespace, 'svg');
  picture.setAttribute('width', String(box.width + 2 * marginPx));
  picture.setAttribute('height', String(box.height + titleHeightPx + marginPx));
  picture.append(textAt(title, [marginPx, marginPx + 10], section, true));
  const appendCopy = (svg: SVGSVGElement) => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const [x, y] = [left - box.left + marginPx, top - box.top + titleHeightPx];
    const copy = copyWithStyles(svg);
    for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, String(value));
    picture.append(copy);
    return { right: x + width, bottom: y + height };
  };
  const chart = section.querySelector<SVGSVGElement>('svg[role="application"]');
  if (chart) appendCopy(chart);
  for (const item of section.querySelectorAll('[data-legend]')) {
    const icon = item.querySelector('svg');
    if (!icon) continue;
    const { right, bottom } = appendCopy(icon);
    picture.append(textAt(item.textContent ?? '', [right + 5, bottom - 1], item));
  }
  return picture;
}

async function renderPng(section: HTMLElement, title: string): Promise<Blob> {
  const svg = composeSvg(section, title);
  const [width, height] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(width * pixelRatio, height * pixelRatio);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas to draw on.');
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function copyChartAsPicture(section: HTMLElement, title: string): void {
  navigator.clipboard.write([new ClipboardItem({ 'image/png': renderPng(section, title) })]).then(
    () => toast({ title: 'Copied the chart as a picture', id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'Couldn’t copy to the clipboard', id: 'copied', tone: 'danger' }),
  );
}
