import type { Form } from '#lib/contract/form.ts';
import type { Asked } from './asked.ts';
import type { ViewControl } from './use-answers-view.ts';

/** What each way to read answers is given. */
export type AnswersProps = {
  form: Form;
  asked: Asked;
  control: ViewControl;
  /** Another number has everything asked for again. */
  round: number;
  onChanged: () => void;
};
