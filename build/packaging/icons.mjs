// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium, printToStderr, rootFolder, runMainAndExit, UserError } from '../toolchain.mjs';

/**
 * `npm run icons`: draws the icons of all systems from the drawings in build/identity. The icons are committed, so that
 * packaging needs no browser. The hash in `drawn-from.sha256` shows whether the icons are up to date.
 */

const identity = path.join(rootFolder, 'build/identity');

/** Sizes of the app's icon in PNG files, in pixels. Linux uses these files. */
export const appIconPngSizes = [16, 24, 32, 48, 64, 128, 256, 512];
/** Sizes of the app's icon in icon.ico (Windows), in pixels. */
export const appIconIcoSizes = [16, 24, 32, 48, 64, 256];
/** Types of the entries in an icns file, and the size of the PNG in each entry, in pixels. */
export const appIconIcnsSizes = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};
/** Files of the tray icon and their sizes in pixels. macOS uses the files with `Template` in their names. */
export const trayImageSizes = { 'tray.png': 24, 'tray@2x.png': 48, 'trayTemplate.png': 16, 'trayTemplate@2x.png': 32 };
/** Sizes of the tray icon in tray.ico (Windows), in pixels. */
export const trayIcoSizes = [16, 20, 24, 32, 40];

/** Returns a hash of the drawings from which the icons are made. */
export function iconDrawingsHash() {
  const hash = createHash('sha256');
  for (const file of ['icon.svg', 'tray.svg']) hash.update(readFileSync(path.join(identity, file)));
  return hash.digest('hex');
}

/**
 * @typedef {object} Image
 * @property {number} size pixels
 * @property {Buffer} png
 * @property {Buffer} rgba empty for images of 256 px and more, which an ico file contains as PNG
 */

/**
 * Returns an icns file (macOS) that contains the images as PNG.
 * @param {Image[]} images
 */
function buildIcns(images) {
  const entries = Object.entries(appIconIcnsSizes).map(([type, size]) => {
    const { png } = imageOfSize(images, size);
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(8 + png.length, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}

/** Returns a 32-bit bitmap with an empty mask, the format of images in an ico file. */
function icoBitmap(/** @type {Image} */ { size, rgba }) {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(size, 4);
  head.writeInt32LE(size * 2, 8); // The height includes the mask.
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4);
      pixels.set([blue, green, red, alpha], to);
    }
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size);
  return Buffer.concat([head, pixels, mask]);
}

/**
 * Returns an ico file (Windows). Images below 256 px are bitmaps, since installers and old parts of Windows cannot read
 * PNG images of these sizes.
 * @param {Image[]} images
 */
function buildIco(images) {
  const contents = images.map((image) => (image.size < 256 ? icoBitmap(image) : image.png));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size }, index) => {
    const at = 6 + 16 * index;
    head[at] = size % 256; // In ico files 0 stands for 256.
    head[at + 1] = size % 256;
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(contents[index]?.length ?? 0, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += contents[index]?.length ?? 0;
  });
  return Buffer.concat([head, ...contents]);
}

/** @returns {Image} */
function imageOfSize(/** @type {Image[]} */ images, /** @type {number} */ size) {
  const image = images.find((candidate) => candidate.size === size);
  if (!image) throw new Error(`No image of ${size} pixels`);
  return image;
}

/**
 * Draws an SVG at each size.
 * @param {import('@playwright/test').Page} page
 * @param {string} svg
 * @param {number[]} sizes
 * @param {number} [scale] size of the drawing, as a share of the image's size
 * @returns {Promise<Image[]>}
 */
async function drawSvg(page, svg, sizes, scale = 1) {
  const images = await page.evaluate(
    async ({ svg, sizes, scale }) => {
      const drawn = [];
      for (const size of sizes) {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg ', `<svg width="${size}" height="${size}" `))}`;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = size;
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        const margin = (size * (1 - scale)) / 2;
        context.drawImage(image, margin, margin, size * scale, size * scale);
        const rgba = [...context.getImageData(0, 0, size, size).data];
        drawn.push({ size, png: canvas.toDataURL('image/png').split(',')[1] ?? '', rgba: size < 256 ? rgba : [] });
      }
      return drawn;
    },
    { svg, sizes, scale },
  );
  return images.map(({ size, png, rgba }) => ({ size, png: Buffer.from(png, 'base64'), rgba: Buffer.from(rgba) }));
}

/**
 * Scale of the drawing for macOS. On macOS, icons fill 824 of 1024 px. The drawing has a margin of its own, and fills
 * 480 of its 512 px.
 */
const macScale = 824 / 1024 / (480 / 512);

async function drawAll() {
  const executablePath = findChromium();
  if (!executablePath) throw new UserError('Chromium draws the icons, and there is none. Run npm start first.');
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const icon = readFileSync(path.join(identity, 'icon.svg'), 'utf8');
  const tray = readFileSync(path.join(identity, 'tray.svg'), 'utf8');
  for (const folder of ['icons', 'tray']) mkdirSync(path.join(identity, folder), { recursive: true });
  const write = (/** @type {string} */ file, /** @type {Buffer | string} */ content) =>
    writeFileSync(path.join(identity, file), content);

  const images = await drawSvg(page, icon, appIconPngSizes);
  for (const { size, png } of images) write(`icons/${size}x${size}.png`, png);
  write('icon.ico', buildIco(appIconIcoSizes.map((size) => imageOfSize(images, size))));
  write('icon.icns', buildIcns(await drawSvg(page, icon, [...new Set(Object.values(appIconIcnsSizes))], macScale)));
  for (const [name, size] of Object.entries(trayImageSizes))
    for (const { png } of await drawSvg(page, name.includes('Template') ? tray : icon, [size]))
      write(`tray/${name}`, png);
  write('tray/tray.ico', buildIco(await drawSvg(page, icon, trayIcoSizes)));
  write('icons/drawn-from.sha256', `${iconDrawingsHash()}\n`);
  await browser.close();
  printToStderr('Drew the icons in build/identity.');
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) await runMainAndExit(drawAll);
