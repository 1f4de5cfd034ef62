import type { Form } from '#lib/contract/form.ts';
import type { SubmissionColumns } from './submission-columns.ts';
import type { ViewControl } from './use-submissions-view.ts';

/** What each way to read answers is given. */
export type SubmissionsProps = {
  form: Form;
  columns: SubmissionColumns;
  control: ViewControl;
  /** Another number has everything asked for again. */
  reloadKey: number;
  onChanged: () => void;
};
