import type { FormSettings } from '#lib/contract/form-settings.ts';
import { mergeSetting, type SettingMergeConflict, type SettingName } from '#lib/contract/merge-settings.ts';
import { sameValue } from '#lib/text/same-value.ts';

/** A change of a setting that was not saved, because somebody else changed the same setting meanwhile. */
export type SettingConflict = {
  name: SettingName;
  /** The setting before the change, and its wanted value. */
  base: FormSettings[SettingName];
  mine: FormSettings[SettingName];
};

/** Thrown instead of overwriting somebody else's change. */
export class SettingConflictError extends Error {
  override readonly name = 'SettingConflictError';
}

/** The choice in a conflict, based on the current settings; null where none is left. */
export type OpenConflict<Name extends SettingName> = {
  parts: readonly SettingMergeConflict[];
  /** The setting with one's own choices, and with those of the others; changes without a conflict are in both. */
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
