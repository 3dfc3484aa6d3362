import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8');

interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

function color(name: string, theme: 0 | 1): Oklch {
  const oklch = 'oklch\\(([\\d.]+)% ([\\d.]+) ([\\d.]+)\\)';
  const pair = new RegExp(`--color-${name}: light-dark\\(${oklch}, ${oklch}\\)`).exec(
    css,
  );
  if (!pair) throw new Error(`No colour named ${name}`);
  const [lightness = 0, chroma = 0, hue = 0] = pair
    .slice(1 + 3 * theme, 4 + 3 * theme)
    .map(Number);
  return { lightness: lightness / 100, chroma, hue: (hue * Math.PI) / 180 };
}

/**
 * Returns the relative luminance, computed via linear sRGB (CSS Color 4, "Oklab to XYZ").
 */
function luminance({ lightness, chroma, hue }: Oklch): number {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of WCAG 2.2. */
function contrast(a: Oklch, b: Oklch): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const BACKGROUNDS = ['page', 'surface', 'raised', 'sunken', 'hover', 'accent-soft'];
const STATES = [
  'pending',
  'approved',
  'scheduled',
  'posted',
  'rejected',
  'failed',
  'accent',
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_, theme) => {
  it.each(BACKGROUNDS)('all text is readable on %s', (background) => {
    const behind = color(background, theme);
    expect(contrast(color('text', theme), behind)).toBeGreaterThanOrEqual(7);
    expect(contrast(color('soft', theme), behind)).toBeGreaterThanOrEqual(7);
    for (const name of ['muted', ...STATES]) {
      expect(contrast(color(name, theme), behind), name).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('placeholders, control edges and filled buttons have enough contrast', () => {
    expect(
      contrast(color('muted', theme), color('surface', theme)),
    ).toBeGreaterThanOrEqual(4.5);
    expect(
      contrast(color('field-line', theme), color('surface', theme)),
    ).toBeGreaterThanOrEqual(3);
    expect(contrast(color('on-ink', theme), color('ink', theme))).toBeGreaterThanOrEqual(
      7,
    );
    expect(
      contrast(color('on-ink', theme), color('accent', theme)),
    ).toBeGreaterThanOrEqual(3);
  });
});
