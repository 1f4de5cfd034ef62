import type { ColumnType, Generated } from 'kysely';
import type { TimeNow } from './column-types.ts';

/** The driver reads midnight of this process's time zone: select it as text. */
type Day = ColumnType<Date, string, string>;

/** The team's notes on submissions, and how far visitors came. */
export type SubmissionNoteTables = {
  submission_note: {
    id: string;
    submission_id: string;
    author_id: string | null;
    /** Of one that an import brought in the name of nobody's account. */
    imported_author: string | null;
    body: string;
    created_at: TimeNow;
  };
  /** How often a form's submissions were changed other than by new ones; maintained by triggers. */
  submission_change_count: { form_id: string; content: Generated<number>; work: Generated<number> };
  /** How many submissions a form with a limit has; maintained by triggers. */
  submission_count: { form_id: string; submissions: number };
  form_visit: { form_id: string; visit: string; version: number; page: number; day: Day };
  form_visit_count: { form_id: string; version: number; day: Day; page: number; visits: number };
};

/** Columns of a submission for the team that works on it. */
export type SubmissionAssignmentColumns = { assigned_to: string | null };
