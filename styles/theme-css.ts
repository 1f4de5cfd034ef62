import { keysOf } from '#lib/text/keys-of.ts';
import {
  COLORS,
  CONTROL,
  colorVariable,
  KIND_COLORS,
  kindVariable,
  MOTION,
  RADIUS,
  SHADOW,
} from './tokens.ts';

/** The CSS variables of one scheme (0 light, 1 dark). */
function variables(scheme: 0 | 1): string[] {
  const lines = [`color-scheme: ${scheme ? 'dark' : 'light'};`];
  for (const name of keysOf(COLORS)) {
    lines.push(`${colorVariable(name)}: ${COLORS[name][scheme].toLowerCase()};`);
  }
  for (const kind of keysOf(KIND_COLORS)) {
    for (const part of ['icon', 'tint'] as const) {
      lines.push(`${kindVariable(kind, part)}: ${KIND_COLORS[kind][part][scheme].toLowerCase()};`);
    }
  }
  return lines;
}

/**
 * Variables that are equal in both schemes: `--hk-radius-card`, `--hk-control-large`, `--hk-shadow-floating`,
 * `--hk-motion`.
 */
function measures(): string[] {
  return [
    ...Object.entries(RADIUS).map(([name, pixels]) => `--hk-radius-${name}: ${pixels}px;`),
    ...Object.entries(CONTROL).map(([name, pixels]) => `--hk-control-${name}: ${pixels}px;`),
    ...Object.entries(SHADOW).map(([name, shadow]) => `--hk-shadow-${name}: ${shadow};`),
    `--hk-motion: ${MOTION};`,
  ];
}

/**
 * Selects the dark scheme of `selector` twice: chosen by the user, and by the system where nothing is chosen. Print is
 * light.
 */
export function darkRules(prefix: (root: string) => string, body: string[]): string {
  const block = (selector: string, pad: string) =>
    [`${pad}${selector} {`, ...body.map((line) => `${pad}  ${line}`), `${pad}}`].join('\n');
  return [
    '@media screen {',
    block(prefix(':root[data-theme="dark"]'), '  '),
    '}',
    '',
    '@media screen and (prefers-color-scheme: dark) {',
    block(prefix(':root:not([data-theme="light"], [data-theme="dark"])'), '  '),
    '}',
  ].join('\n');
}

/** `styles/theme.css`: every token as a CSS variable, light and dark. */
export function themeCss(): string {
  return [
    '/* Made from styles/tokens.ts by scripts/build-theme.ts; change it there. */',
    [':root {', ...[...variables(0), ...measures()].map((line) => `  ${line}`), '}'].join('\n'),
    '',
    darkRules((root) => root, variables(1)),
    '',
  ].join('\n');
}
