import type { Form } from '#lib/contract/form.ts';
import type { SubmissionColumns } from './submission-columns.ts';
import type { ViewControl } from './use-submissions-view.ts';

/** Props of each view of the submissions. */
export type SubmissionsProps = {
  form: Form;
  columns: SubmissionColumns;
  control: ViewControl;
  /** A new value reloads everything. */
  reloadKey: number;
  onChanged: () => void;
};
