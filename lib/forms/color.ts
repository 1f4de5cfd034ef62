/** A colour as `#rrggbb`, in lower case. */
export type Hex = `#${string}`;

type Triple = readonly [number, number, number];

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Parses a colour to `#rrggbb`; null where it is not valid. */
export function readHex(input: unknown): Hex | null {
  if (typeof input !== 'string') return null;
  const text = input.trim();
  const written = text.startsWith('#') ? text : `#${text}`;
  if (!HEX.test(written)) return null;
  const digits = written.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

const channels = (color: Hex): Triple => [
  Number.parseInt(color.slice(1, 3), 16) / 255,
  Number.parseInt(color.slice(3, 5), 16) / 255,
  Number.parseInt(color.slice(5, 7), 16) / 255,
];

const within = (value: number) => Math.min(1, Math.max(0, value));
const asHex = (rgb: Triple): Hex =>
  `#${rgb
    .map((part) =>
      Math.round(within(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Relative luminance, 0 (black) to 1 (white) (WCAG 2.2). */
function luminance(color: Hex): number {
  const [red, green, blue] = channels(color);
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** The contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Between two colours: `share` 0 is the first, 1 the second. */
export function mix(one: Hex, other: Hex, share: number): Hex {
  const [a, b] = [channels(one), channels(other)];
  return asHex([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
}

/** Oklab: lightness, green to red, blue to yellow, perceptually uniform. */
function toLab(color: Hex): Triple {
  const [r, g, b] = channels(color).map(toLinear);
  const [red = 0, green = 0, blue = 0] = [r, g, b];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromLab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** The same hue at another lightness, with as much chroma as sRGB allows. */
function atLightness([, a, b]: Triple, lightness: number): Hex {
  for (let share = 1; share >= 0; share -= 0.05) {
    const linear = fromLab([lightness, a * share, b * share]);
    if (linear.every((part) => part > -0.001 && part < 1.001)) {
      return asHex([
        fromLinear(within(linear[0])),
        fromLinear(within(linear[1])),
        fromLinear(within(linear[2])),
      ]);
    }
  }
  return lightness > 0.5 ? '#ffffff' : '#000000';
}

const STEPS = 200;

/**
 * The nearest colour, of the same hue, that has at least this contrast to each background; the colour itself
 * if it has, null where none does.
 */
export function nearestWithContrast(color: Hex, grounds: readonly Hex[], least: number): Hex | null {
  const passes = (one: Hex) => grounds.every((ground) => contrast(one, ground) >= least);
  if (passes(color)) return color;
  const lab = toLab(color);
  for (let step = 1; step <= STEPS; step += 1) {
    const away = step / STEPS;
    for (const lightness of [lab[0] - away, lab[0] + away]) {
      if (lightness < 0 || lightness > 1) continue;
      const found = atLightness(lab, lightness);
      if (passes(found)) return found;
    }
  }
  return [...(['#000000', '#ffffff'] as const)].find(passes) ?? null;
}
