/** Copies a chart as a picture: an SVG with the colours of the window, drawn on a canvas. */
import { toast } from '../../ui/popups/toast.ts';

const copiedStyles = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-family'];

/** Pixels per CSS pixel, so that the picture is sharp in documents. */
const scale = 2;

async function pictureOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  // Colours of the theme are variables, which a picture of its own does not know.
  for (const [at, element] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[at] as Element);
    for (const name of copiedStyles) element.setAttribute(name, style.getPropertyValue(name));
  }
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(width * scale, height * scale);
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

export function copyPicture(svg: SVGSVGElement): void {
  navigator.clipboard.write([new ClipboardItem({ 'image/png': pictureOf(svg) })]).then(
    () => toast({ title: 'Copied the chart as a picture', id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'Couldn’t copy to the clipboard', id: 'copied', tone: 'danger' }),
  );
}
