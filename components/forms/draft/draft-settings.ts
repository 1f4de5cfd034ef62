import type { ChangeFormRequest, Form } from '#lib/contract/form.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import { mergeSettings, type SettingName } from '#lib/contract/merge-settings.ts';
import { keysOf } from '#lib/text/keys-of.ts';
import type { DraftCore } from './draft-core.ts';
import { queueCall, reconcile } from './draft-save.ts';
import { type SettingConflict, SettingConflictError } from './setting-conflict.ts';

const conflictsBeside = (core: DraftCore, names: readonly string[]): SettingConflict[] =>
  core.state().settingConflicts.filter(({ name }) => !names.includes(name));

/** Records a conflict instead of overwriting: the wanted settings are stored until a side is chosen. */
function collide(
  core: DraftCore,
  base: Partial<FormSettings>,
  wanted: Partial<FormSettings>,
): SettingConflictError {
  const names = keysOf(wanted);
  const conflicts = names.flatMap((name): SettingConflict[] => {
    const [was, mine] = [base[name], wanted[name]];
    return was === undefined || mine === undefined ? [] : [{ name, base: was, mine }];
  });
  core.set({ settingConflicts: [...conflictsBeside(core, names), ...conflicts] });
  return new SettingConflictError();
}

async function changeSettings(
  core: DraftCore,
  change: ChangeFormRequest,
  base: Partial<FormSettings>,
): Promise<Form> {
  const wanted = change.settings ?? {};
  const { form } = core.state();
  const { settings, collisions } = mergeSettings(base, wanted, form.settings);
  if (collisions.length > 0) throw collide(core, base, wanted);
  try {
    const now = await core.server.change(form, change.settings ? { ...change, settings } : change);
    core.set({ form: now, settingConflicts: conflictsBeside(core, Object.keys(wanted)) });
    return now;
  } catch (error) {
    const now = core.server.currentOf(error);
    // Somebody else saved first: the same change again, based on the current form.
    if (now && !core.state().theirs && reconcile(core, now)) return changeSettings(core, change, base);
    throw error;
  }
}

/**
 * Changes settings and visibility, which take effect immediately, after pending calls.
 * @throws the client's error; SettingConflictError, after adding to `settingConflicts`, where others changed the same
 */
export const sendSettings = (
  core: DraftCore,
  change: ChangeFormRequest,
  base: Partial<FormSettings> = {},
): Promise<Form> => queueCall(core, () => changeSettings(core, change, base));

/** Dismisses a setting change that met a conflict. */
export const dismissConflict = (core: DraftCore, name: SettingName): void =>
  core.set({ settingConflicts: conflictsBeside(core, [name]) });
