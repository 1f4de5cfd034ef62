import type { Form } from '#lib/contract/form.ts';

/** The answers that were given to a form. */
export function AnswersTab(_: { form: Form }) {
  return null;
}
