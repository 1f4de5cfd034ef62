import { expect, it } from 'vitest';
import { qrPath, qrSvg } from './qr-code.ts';

it('draws the corners by which a reader finds the code, inside a quiet margin', () => {
  const { size, path } = qrPath('https://example.org/f/abcdefghijkmnpqr');
  const isDark = (x: number, y: number) => path.includes(`M${x} ${y}h1v1h-1z`);
  const last = size - 5;
  for (const [x, y] of [
    [4, 4],
    [last, 4],
    [4, last],
  ] as const)
    expect(isDark(x, y)).toBe(true);
  expect(isDark(3, 4)).toBe(false);
  expect(isDark(5, 5)).toBe(false);
});

it('is a picture without anything of the text in it', () => {
  const svg = qrSvg('https://example.org/"><script>');
  expect(svg).toMatch(/^<svg [^<]*><rect [^<]*\/><path d="[MmHhVvZz0-9 -]*" fill="#000"\/><\/svg>$/);
});
