import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { failureOf, fieldErrorsOf, messageOf } from '#services/http.ts';

type Values = Record<string, string>;
type Errors<V extends Values> = { [Name in keyof V & string]?: string | null | undefined };

type FormOptions<V extends Values> = {
  initial: V;
  /** Problems that can be found before anything is sent, by field. */
  check: (values: V) => Errors<V>;
  /** Sends it; an error is shown. */
  send: (values: V) => Promise<void>;
  /** Shown instead of the client's own message when the server can't be reached. */
  unreachable: string;
};

/** The first invalid control of the form, in the order of the page. */
const firstWrong = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]');

/**
 * A form's values, its messages, and its submission: validates first, shows a refusal of the server at the field it
 * concerns, focuses the first error, and preserves the input.
 */
export function useForm<V extends Values>({ initial, check, send, unreachable }: FormOptions<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<V>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  // After the messages are rendered, not before.
  useEffect(() => {
    if (refusals > 0) firstWrong(form.current)?.focus();
  }, [refusals]);

  const set = useCallback((name: keyof V & string, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors((current) => ({ ...current, [name]: undefined }));
  }, []);

  const refuse = useCallback((found: Errors<V>, message: string | null) => {
    setErrors(found);
    setProblem(message);
    setRefusals((count) => count + 1);
  }, []);

  /** Sends `submitted`, or the current values. */
  const submit = async (submitted: V) => {
    const found = check(submitted);
    if (Object.values(found).some(Boolean)) return refuse(found, null);
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      await send(submitted);
    } catch (error) {
      const fields = fieldErrorsOf(error);
      const known: Errors<V> = {};
      let elsewhere = Object.keys(fields).length === 0;
      for (const [name, message] of Object.entries(fields)) {
        if (name in initial) Object.assign(known, { [name]: message });
        else elsewhere = true;
      }
      refuse(known, elsewhere ? (failureOf(error) ? messageOf(error) : unreachable) : null);
    } finally {
      setBusy(false);
    }
  };

  /** For a control: its value and its change handler. */
  const bind = (name: keyof V & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });

  return {
    values,
    errors,
    /** The problem of the whole form. */
    problem,
    busy,
    set,
    submit,
    bind,
    form: {
      ref: form,
      noValidate: true,
      method: 'post',
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!busy) void submit(values);
      },
    },
  };
}

export type FormControl = ReturnType<typeof useForm<Values>>;
