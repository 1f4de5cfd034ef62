import { describe, expect, it } from 'vitest';
import { readOutline } from './outline.ts';

describe('the outline of a glyph', () => {
  it('has a quadratic curve as the cubic one of the same points', () => {
    expect(readOutline('M0 0Q30 60 60 0Z')).toEqual({
      operators: '0 0 m\n20 40 40 40 60 0 c\nh',
      bounds: { left: 0, top: 0, right: 60, bottom: 40 },
    });
  });

  it('continues smoothly from the curve before, and from the last point after a line', () => {
    expect(readOutline('M0 0Q30 60 60 0T120 0').operators.split('\n').at(-1)).toBe('80 -40 100 -40 120 0 c');
    expect(readOutline('M0 0L60 0T120 0').operators.split('\n').at(-1)).toBe('60 0 80 0 120 0 c');
  });

  it('has straight lines of one coordinate, and several points after one command', () => {
    expect(readOutline('M1 2H5V-3L.5-1 7 8').operators).toBe('1 2 m\n5 2 l\n5 -3 l\n0.5 -1 l\n7 8 l');
  });

  it('is none where a command is relative or an arc', () => {
    expect(() => readOutline('M0 0l5 5')).toThrow('command l');
    expect(() => readOutline('M0 0A1 1 0 0 0 5 5')).toThrow('command A');
  });
});
