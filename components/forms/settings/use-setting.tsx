import { type ReactNode, useEffect, useState } from 'react';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { openConflict, SettingConflictError } from '#components/forms/draft/setting-conflict.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { type FormSettings, formSettings } from '#lib/contract/form-settings.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { requiredDeletionOf } from '#services/form.ts';
import { fieldErrorsOf } from '#services/http.ts';
import { SettingConflictNote } from './SettingConflictNote.tsx';

/**
 * The result of the last change: `unsaved` while typed input is not sent yet, or was refused; `by` where somebody else
 * made it, null for a user without a name.
 */
export type SettingState = 'saved' | 'saving' | 'unsaved' | { by: string | null } | null;

/** Whether a change was saved, refused (or needs a confirmation), or conflicted with a change by somebody else. */
export type SaveOutcome = 'saved' | 'refused' | 'conflict';

export type Setting<Name extends keyof FormSettings> = {
  /** The value on the server. */
  value: FormSettings[Name];
  /** The chosen value while it is being saved. */
  pendingValue: FormSettings[Name];
  /** Why the last change was refused, or the choice in a conflict. */
  error: ReactNode;
  /** The result of the last change on this screen. */
  state: SettingState;
  /** Whether the value can be saved, as far as this screen knows. */
  takes: (value: FormSettings[Name]) => boolean;
  /** Saves it, with immediate effect. `base` is the setting when the change was begun, by default `value`. */
  save: (value: FormSettings[Name], base?: FormSettings[Name]) => Promise<SaveOutcome>;
  /** Submissions that the last change would delete, for which the server requires a confirmation. */
  deletion: { submissionCount: number; accept: () => Promise<SaveOutcome>; cancel: () => void } | null;
};

/** How long "Saved", and who changed it, is shown, in milliseconds. */
const SAVED_FOR = 4000;
const CHANGED_FOR = 15_000;

/** The first of the server's messages, under the setting's name or a path in it. */
const firstMessage = (error: unknown): ReactNode =>
  Object.values(fieldErrorsOf(error))[0] ?? failureText(error);

/** The result of the last change, for a limited time. */
function usePassingState() {
  const [state, setState] = useState<SettingState>(null);
  useEffect(() => {
    if (state === null || state === 'saving') return;
    const timer = setTimeout(() => setState(null), state === 'saved' ? SAVED_FOR : CHANGED_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  return [state, setState] as const;
}

/** One of the form's settings: its value, and changing it separately. */
export function useSetting<Name extends keyof FormSettings>(name: Name): Setting<Name> {
  type Value = FormSettings[Name];
  const draft = useDraft();
  const value: Value = draft.form.settings[name];
  const [error, setError] = useState<ReactNode>(null);
  const [state, setState] = usePassingState();
  const [deletionToConfirm, setDeletionToConfirm] = useState<{
    value: Value;
    base: Value;
    deletedCount: number;
  } | null>(null);
  const [pending, setPending] = useState<{ value: Value } | null>(null);
  const [seen, setSeen] = useState<Value>(value);
  if (!sameValue(seen, value)) {
    setSeen(value);
    if (!pending) setState({ by: draft.form.setting_changes[name]?.name ?? null });
  }

  const check = (wanted: Value) => formSettings.partial().safeParse({ [name]: wanted });
  const save = async (wanted: Value, base: Value, deletes?: number): Promise<SaveOutcome> => {
    const checked = check(wanted);
    if (!checked.success) {
      setState(null);
      setError(checked.error.issues[0]?.message ?? null);
      return 'refused';
    }
    setError(null);
    setState('saving');
    setPending({ value: wanted });
    try {
      await draft.send(
        {
          settings: { [name]: wanted },
          ...(deletes === undefined ? {} : { deletes_answers: deletes }),
        },
        { [name]: base },
      );
      setDeletionToConfirm(null);
      setState('saved');
      return 'saved';
    } catch (failure) {
      setState(null);
      if (failure instanceof SettingConflictError) return 'conflict';
      const question = requiredDeletionOf(failure);
      setDeletionToConfirm(question && { value: wanted, base, deletedCount: question.answers });
      setError(question ? null : firstMessage(failure));
      return 'refused';
    } finally {
      setPending(null);
    }
  };
  const conflict = openConflict(name, draft.settingConflicts, draft.form.settings);
  const applyTheirs = (theirs: Value) => {
    draft.dismissSettingConflict(name);
    if (!sameValue(theirs, value)) void save(theirs, value);
  };
  return {
    value,
    pendingValue: pending ? pending.value : value,
    error: conflict ? (
      <SettingConflictNote
        parts={conflict.parts}
        onKeepMine={() => void save(conflict.mine, value)}
        onUseTheirs={() => applyTheirs(conflict.theirs)}
      />
    ) : (
      error
    ),
    state,
    takes: (wanted) => check(wanted).success,
    save: (wanted, base) => save(wanted, base === undefined ? value : base),
    deletion: deletionToConfirm && {
      submissionCount: deletionToConfirm.deletedCount,
      accept: () => save(deletionToConfirm.value, deletionToConfirm.base, deletionToConfirm.deletedCount),
      cancel: () => setDeletionToConfirm(null),
    },
  };
}
