import type { CALLOUT_KINDS } from './callout-kinds.ts';

type CalloutKind = (typeof CALLOUT_KINDS)[number];

/** The kinds of callouts by the colours that other programs give them. */
const COLOURS: Readonly<Record<string, CalloutKind>> = {
  red: 'caution',
  orange: 'warning',
  yellow: 'warning',
  green: 'tip',
  purple: 'important',
  pink: 'important',
};
/** By their icons, which say no more than the kind. */
const ICONS: readonly (readonly [kind: CalloutKind, icons: readonly string[]])[] = [
  ['tip', ['💡', '✅', '☑', '✔']],
  ['warning', ['⚠', '🚧']],
  ['caution', ['🚫', '🛑', '⛔', '🔥', '🚨']],
  ['important', ['❗', '‼', '❕', '📌']],
  ['note', ['ℹ', '📝', '🗒']],
];

/** The kind of another program's callout, and whether its icon is one that this kind has anyway. */
export function calloutKind(icon: string, colour = ''): { kind: CalloutKind; isUsual: boolean } {
  const plain = icon.replaceAll('\ufe0f', '');
  const byIcon = ICONS.find(([, icons]) => icons.includes(plain))?.[0];
  const byColour = Object.hasOwn(COLOURS, colour) ? COLOURS[colour] : undefined;
  return { kind: byIcon ?? byColour ?? 'note', isUsual: byIcon !== undefined };
}
