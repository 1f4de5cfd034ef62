import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLORS } from '#styles/tokens.ts';
import { contrast, type Hex, nearestWithContrast, readHex } from './color.ts';
import {
  contrastProblems,
  readTheme,
  THEME_COLORS,
  THEME_PRESETS,
  themeColors,
  themeVariables,
} from './theme.ts';

const anyHex = fc
  .tuple(fc.integer({ min: 0, max: 0xffffff }))
  .map(([number]): Hex => `#${number.toString(16).padStart(6, '0')}`);

const hexOf = (value: string | undefined): Hex => readHex(value) ?? '#000000';

describe('colours', () => {
  it('are read as people write them', () => {
    expect(readHex('#FFF')).toBe('#ffffff');
    expect(readHex(' 5F51E6 ')).toBe('#5f51e6');
    expect(readHex('red')).toBeNull();
    expect(readHex('#12345')).toBeNull();
    expect(readHex('#fff;}body{display:none')).toBeNull();
    expect(readHex(12)).toBeNull();
  });

  it('have the contrast that WCAG works out', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    // This is why the brand's colour is never the background of white text.
    expect(contrast('#796cff', '#ffffff')).toBeCloseTo(3.89, 2);
  });

  it('move to the nearest of their hue that passes', () => {
    const found = nearestWithContrast('#796cff', ['#ffffff'], 4.5);
    expect(found).not.toBeNull();
    expect(contrast(found ?? '#ffffff', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(found ?? '#ffffff', '#ffffff')).toBeLessThan(4.8);
    expect(nearestWithContrast('#1b1830', ['#ffffff'], 4.5)).toBe('#1b1830');
  });

  it('are not found where two grounds lie too far apart', () => {
    expect(nearestWithContrast('#888888', ['#000000', '#ffffff'], 7)).toBeNull();
  });
});

describe('a theme', () => {
  it.each(THEME_PRESETS)('as the preset %s can be read by everybody', (preset) => {
    expect(contrastProblems({ preset })).toEqual([]);
  });

  it('is read with its known settings, from any author', () => {
    expect(readTheme(null)).toBeNull();
    expect(readTheme('night')).toBeNull();
    expect(readTheme({ preset: 'no such', accent: 'url(x)', radius: 'toString', cover: '../etc' })).toEqual({
      preset: 'violet',
    });
    expect(
      readTheme({
        preset: 'night',
        accent: '#ABC',
        font_size: 'large',
        radius: 'round',
        logo: '01a1-ff',
        x: 1,
      }),
    ).toEqual({ preset: 'night', accent: '#aabbcc', font_size: 'large', radius: 'round', logo: '01a1-ff' });
  });

  it('reports low contrast and suggests the nearest readable colour', () => {
    const [problem, ...rest] = contrastProblems({ preset: 'violet', accent: '#ffd54a' });
    expect(rest.length).toBe(1);
    expect(problem).toMatchObject({ color: 'accent', on: 'surface', least: 3 });
    const mended = readTheme({ preset: 'violet', accent: problem?.nearest });
    expect(mended && contrastProblems(mended)).toEqual([]);
  });

  it('is drawn so that all letters can be read, whatever was chosen', () => {
    fc.assert(
      fc.property(anyHex, anyHex, anyHex, (accent, surface, text) => {
        // With one background colour: no text has enough contrast to two very different ones, which the check
        // reports.
        const drawn = themeVariables({ preset: 'violet', accent, surface, background: surface, text });
        const ratio = (letters: `--${string}`, ground: `--${string}`) =>
          contrast(hexOf(drawn[letters]), hexOf(drawn[ground]));
        expect(ratio('--hk-text', '--hk-surface')).toBeGreaterThanOrEqual(4.5);
        expect(ratio('--hk-quiet', '--hk-surface')).toBeGreaterThanOrEqual(4.5);
        expect(ratio('--hk-on-fill', '--hk-primary-fill')).toBeGreaterThanOrEqual(4.5);
        expect(ratio('--hk-field-line', '--hk-surface')).toBeGreaterThanOrEqual(3);
        expect(ratio('--hk-error', '--hk-surface')).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 60 },
    );
  });

  it('is drawn with colours and lengths alone, whatever was sent', () => {
    const theme = readTheme({ preset: 'forest', accent: '#fff}</style>', font_size: '1px;', radius: {} });
    const drawn = theme ? Object.values(themeVariables(theme)) : [];
    expect(drawn.length).toBeGreaterThan(20);
    for (const value of drawn) expect(value).toMatch(/^(#[0-9a-f]{6}|\d+px)$/);
  });

  it('is drawn with the variables that the app’s own controls have', () => {
    const own = new Set<string>(
      Object.keys(COLORS).map((name) => `--hk-${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}`),
    );
    const drawn = Object.keys(themeVariables({ preset: 'violet' })).filter((name) =>
      name.startsWith('--hk-'),
    );
    expect(drawn.filter((name) => !own.has(name))).toEqual([]);
    // All but what a form’s page does not have: lists of boards, and the backdrop of dialogs.
    expect([...own].filter((name) => !drawn.includes(name))).toEqual(['--hk-list-fill', '--hk-shade']);
  });

  it('has its own colours before its preset’s', () => {
    const colors = themeColors({ preset: 'paper', text: '#000000' });
    expect(colors.text).toBe('#000000');
    expect(Object.keys(colors).sort()).toEqual([...THEME_COLORS].sort());
  });
});
