import { useEffect, useRef, useState } from 'react';
import { useSetting } from '#components/form-settings/use-setting.ts';
import { type FormTheme, readTheme } from '#lib/form/theme.ts';

/** From the last change of a colour to saving it, in milliseconds: a slider gives many. */
const PAUSE = 500;

/** The form's theme on screen at once, and kept a moment later. */
export function useTheme() {
  const setting = useSetting('theme');
  const [theme, setTheme] = useState(() => readTheme(setting.value));
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<(() => void) | null>(null);
  const latest = useRef(setting.save);
  useEffect(() => {
    latest.current = setting.save;
  });
  // What was chosen last is kept, too, when the tab is left before its time.
  useEffect(
    () => () => {
      clearTimeout(wait.current);
      waiting.current?.();
    },
    [],
  );
  const change = (next: FormTheme | null) => {
    setTheme(next);
    clearTimeout(wait.current);
    waiting.current = () => {
      waiting.current = null;
      void latest.current(next);
    };
    wait.current = setTimeout(() => waiting.current?.(), PAUSE);
  };
  return { theme, change, error: setting.error, state: setting.state };
}
