/** Decodes PNG screenshots with 8 bits per channel, RGB or RGBA, not interlaced (https://www.w3.org/TR/png-3/). */
import { inflateSync } from 'node:zlib';

export interface PixelImage {
  readonly width: number;
  readonly height: number;
  /** Returns red, green and blue of a pixel, each from 0 to 255. */
  at(x: number, y: number): readonly [number, number, number];
}

export function readPng(file: Buffer): PixelImage {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const [depth, kind, , , interlace] = file.subarray(24, 29);
  const channels = kind === 2 ? 3 : kind === 6 ? 4 : 0;
  if (depth !== 8 || channels === 0 || interlace !== 0) throw new Error(`PNG of depth ${depth}, kind ${kind}`);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const packed = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (stride + 1)];
    const from = y * (stride + 1) + 1;
    const to = y * stride;
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? (data[to + x - channels] ?? 0) : 0;
      const up = y > 0 ? (data[to + x - stride] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (data[to + x - stride - channels] ?? 0) : 0;
      data[to + x] = ((packed[from + x] ?? 0) + predictedByte(filter, left, up, corner)) & 255;
    }
  }
  return {
    width,
    height,
    at: (x, y) => {
      const index = y * stride + x * channels;
      return [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
    },
  };
}

function predictedByte(filter: number | undefined, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      throw new Error(`PNG filter ${filter}`);
  }
}
