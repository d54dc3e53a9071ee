/** Small seascapes on the demo studio's cards, painted when the demo workspace is created. */
import { crc32, deflateSync } from 'node:zlib';
import type { DemoUserName } from './studio.ts';

type Color = readonly [red: number, green: number, blue: number];

interface PictureScene {
  readonly skyTop: Color;
  readonly skyLow: Color;
  readonly sea: Color;
  /** Sun or moon: position as fractions of the picture's width and height, radius in pixels. */
  readonly light: readonly [x: number, y: number, radius: number];
  readonly lightColor: Color;
  /** Hills on the horizon: height in pixels, and number of hills. */
  readonly hills: readonly [height: number, waves: number];
  readonly hasTower: boolean;
}

interface CardPicture {
  readonly card: string;
  readonly by: DemoUserName;
  readonly fileName: string;
  readonly daysAgo: number;
  readonly scene: PictureScene;
}

const evening: PictureScene = {
  skyTop: [38, 44, 92],
  skyLow: [240, 150, 104],
  sea: [28, 62, 92],
  light: [0.7, 0.52, 16],
  lightColor: [255, 214, 150],
  hills: [22, 3],
  hasTower: true,
};
const storm: PictureScene = {
  skyTop: [40, 48, 58],
  skyLow: [112, 124, 128],
  sea: [34, 58, 62],
  light: [0.28, 0.3, 7],
  lightColor: [250, 240, 190],
  hills: [34, 2],
  hasTower: true,
};
const morning: PictureScene = {
  skyTop: [120, 178, 204],
  skyLow: [246, 226, 190],
  sea: [74, 140, 138],
  light: [0.22, 0.4, 12],
  lightColor: [255, 250, 226],
  hills: [14, 5],
  hasTower: false,
};
const night: PictureScene = {
  skyTop: [10, 14, 34],
  skyLow: [34, 50, 88],
  sea: [12, 26, 46],
  light: [0.62, 0.22, 11],
  lightColor: [232, 236, 246],
  hills: [18, 4],
  hasTower: true,
};
const kelp: PictureScene = {
  skyTop: [150, 190, 160],
  skyLow: [232, 232, 190],
  sea: [52, 104, 84],
  light: [0.8, 0.3, 14],
  lightColor: [255, 252, 214],
  hills: [40, 6],
  hasTower: false,
};

export const cardPictures: readonly CardPicture[] = [
  {
    card: 'Boat upgrade: the outrigger',
    by: 'tomasz',
    fileName: 'outrigger-first-light.png',
    daysAgo: 3.4,
    scene: morning,
  },
  {
    card: 'Jump aboard while the boat is moving',
    by: 'yuki',
    fileName: 'jump-try-31.png',
    daysAgo: 1.05,
    scene: evening,
  },
  {
    card: 'Eight screenshots, one per region',
    by: 'ines',
    fileName: 'harbour-evening.png',
    daysAgo: 3.2,
    scene: evening,
  },
  { card: 'Kelp Orchards', by: 'yuki', fileName: 'kelp-orchards-blockout.png', daysAgo: 3.1, scene: kelp },
  { card: 'Storm surge overrides the calendar', by: 'dev', fileName: 'surge-day-12.png', daysAgo: 2.6, scene: storm },
  { card: 'Capsule art in all nine sizes', by: 'ines', fileName: 'capsule-wide.png', daysAgo: 2, scene: night },
  { card: 'Kelp Orchards: harvest props', by: 'ines', fileName: 'baskets-low-tide.png', daysAgo: 1.8, scene: morning },
  { card: 'Rough cut with temporary music', by: 'mara', fileName: 'first-frame.png', daysAgo: 1.2, scene: morning },
  { card: 'Harbour Town', by: 'yuki', fileName: 'harbour-town.png', daysAgo: 1.1, scene: evening },
  {
    card: 'Lens puzzle: align the three prisms',
    by: 'yuki',
    fileName: 'prisms-at-night.png',
    daysAgo: 1,
    scene: night,
  },
];

const widthPx = 320;
const heightPx = 180;
const horizon = 0.58 * heightPx;

const mix = (a: Color, b: Color, part: number): Color => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
const dark: Color = [18, 22, 30];

function colorAt(scene: PictureScene, x: number, y: number): Color {
  const { skyTop, skyLow, sea, light, lightColor, hills, hasTower } = scene;
  const sky = mix(skyTop, skyLow, Math.min(1, y / horizon) ** 1.6);
  const lightX = light[0] * widthPx;
  if (y > horizon) {
    const depth = (y - horizon) / (heightPx - horizon);
    const wave = Math.sin(x / (4 + depth * 22) + Math.sin(y * 1.7) * 3) * 0.5 + 0.5;
    const glitter = Math.max(0, 1 - Math.abs(x - lightX) / (10 + depth * 46)) * wave;
    return mix(mix(mix(sky, sea, 0.55 + depth * 0.45), dark, wave * 0.12), lightColor, glitter * 0.6);
  }
  if (hasTower && Math.abs(x - widthPx * 0.18) < 5 - (horizon - y) / 24 && horizon - y < 66) return dark;
  const ridge = hills[0] * (0.55 + 0.45 * Math.sin((x / widthPx) * hills[1] * Math.PI * 2 + 1)) * (x / widthPx);
  if (horizon - y < ridge) return mix(sky, dark, 0.62);
  const lightDistance = Math.hypot(x - lightX, y - light[1] * heightPx);
  if (lightDistance < light[2]) return lightColor;
  return mix(sky, lightColor, Math.max(0, 0.5 - lightDistance / 130));
}

const painted = new Map<PictureScene, Uint8Array>();

/** @returns a PNG file (https://www.w3.org/TR/png-3/) */
export function paintScene(scene: PictureScene): Uint8Array {
  const cached = painted.get(scene);
  if (cached) return cached;
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
  painted.set(scene, file);
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
