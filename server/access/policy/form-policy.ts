import {
  FORM_LINK_OPERATIONS,
  type FormOperation,
  formOperations,
  formRoleAllows,
  isAllowedInArchivedSpace,
  SUBMISSION_OPERATIONS,
} from '#lib/access/operations.ts';
import { type ItemRole, ROLE_RANK, roleOfRank } from '#lib/access/roles.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';
import { spaceArchived } from './space-policy.ts';

/** The caller's ranks on a form, as its query found them, and the form's state. */
export type FormWithRole = {
  rank: number | null;
  /** What a share link gives; absent where no link is used. */
  link_rank?: number | null;
  /** Without the role that only being an admin of the hub gives, and without links. */
  own_rank: number | null;
  created_by_caller: boolean;
  published_version: number | null;
  trashed_at: Date | null;
  space_archived_at: Date | null;
};

/** The caller's role, also by a share link. */
export function formRole(form: FormWithRole): ItemRole | null {
  return roleOfRank(Math.max(form.rank ?? 0, form.link_rank ?? 0));
}

/**
 * The author of a form who may still change it reads its submissions, even where only an admin's role allows
 * the change.
 */
function submissionRole(form: FormWithRole): ItemRole | null {
  const isAuthor = form.created_by_caller && (form.rank ?? 0) >= ROLE_RANK.editor;
  return roleOfRank(isAuthor ? form.rank : form.own_rank);
}

function mayHere(form: FormWithRole, operation: FormOperation): boolean {
  if (SUBMISSION_OPERATIONS.has(operation)) return formRoleAllows(submissionRole(form), operation);
  return formRoleAllows(
    FORM_LINK_OPERATIONS.has(operation) ? formRole(form) : roleOfRank(form.rank),
    operation,
  );
}

/** What the caller may do to a form, in the table's order. */
export function formAllowed(form: FormWithRole): FormOperation[] {
  return formOperations(formRole(form), form.space_archived_at !== null).filter((one) => mayHere(form, one));
}

/** Whether the caller sees the draft, not only what was published. */
export function seesDraft(form: FormWithRole): boolean {
  return formRoleAllows(roleOfRank(form.rank), 'form.change');
}

/** A form in the trash is visible only to those who may restore it. */
const IN_TRASH: ReadonlySet<FormOperation> = new Set(['form.view', 'form.restore', 'form.delete']);

/**
 * The form with the proof that the caller may do `operation` to it.
 * @throws ApiError 404 where the caller may not see it (a draft, or one in the trash, only its editors do),
 * 403 where
 *   they may see but not do it, 409 for what an archived space forbids to all.
 */
export function authorizeForm<Form extends FormWithRole, Operation extends FormOperation>(
  form: Form | undefined,
  operation: Operation,
): Authorized<Form, Operation> {
  if (!form || !formRole(form)) throw notFound('This form');
  if (form.published_version === null && !seesDraft(form)) throw notFound('This form');
  if (form.trashed_at && !(IN_TRASH.has(operation) && mayHere(form, 'form.restore'))) {
    throw notFound('This form');
  }
  if (!mayHere(form, operation)) throw forbidden();
  if (form.space_archived_at && !isAllowedInArchivedSpace(operation)) throw spaceArchived();
  return authorized<Operation, Form>(form);
}
