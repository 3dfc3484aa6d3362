import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8');

function color(name: string, theme: 0 | 1): string {
  const pair = new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const value = pair?.[theme + 1];
  if (!value) throw new Error(`No colour named ${name}`);
  return value;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, relative contrast. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const BACKGROUNDS = ['surface', 'raised', 'sunken', 'hover', 'selected'];
const STATES = ['pending', 'approved', 'scheduled', 'posted', 'rejected', 'failed', 'warning', 'accent'];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in the %s theme', (_, theme) => {
  it.each(BACKGROUNDS)('everything can be read on %s', (background) => {
    const behind = color(background, theme);
    expect(contrast(color('text', theme), behind)).toBeGreaterThanOrEqual(7);
    for (const name of ['muted', ...STATES]) {
      expect(contrast(color(name, theme), behind), name).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('placeholders, control edges and filled buttons can be made out', () => {
    expect(contrast(color('faint', theme), color('raised', theme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color('line-strong', theme), color('raised', theme))).toBeGreaterThanOrEqual(3);
    expect(contrast(color('on-ink', theme), color('ink', theme))).toBeGreaterThanOrEqual(7);
    expect(contrast(color('on-ink', theme), color('accent', theme))).toBeGreaterThanOrEqual(3);
  });
});
