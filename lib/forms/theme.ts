import { isRecord } from '#lib/text/is-record.ts';
import { contrast, type Hex, mix, nearestWithContrast, readHex } from './color.ts';

/** The four colours of a theme; all others are derived from them. */
export const THEME_COLORS = ['accent', 'background', 'surface', 'text'] as const;
export type ThemeColor = (typeof THEME_COLORS)[number];
export type ThemeColors = Record<ThemeColor, Hex>;

/** Font sizes of questions and answers, in pixels. */
export const FONT_SIZES = { small: 15, medium: 16, large: 18 } as const;
export type FontSize = keyof typeof FONT_SIZES;

/** Border radius of controls, in pixels; that of cards is 4 more. */
export const CORNERS = { square: 2, soft: 10, round: 18 } as const;
export type Corners = keyof typeof CORNERS;

const PRESET_COLORS = {
  violet: { accent: '#5f51e6', background: '#fafafc', surface: '#ffffff', text: '#1b1830' },
  paper: { accent: '#8a4b16', background: '#f6f1e7', surface: '#fffdf8', text: '#2b2118' },
  lagoon: { accent: '#0f7579', background: '#e9f4f4', surface: '#ffffff', text: '#10282a' },
  meadow: { accent: '#1a7f4b', background: '#eef5ee', surface: '#ffffff', text: '#15291d' },
  rose: { accent: '#b02a72', background: '#fdf2f7', surface: '#ffffff', text: '#32142a' },
  night: { accent: '#a79eff', background: '#121020', surface: '#1a1729', text: '#f1effa' },
  slate: { accent: '#7cb7ff', background: '#0f1620', surface: '#182230', text: '#eaf1fa' },
  forest: { accent: '#7ed9a8', background: '#0e1712', surface: '#17231c', text: '#e9f5ee' },
} as const satisfies Record<string, ThemeColors>;

export type ThemePreset = keyof typeof PRESET_COLORS;
export const THEME_PRESETS = Object.keys(PRESET_COLORS).filter(
  (name): name is ThemePreset => name in PRESET_COLORS,
);

/**
 * The appearance of a form (`settings.theme`): a preset, and what differs from it. Pictures are ids of the
 * form's pictures. Without a theme a form follows the visitor's preference for light or dark.
 */
export type FormTheme = Partial<ThemeColors> & {
  preset: ThemePreset;
  font_size?: FontSize;
  radius?: Corners;
  /** Above the title, as wide as the page. */
  cover?: string;
  logo?: string;
};

const isOneOf = <Name extends string>(names: Record<Name, unknown>, value: unknown): value is Name =>
  typeof value === 'string' && Object.hasOwn(names, value);

const PICTURE_ID = /^[0-9a-f-]{1,64}$/i;
const isPicture = (value: unknown): value is string => typeof value === 'string' && PICTURE_ID.test(value);

/** Parses a stored, untrusted theme: unknown properties are left out. Null is no theme. */
export function readTheme(input: unknown): FormTheme | null {
  if (!isRecord(input)) return null;
  const theme: FormTheme = { preset: isOneOf(PRESET_COLORS, input.preset) ? input.preset : 'violet' };
  for (const name of THEME_COLORS) {
    const color = readHex(input[name]);
    if (color) theme[name] = color;
  }
  if (isOneOf(FONT_SIZES, input.font_size)) theme.font_size = input.font_size;
  if (isOneOf(CORNERS, input.radius)) theme.radius = input.radius;
  if (isPicture(input.cover)) theme.cover = input.cover;
  if (isPicture(input.logo)) theme.logo = input.logo;
  return theme;
}

/** The theme's own colours, else its preset's. */
export function themeColors(theme: FormTheme): ThemeColors {
  const preset = PRESET_COLORS[theme.preset];
  return {
    accent: theme.accent ?? preset.accent,
    background: theme.background ?? preset.background,
    surface: theme.surface ?? preset.surface,
    text: theme.text ?? preset.text,
  };
}

const TEXT_RATIO = 4.5;
const CONTROL_RATIO = 3;

/** Whether white text has more contrast here than black. */
const isDark = (ground: Hex) => contrast(ground, '#ffffff') >= contrast(ground, '#000000');
export const isDarkTheme = (theme: FormTheme) => isDark(themeColors(theme).surface);

export type ContrastProblem = {
  /** The colour to change. */
  color: 'accent' | 'text';
  /** Its background. */
  on: 'background' | 'surface';
  ratio: number;
  /** The minimum of WCAG 2.2 AA: 4.5 for text, 3 for symbols and borders. */
  least: number;
  /** The nearest colour that has enough contrast to both backgrounds; null where none does. */
  nearest: Hex | null;
};

/** Colours of a theme with too little contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
export function contrastProblems(theme: FormTheme): ContrastProblem[] {
  const colors = themeColors(theme);
  const grounds = [colors.background, colors.surface];
  return (['text', 'accent'] as const).flatMap((color) => {
    const least = color === 'text' ? TEXT_RATIO : CONTROL_RATIO;
    return (['surface', 'background'] as const).flatMap((on) => {
      const ratio = contrast(colors[color], colors[on]);
      if (ratio >= least) return [];
      return [{ color, on, ratio, least, nearest: nearestWithContrast(colors[color], grounds, least) }];
    });
  });
}

/** Semantic colours, for text on light and dark backgrounds. */
const MEANINGS = {
  success: ['#187a47', '#7ed9a8'],
  warning: ['#9a5b00', '#f2bc66'],
  error: ['#c0293b', '#ff929b'],
  info: ['#2b5fd0', '#93b4ff'],
} as const;

const black: Hex = '#000000';
const white: Hex = '#ffffff';
const lettersOn = (ground: Hex): Hex => (isDark(ground) ? white : black);

/** The nearest colour with enough contrast to these backgrounds. */
const legible = (color: Hex, grounds: readonly Hex[], least = TEXT_RATIO): Hex =>
  nearestWithContrast(color, grounds, least) ?? lettersOn(grounds[0] ?? white);

/**
 * A theme as the CSS variables of all the app's controls (`styles/tokens.ts`); and two of the form's own,
 * `--form-font-size` and `--form-radius`. Colours of text and borders are adjusted as far as their contrast
 * requires, whatever was chosen.
 */
export function themeVariables(theme: FormTheme): Record<`--${string}`, string> {
  const { accent, background, surface, text: chosenText } = themeColors(theme);
  const grounds = [surface, background];
  const text = legible(chosenText, grounds);
  const dark = isDark(surface);
  const tint = mix(surface, accent, dark ? 0.22 : 0.1);
  const fill = accent;
  const meanings = Object.entries(MEANINGS).flatMap(([name, [light, onDark]]): [`--${string}`, string][] => {
    const color = dark ? onDark : light;
    const ground = mix(surface, color, dark ? 0.2 : 0.1);
    return [
      [`--hk-${name}`, legible(color, [...grounds, ground])],
      [`--hk-${name}-tint`, ground],
    ];
  });
  return {
    '--hk-primary': legible(accent, grounds, CONTROL_RATIO),
    '--hk-primary-fill': fill,
    '--hk-primary-fill-hover': mix(fill, isDark(fill) ? white : black, 0.12),
    '--hk-primary-text': legible(accent, [...grounds, tint]),
    '--hk-primary-tint': tint,
    '--hk-on-fill': lettersOn(fill),
    '--hk-page': background,
    '--hk-surface': surface,
    '--hk-raised': dark ? mix(surface, white, 0.05) : surface,
    '--hk-hover': mix(surface, text, 0.05),
    '--hk-line': mix(surface, text, 0.12),
    '--hk-field-line': legible(mix(surface, text, 0.45), grounds, CONTROL_RATIO),
    '--hk-frame-line': mix(surface, text, 0.2),
    '--hk-text': text,
    '--hk-quiet': legible(mix(surface, text, 0.65), grounds),
    '--hk-faint': mix(surface, text, 0.5),
    ...Object.fromEntries(meanings),
    '--hk-error-fill': '#c0293b',
    '--hk-mark': dark ? '#6b5310' : '#ffe9a8',
    '--form-font-size': `${FONT_SIZES[theme.font_size ?? 'medium']}px`,
    '--form-radius': `${CORNERS[theme.radius ?? 'soft']}px`,
  };
}
