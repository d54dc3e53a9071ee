/** Checks that people with colour blindness can distinguish the status colours of the colour-blind palette. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, '../../renderer/ui/tokens.css'), 'utf8');

type Color = readonly [number, number, number];
type Matrix = readonly [Color, Color, Color];

/** Reads the status colours of a CSS rule, each as [light, dark]. */
function statusColors(selector: string): Map<string, readonly [string, string]> {
  const from = css.indexOf(`\n${selector} {`);
  if (from < 0) throw new Error(`No rule ${selector}`);
  const rule = css.slice(from, css.indexOf('\n}', from));
  const found = rule.matchAll(/--status-(\w+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map([...found].map(([, name, light, dark]) => [String(name), [String(light), String(dark)] as const]));
}

const linearRgb = (hex: string): Color =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Color;

const multiply = (matrix: Matrix, color: Color): Color =>
  matrix.map((row) => row[0] * color[0] + row[1] * color[1] + row[2] * color[2]) as unknown as Color;

/**
 * Converts linear sRGB to OKLab, a colour space by Björn Ottosson. Distances in OKLab are close to perceived
 * differences.
 */
function oklab(color: Color): Color {
  const cones = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  ).map((value) => Math.cbrt(Math.max(0, value))) as unknown as Color;
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/**
 * Matrices that simulate protanopia, deuteranopia and tritanopia at full severity (1) on linear sRGB, by Machado,
 * Oliveira and Fernandes (2009).
 */
const simulationMatrices: Record<string, Matrix> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Statuses that must be easy to distinguish on one board. */
const boardStatuses = ['started', 'review', 'blocked', 'done'];

function nearestPair(colors: Map<string, readonly [string, string]>, theme: 0 | 1, sight: Matrix): [number, string] {
  const seen = boardStatuses.map(
    (name) => [name, oklab(multiply(sight, linearRgb(colors.get(name)?.[theme] ?? '')))] as const,
  );
  let found: [number, string] = [Number.POSITIVE_INFINITY, ''];
  for (const [index, [name, color]] of seen.entries())
    for (const [other, against] of seen.slice(index + 1)) {
      const distance = Math.hypot(color[0] - against[0], color[1] - against[1], color[2] - against[2]);
      if (distance < found[0]) found = [distance, `${name} and ${other}`];
    }
  return found;
}

describe('the colour-blind palette', () => {
  const palette = new Map([...statusColors(':root'), ...statusColors('[data-palette="colour-blind"]')]);

  test.each(
    Object.entries(simulationMatrices).flatMap(([name, sight]) => [
      [name, 'light', 0, sight] as const,
      [name, 'dark', 1, sight] as const,
    ]),
  )('distinguishes started, review, blocked and done with %s, %s', (_name, _theme, theme, sight) => {
    const [distance, pair] = nearestPair(palette, theme, sight);
    // In OKLab, a distance of 0.02 is just visible between two colours side by side. Colours that are far apart on the
    // screen need a larger distance.
    expect(distance, pair).toBeGreaterThan(0.1);
  });
});
