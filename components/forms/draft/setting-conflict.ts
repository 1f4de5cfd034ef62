import type { FormSettings } from '#lib/contract/form-settings.ts';
import { mergeSetting, type SettingMergeConflict, type SettingName } from '#lib/contract/merge-settings.ts';
import { sameValue } from '#lib/text/same-value.ts';

/** A change of a setting that was not made, because somebody else changed the same setting meanwhile. */
export type SettingConflict = {
  name: SettingName;
  /** The setting as it was when the change was begun, and as it was to be. */
  base: FormSettings[SettingName];
  mine: FormSettings[SettingName];
};

/** Thrown instead of overwriting somebody else's change. */
export class SettingConflictError extends Error {
  override readonly name = 'SettingConflictError';
}

/** What is to be chosen about a conflict, as the settings are now; null where there is nothing any more. */
export type OpenConflict<Name extends SettingName> = {
  parts: readonly SettingMergeConflict[];
  /** The setting with one's own choices, and with those of the others; what does not collide is in both. */
  mine: FormSettings[Name];
  theirs: FormSettings[Name];
};

export function openConflict<Name extends SettingName>(
  name: Name,
  conflicts: readonly SettingConflict[],
  now: FormSettings,
): OpenConflict<Name> | null {
  const conflict = conflicts.find((one) => one.name === name);
  if (!conflict) return null;
  // A conflict is stored under the name of its setting.
  const [base, wanted] = [conflict.base, conflict.mine] as [FormSettings[Name], FormSettings[Name]];
  const mine = mergeSetting(name, base, wanted, now[name], 'mine');
  if (sameValue(mine.value, now[name])) return null;
  const theirs = mergeSetting(name, base, wanted, now[name], 'theirs');
  const whole = [{ part: name, mine: wanted, theirs: now[name] }];
  return {
    parts: mine.collisions.length > 0 ? mine.collisions : whole,
    mine: mine.value,
    theirs: mine.collisions.length > 0 ? theirs.value : now[name],
  };
}
