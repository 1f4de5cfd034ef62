import {
  FORM_LINK_OPERATIONS,
  type FormOperation,
  formOperations,
  formRoleAllows,
  type ItemRole,
  isAllowedInArchivedSpace,
  ROLE_RANK,
  roleOfRank,
  SUBMISSION_OPERATIONS,
} from '#lib/access/roles.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import { type Authorized, authorized } from './authorized.ts';
import { spaceArchived } from './space-policy.ts';

/** How the caller stands to a form: by the ranks that its query found, and what the form is just now. */
export type FormWithRole = {
  rank: number | null;
  /** What a share link gives; absent where none is in play. */
  link_rank?: number | null;
  /** Without what an admin of the hub has as an admin alone, and without links. */
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

/** Whoever made a form that they may still change reads its answers, also where only an admin's role lets them change it. */
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

/** Whether the caller sees the draft, and not only what was published. */
export function seesDraft(form: FormWithRole): boolean {
  return formRoleAllows(roleOfRank(form.rank), 'form.change');
}

/** In the trash a form is known only to those who may take it out. */
const IN_TRASH: ReadonlySet<FormOperation> = new Set(['form.view', 'form.restore', 'form.delete']);

/**
 * The form with the proof that the caller may do `operation` to it.
 * @throws ApiError 404 for who may not see it (a draft, or one in the trash, only its editors do), 403 for who may see
 *   but not do it, 409 for what an archive keeps from all.
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
