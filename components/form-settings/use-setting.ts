import { type ReactNode, useEffect, useState } from 'react';
import { useDraft } from '#components/builder/draft-context.ts';
import { failureText } from '#components/common/failure-text.tsx';
import { type FormSettings, formSettings } from '#lib/contract/form.ts';
import { deletionOf } from '#services/form.ts';
import { fieldErrorsOf } from '#services/http.ts';

export type SettingState = 'saved' | 'saving' | null;

export type Setting<Name extends keyof FormSettings> = {
  /** As the server has it. */
  value: FormSettings[Name];
  /** As it was chosen, while that is on its way. */
  chosen: FormSettings[Name];
  /** Why the last change was refused. */
  error: ReactNode;
  /** What came of the last change on this screen. */
  state: SettingState;
  /** Saves it; it acts at once. @returns whether it was taken */
  save: (value: FormSettings[Name]) => Promise<boolean>;
  /** Answers that the last change would delete, which the server asks about first. */
  deletion: { answers: number; accept: () => Promise<void>; cancel: () => void } | null;
};

/** How long "Saved" stands there, in milliseconds. */
const SAVED_FOR = 4000;

/** The first of the server's messages, which stand under the setting's name, or under a place in it. */
const firstMessage = (error: unknown): ReactNode =>
  Object.values(fieldErrorsOf(error))[0] ?? failureText(error);

/** One of the form's settings: its value, and changing it by itself. */
export function useSetting<Name extends keyof FormSettings>(name: Name): Setting<Name> {
  const draft = useDraft();
  const [error, setError] = useState<ReactNode>(null);
  const [state, setState] = useState<SettingState>(null);
  const [asked, setAsked] = useState<{ value: FormSettings[Name]; answers: number } | null>(null);
  const [pending, setPending] = useState<{ value: FormSettings[Name] } | null>(null);
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setState(null), SAVED_FOR);
    return () => clearTimeout(timer);
  }, [state]);

  const save = async (value: FormSettings[Name], deletes?: number) => {
    const checked = formSettings.partial().safeParse({ [name]: value });
    if (!checked.success) {
      setState(null);
      setError(checked.error.issues[0]?.message ?? null);
      return false;
    }
    setError(null);
    setState('saving');
    setPending({ value });
    try {
      await draft.send({
        settings: { [name]: value },
        ...(deletes === undefined ? {} : { deletes_answers: deletes }),
      });
      setAsked(null);
      setState('saved');
      return true;
    } catch (failure) {
      setState(null);
      const question = deletionOf(failure);
      setAsked(question && { value, answers: question.answers });
      setError(question ? null : firstMessage(failure));
      return false;
    } finally {
      setPending(null);
    }
  };
  const value = draft.form.settings[name];
  return {
    value,
    chosen: pending ? pending.value : value,
    error,
    state,
    save: (given) => save(given),
    deletion: asked && {
      answers: asked.answers,
      accept: async () => void (await save(asked.value, asked.answers)),
      cancel: () => setAsked(null),
    },
  };
}
