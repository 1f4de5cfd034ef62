import { BREAKPOINTS } from '#lib/text/constants.ts';

/**
 * The only definition of all colours and measures: CSS variables and antd's theme are generated from it
 * (`scripts/build-theme.ts`). A colour has a light and a dark value.
 */

type Pair = readonly [light: string, dark: string];

export const COLORS = {
  primary: ['#796CFF', '#9A90FF'],
  primaryFill: ['#5F51E6', '#6A5CF0'],
  primaryFillHover: ['#5143D6', '#5F51E6'],
  primaryText: ['#5F51E6', '#A79EFF'],
  primaryTint: ['#F1EFFF', '#2A2550'],
  onFill: ['#FFFFFF', '#FFFFFF'],
  page: ['#FAFAFC', '#121020'],
  surface: ['#FFFFFF', '#1A1729'],
  raised: ['#FFFFFF', '#221E36'],
  /** Behind cards in a list, so that the list stands out from the page and the cards from the list. */
  listFill: ['#F0EFF6', '#221E36'],
  hover: ['#F5F4FA', '#231F37'],
  line: ['#E8E7F0', '#2C2840'],
  /** Border of controls: 3:1 against every background that controls are placed on (WCAG 1.4.11). */
  fieldLine: ['#8A87A0', '#77729A'],
  /** Border of an area or a card, where nothing depends on seeing it. */
  frameLine: ['#D5D3E2', '#3D385A'],
  text: ['#1B1830', '#F1EFFA'],
  quiet: ['#6A6780', '#A9A5C0'],
  faint: ['#8E8BA3', '#7F7B98'],
  success: ['#187A47', '#7ED9A8'],
  successTint: ['#E7F6EE', '#143224'],
  warning: ['#9A5B00', '#F2BC66'],
  warningTint: ['#FFF4DF', '#38290F'],
  error: ['#C0293B', '#FF929B'],
  errorTint: ['#FDEBEC', '#40181F'],
  errorFill: ['#C0293B', '#C93345'],
  info: ['#2B5FD0', '#93B4FF'],
  infoTint: ['#E9F0FF', '#182A52'],
  mark: ['#FFE9A8', '#6B5310'],
  shade: ['rgba(27, 24, 48, 0.45)', 'rgba(6, 5, 14, 0.66)'],
} as const satisfies Record<string, Pair>;

/** One colour per kind, the same everywhere: an icon on its tint. */
export const KIND_COLORS = {
  document: { icon: ['#2B5FD0', '#93B4FF'], tint: ['#E9F0FF', '#182A52'] },
  table: { icon: ['#187A47', '#7ED9A8'], tint: ['#E7F6EE', '#143224'] },
  email: { icon: ['#9A5B00', '#F2BC66'], tint: ['#FFF4DF', '#38290F'] },
  contact: { icon: ['#B02A72', '#F79AC8'], tint: ['#FDEBF5', '#411830'] },
  image: { icon: ['#5F51E6', '#A79EFF'], tint: ['#F1EFFF', '#2A2550'] },
  media: { icon: ['#C0293B', '#FF929B'], tint: ['#FDEBEC', '#40181F'] },
  general: { icon: ['#5E5B73', '#B5B1C9'], tint: ['#F0EFF5', '#2B283C'] },
  folder: { icon: ['#5E5B73', '#B5B1C9'], tint: ['#F0EFF5', '#2B283C'] },
  form: { icon: ['#0F7579', '#77D3D6'], tint: ['#E2F4F4', '#103234'] },
  post: { icon: ['#5F51E6', '#A79EFF'], tint: ['#F1EFFF', '#2A2550'] },
} as const satisfies Record<string, { icon: Pair; tint: Pair }>;

/** Background of white letters, in both schemes. */
export const AVATAR_COLORS = ['#0F7579', '#5F51E6', '#B02A72', '#9A5B00', '#2B5FD0', '#1A7F4B'] as const;

export type ColorName = keyof typeof COLORS;
export type KindName = keyof typeof KIND_COLORS;

/** `primaryTint` → `primary-tint`, the form in a CSS variable's name. */
const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The CSS variable's name of a colour. */
export const colorVariable = (name: ColorName) => `--hk-${dashed(name)}`;
export const kindVariable = (kind: KindName, part: 'icon' | 'tint') => `--hk-kind-${kind}-${part}`;

/** A colour as styles use it: `color('quiet')` → `var(--hk-quiet)`. */
export const color = (name: ColorName) => `var(${colorVariable(name)})`;
export const kindColor = (kind: KindName, part: 'icon' | 'tint') => `var(${kindVariable(kind, part)})`;

/** Steps of 4 pixels: `space(3)` → `12px`. */
export const space = (steps: number) => `${steps * 4}px`;

export const RADIUS = { control: 10, card: 14, chip: 7, icon: 9 } as const;
export const radius = (name: keyof typeof RADIUS) => `${RADIUS[name]}px`;

/** Heights of controls, in pixels: in bars, in forms and in rows. */
export const CONTROL = { medium: 40, large: 44, small: 32 } as const;

export const FONT_FAMILY =
  "'Be Vietnam Pro', 'Be Vietnam Pro Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export const SHADOW = {
  floating: '0 12px 32px rgba(20, 16, 50, 0.18), 0 2px 6px rgba(20, 16, 50, 0.08)',
  card: '0 1px 2px rgba(27, 24, 48, 0.05)',
} as const;

/** Value for a transition's shorthand; base.css disables it where reduced motion is preferred. */
export const MOTION = '150ms ease-out';

type Breakpoint = keyof typeof BREAKPOINTS;
/** `@media` from this width on, and below it: `${below('md')} { … }`. */
export const from = (name: Breakpoint) => `@media (min-width: ${BREAKPOINTS[name]}px)`;
export const below = (name: Breakpoint) => `@media (max-width: ${BREAKPOINTS[name] - 0.02}px)`;
