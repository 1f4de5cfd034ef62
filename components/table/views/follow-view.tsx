import { FormattedMessage } from 'react-intl';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { View } from '#lib/contract/table-views.ts';
import { removing } from './change-views.ts';
import { isSameSettings, settingsOf, type ViewSettings } from './view-settings.ts';

const isCellEdited = () => document.querySelector('[role="grid"] [data-editor]') !== null;

/** Runs something once no cell is edited, unless the signal comes before. */
function afterEditing(run: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(() => {
    if (isCellEdited()) return;
    observer.disconnect();
    run();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
}

type Following = {
  /** The view that the settings come from, as it was then. */
  base: View;
  /** The same one as it is; null where it no longer exists. */
  current: View | null;
  settings: ViewSettings;
  setBase: (base: View) => void;
  show: (next: ViewSettings, isSamePlace: boolean) => void;
  open: (view: null) => void;
  toast: (toast: Toast) => void;
};

/**
 * Shows the open view as others changed it, unless changes of it are shown that are not saved; once no cell is edited.
 * @param signal something else is shown by now
 */
export function followView(following: Following, signal: AbortSignal): void {
  const { base, current, settings, ...on } = following;
  if (signal.aborted || removing.has(base.id)) return;
  if (isCellEdited()) afterEditing(() => followView(following, signal), signal);
  else if (!current) {
    on.toast({ text: <FormattedMessage id="table.view_gone" /> });
    on.open(null);
  } else if (current.revision >= base.revision) {
    const [old, next] = [settingsOf(base), settingsOf(current)];
    const isUnchanged = isSameSettings(settings, old);
    if (isUnchanged || isSameSettings(next, old) || isSameSettings(next, settings)) on.setBase(current);
    if (isUnchanged) on.show(next, next.type === old.type && next.group.join() === old.group.join());
  }
}
