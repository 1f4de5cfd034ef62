import { useEffect, useRef, useState } from 'react';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { useUnloadWarning } from '#components/ui/use-unload-warning.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import { SettingStateNote } from './SettingStateNote.tsx';
import type { Setting } from './use-setting.tsx';

/** What is typed, until it is left: then it is saved. */
export function useTyped<Name extends keyof FormSettings>(setting: Setting<Name>, words: Typed<Name>) {
  const { reset: _, ...typed } = useResettable(setting, words);
  return typed;
}

type Typed<Name extends keyof FormSettings> = {
  show: (value: FormSettings[Name]) => string;
  read: (text: string) => FormSettings[Name];
};

/** The same, and how to take back what was typed. */
export function useResettable<Name extends keyof FormSettings>(
  setting: Setting<Name>,
  { show, read }: Typed<Name>,
) {
  type Edit = { text: string; base: FormSettings[Name]; refused?: string };
  // What somebody else saves meanwhile is shown where nothing is being typed, and told when what was typed is saved.
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
  // What can be saved is saved on the way out; what can't would be lost.
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

/** Does something when the screen is left without the field having been left first, as by the browser's Back. */
function useOnLeave(act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => latest.current?.(), []);
}
