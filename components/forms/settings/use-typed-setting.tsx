import { useEffect, useRef, useState } from 'react';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import { SettingStateNote } from './SettingStateNote.tsx';
import type { Setting } from './use-setting.tsx';

/** The typed text of a setting, saved on blur. */
export function useTyped<Name extends keyof FormSettings>(setting: Setting<Name>, format: Typed<Name>) {
  const { reset: _, ...typed } = useResettable(setting, format);
  return typed;
}

type Typed<Name extends keyof FormSettings> = {
  show: (value: FormSettings[Name]) => string;
  read: (text: string) => FormSettings[Name];
};

/** The same, with a function that resets the typed text. */
export function useResettable<Name extends keyof FormSettings>(
  setting: Setting<Name>,
  { show, read }: Typed<Name>,
) {
  type Edit = { text: string; base: FormSettings[Name]; refused?: string };
  // A change by somebody else is shown where nothing is being typed, and otherwise reported on saving.
  const [edit, setEdit] = useState<Edit | null>(null);
  const save = async ({ text, base }: Edit) => {
    const value = read(text);
    const outcome = text === show(base) ? 'saved' : await setting.save(value, base);
    if (outcome === 'refused') return setEdit((now) => now && { ...now, refused: text });
    setEdit((now) => {
      if (!now || now.text === text) return null;
      return outcome === 'saved' ? { ...now, base: value } : now;
    });
  };
  const isUnsaved = edit !== null && edit.text !== show(edit.base);
  // A valid value is saved when the page is left; an invalid one would be lost.
  const isStuck = isUnsaved && (edit.refused === edit.text || !setting.takes(read(edit.text)));
  useUnloadWarning(isUnsaved || setting.state === 'saving');
  useOnLeave(isUnsaved && !isStuck && setting.state !== 'saving' ? () => void save(edit) : null);
  return {
    value: edit ? edit.text : show(setting.value),
    reset: () => setEdit(null),
    error: setting.error,
    aside: (
      <>
        <SettingStateNote state={isUnsaved && setting.state !== 'saving' ? 'unsaved' : setting.state} />
        {isStuck && <LeaveGuard views />}
      </>
    ),
    onChange: (event: { target: { value: string } }) => {
      const text = event.target.value;
      setEdit((now) => ({ base: setting.value, ...now, text }));
    },
    onBlur: () => {
      if (edit) void save(edit);
    },
  };
}

/** Calls a function when the screen is left without a blur of the field, as by the browser's Back. */
function useOnLeave(act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => latest.current?.(), []);
}
