import type { Side } from '#lib/forms/merge-order.ts';
import { mergeProps, mergeValue } from '#lib/forms/merge-values.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { keysOf } from '#lib/text/keys-of.ts';
import { sameValue } from '#lib/text/same-value.ts';
import type { FormSettings } from './form-settings.ts';

export type SettingName = keyof FormSettings;

/** A part of the settings that both sides changed differently: `closes_at`, or of the theme `theme.accent`. */
export type SettingMergeConflict = { part: string; mine: unknown; theirs: unknown };

/** Who last changed which part of a form's settings, as it is stored: `by` is a user's id. */
export type StoredSettingChanges = Record<string, { by: string; at: string }>;

/** What was added on either side, without what either removed; in the order of theirs, then mine. */
function mergeSets(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]) {
  const isRetained = (one: unknown) => !base.includes(one) || (mine.includes(one) && theirs.includes(one));
  return [...new Set([...theirs, ...mine])].filter(isRetained);
}

/**
 * A merged setting out of two that were derived from one. Lists (addresses, origins) get what either side
 * added and lose what either removed; a theme is merged property by property; everything else is one value.
 * @param side whose value wins where both changed the same
 */
export function mergeSetting<Name extends SettingName>(
  name: Name,
  base: FormSettings[Name],
  mine: FormSettings[Name],
  theirs: FormSettings[Name],
  side: Side = 'mine',
): { value: FormSettings[Name]; collisions: SettingMergeConflict[] } {
  const { value, collisions } = mergeUntyped(name, base, mine, theirs, side);
  // The merge creates no value of another type than it was given.
  return { value: value as FormSettings[Name], collisions };
}

function mergeUntyped(
  name: SettingName,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  side: Side,
): { value: unknown; collisions: SettingMergeConflict[] } {
  const collisions: SettingMergeConflict[] = [];
  const decide = (part: string, ofMine: unknown, ofTheirs: unknown): Side => {
    collisions.push({ part, mine: ofMine, theirs: ofTheirs });
    return side;
  };
  const merged = (): unknown => {
    if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
      return mergeSets(base, mine, theirs);
    }
    if (name === 'theme' && isRecord(mine) && isRecord(theirs)) {
      const ofPart = (part: string, ofMine: unknown, ofTheirs: unknown) =>
        decide(`theme.${part}`, ofMine, ofTheirs);
      return mergeProps(isRecord(base) ? base : {}, mine, theirs, ofPart);
    }
    return mergeValue(base, mine, theirs, name, decide);
  };
  return { value: merged(), collisions };
}

/** A change of settings made upon `base`, as it is to be made upon the settings as they are now. */
export function mergeSettings(
  base: Partial<FormSettings>,
  change: Partial<FormSettings>,
  now: FormSettings,
): { settings: Partial<FormSettings>; collisions: SettingMergeConflict[] } {
  const collisions: SettingMergeConflict[] = [];
  const settings: Record<string, unknown> = { ...change };
  for (const name of keysOf(now)) {
    const [was, mine] = [base[name], change[name]];
    if (was === undefined || mine === undefined) continue;
    const merged = mergeUntyped(name, was, mine, now[name], 'mine');
    settings[name] = merged.value;
    collisions.push(...merged.collisions);
  }
  return { settings, collisions };
}

/** Separately tracked parts of the theme; others are the theme's as a whole. */
const THEME_PARTS = [
  'preset',
  'accent',
  'background',
  'surface',
  'text',
  'font_size',
  'radius',
  'cover',
  'logo',
];

/** What differs between two settings, by the names of the parts; of a theme also its properties. */
export function changedSettingParts(before: FormSettings, after: FormSettings): string[] {
  const names = keysOf(after).filter((name) => !sameValue(before[name], after[name]));
  return names.flatMap((name) => {
    if (name !== 'theme') return [name];
    const parts = THEME_PARTS.filter((part) => !sameValue(before.theme?.[part], after.theme?.[part]));
    return ['theme', ...parts.map((part) => `theme.${part}`)];
  });
}
