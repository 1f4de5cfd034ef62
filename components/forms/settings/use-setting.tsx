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
 * What became of the last change: `unsaved` while something is typed that is not sent yet, or was refused; `by` where
 * somebody else made it, null for who has no name.
 */
export type SettingState = 'saved' | 'saving' | 'unsaved' | { by: string | null } | null;

/** Whether a change was taken, refused (or asked about), or collided with what somebody else changed. */
export type SaveOutcome = 'saved' | 'refused' | 'conflict';

export type Setting<Name extends keyof FormSettings> = {
  /** As the server has it. */
  value: FormSettings[Name];
  /** As it was chosen, while that is on its way. */
  pendingValue: FormSettings[Name];
  /** Why the last change was refused, or what there is to choose between. */
  error: ReactNode;
  /** What came of the last change on this screen. */
  state: SettingState;
  /** Whether the value is one that can be saved, as far as this screen knows. */
  takes: (value: FormSettings[Name]) => boolean;
  /** Saves it; it acts at once. `base` is the setting as it was when the change was begun, without which it is `value`. */
  save: (value: FormSettings[Name], base?: FormSettings[Name]) => Promise<SaveOutcome>;
  /** Answers that the last change would delete, which the server asks about first. */
  deletion: { submissionCount: number; accept: () => Promise<SaveOutcome>; cancel: () => void } | null;
};

/** How long "Saved" stands there, and who changed it, in milliseconds. */
const SAVED_FOR = 4000;
const CHANGED_FOR = 15_000;

/** The first of the server's messages, which stand under the setting's name, or under a place in it. */
const firstMessage = (error: unknown): ReactNode =>
  Object.values(fieldErrorsOf(error))[0] ?? failureText(error);

/** What became of the last change, for a while. */
function usePassingState() {
  const [state, setState] = useState<SettingState>(null);
  useEffect(() => {
    if (state === null || state === 'saving') return;
    const timer = setTimeout(() => setState(null), state === 'saved' ? SAVED_FOR : CHANGED_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  return [state, setState] as const;
}

/** One of the form's settings: its value, and changing it by itself. */
export function useSetting<Name extends keyof FormSettings>(name: Name): Setting<Name> {
  type Value = FormSettings[Name];
  const draft = useDraft();
  const value: Value = draft.form.settings[name];
  const [error, setError] = useState<ReactNode>(null);
  const [state, setState] = usePassingState();
  const [asked, setAsked] = useState<{ value: Value; base: Value; answers: number } | null>(null);
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
      setAsked(null);
      setState('saved');
      return 'saved';
    } catch (failure) {
      setState(null);
      if (failure instanceof SettingConflictError) return 'conflict';
      const question = requiredDeletionOf(failure);
      setAsked(question && { value: wanted, base, answers: question.answers });
      setError(question ? null : firstMessage(failure));
      return 'refused';
    } finally {
      setPending(null);
    }
  };
  const conflict = openConflict(name, draft.settingConflicts, draft.form.settings);
  const keepTheirs = (theirs: Value) => {
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
        onUseTheirs={() => keepTheirs(conflict.theirs)}
      />
    ) : (
      error
    ),
    state,
    takes: (wanted) => check(wanted).success,
    save: (wanted, base) => save(wanted, base === undefined ? value : base),
    deletion: asked && {
      submissionCount: asked.answers,
      accept: () => save(asked.value, asked.base, asked.answers),
      cancel: () => setAsked(null),
    },
  };
}
