/** Paints the small seascapes on the demo's cards when the demo is created. */
import { crc32, deflateSync } from 'node:zlib';
import studio from './studio.json' with { type: 'json' };

type Scene = (typeof studio.scenes)['storm'];
type Color = readonly number[];

const widthPx = 320;
const heightPx = 180;
const horizon = 0.58 * heightPx;

const mix = (a: Color, b: Color, part: number): Color => a.map((value, i) => value + ((b[i] ?? 0) - value) * part);
const dark: Color = [18, 22, 30];

/** `sun` is the sun or moon, with its position as fractions of the size. Hills have a height in pixels, and a number. */
function colorAt(scene: Scene, x: number, y: number): Color {
  const { skyTop, skyLow, sea, sun, lightColor, hills, hasTower } = scene;
  const sky = mix(skyTop, skyLow, Math.min(1, y / horizon) ** 1.6);
  const lightX = sun.x * widthPx;
  if (y > horizon) {
    const depth = (y - horizon) / (heightPx - horizon);
    const wave = Math.sin(x / (4 + depth * 22) + Math.sin(y * 1.7) * 3) * 0.5 + 0.5;
    const glitter = Math.max(0, 1 - Math.abs(x - lightX) / (10 + depth * 46)) * wave;
    return mix(mix(mix(sky, sea, 0.55 + depth * 0.45), dark, wave * 0.12), lightColor, glitter * 0.6);
  }
  if (hasTower && Math.abs(x - widthPx * 0.18) < 5 - (horizon - y) / 24 && horizon - y < 66) return dark;
  const ridge =
    hills.heightPx * (0.55 + 0.45 * Math.sin((x / widthPx) * hills.count * Math.PI * 2 + 1)) * (x / widthPx);
  if (horizon - y < ridge) return mix(sky, dark, 0.62);
  const lightDistance = Math.hypot(x - lightX, y - sun.y * heightPx);
  if (lightDistance < sun.radiusPx) return lightColor;
  return mix(sky, lightColor, Math.max(0, 0.5 - lightDistance / 130));
}

const painted = new Map<string, Uint8Array>();

/** @returns a PNG file (https://www.w3.org/TR/png-3/) */
export function paintScene(name: string): Uint8Array {
  const cached = painted.get(name);
  if (cached) return cached;
  const scene = studio.scenes[name as keyof typeof studio.scenes];
  const lines = Buffer.alloc((widthPx * 3 + 1) * heightPx);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const at = y * (widthPx * 3 + 1) + 1 + x * 3;
      for (const [index, value] of colorAt(scene, x, y).entries()) lines[at + index] = Math.round(value);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  // 8 bits per channel, RGB, not interlaced.
  header.set([8, 2, 0, 0, 0], 8);
  const file = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  painted.set(name, file);
  return file;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
