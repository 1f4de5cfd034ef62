import { useEffect, useRef, useState } from 'react';
import { useSetting } from '#components/forms/settings/use-setting.tsx';
import { type FormTheme, readTheme } from '#lib/forms/theme.ts';

/** Delay from the last change of a colour to saving it, in milliseconds: a slider fires many events. */
const PAUSE = 500;

/** The unsaved theme, and the theme that it is based on. */
type OwnTheme = { theme: FormTheme | null; base: FormTheme | null };

/**
 * The form's theme, changed on screen immediately and saved after a delay; changes by others are shown where nothing is
 * unsaved.
 */
export function useTheme() {
  const setting = useSetting('theme');
  const [own, setOwn] = useState<OwnTheme | null>(null);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<OwnTheme | null>(null);
  const saved = readTheme(setting.value);
  const shown = own ? own.theme : saved;
  const latest = useRef({ own, saved, save: setting.save });
  useEffect(() => {
    latest.current = { own, saved, save: setting.save };
  });
  const put = (next: OwnTheme | null) => {
    latest.current.own = next;
    setOwn(next);
  };

  const madeMeanwhile = (): OwnTheme | null => waiting.current;
  const saveWaiting = async () => {
    const sent = waiting.current;
    if (!sent) return;
    clearTimeout(wait.current);
    waiting.current = null;
    const outcome = await latest.current.save(sent.theme, sent.base);
    if (outcome === 'refused') return;
    // A choice made meanwhile is based on the theme that was sent.
    const later = madeMeanwhile();
    waiting.current = later && outcome === 'saved' ? { theme: later.theme, base: sent.theme } : later;
    put(waiting.current);
  };
  const flush = useRef(saveWaiting);
  useEffect(() => {
    flush.current = saveWaiting;
  });
  // The last choice is saved, too, when the tab is left before the delay.
  useEffect(() => () => void flush.current(), []);

  const change = (next: FormTheme | null) => {
    const before = latest.current;
    const changed = { theme: next, base: before.own ? before.own.base : before.saved };
    waiting.current = changed;
    put(changed);
    clearTimeout(wait.current);
    wait.current = setTimeout(() => void flush.current(), PAUSE);
  };
  return {
    theme: shown,
    change,
    /** Changes the theme as it is then, for asynchronous changes. */
    changeLater: (edit: (theme: FormTheme) => FormTheme) => {
      const now = latest.current.own ? latest.current.own.theme : latest.current.saved;
      if (now) change(edit(now));
    },
    error: setting.error,
    state: setting.state,
  };
}
