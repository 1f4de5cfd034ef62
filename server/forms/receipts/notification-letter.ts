import { sql } from 'kysely';
import { DEFAULT_SETTINGS, type FormSettings } from '#lib/contract/form-settings.ts';
import { canReadSubmissions } from '#server/access/policy/role-on-scope.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import type { OwnSubmissionRow } from '#server/forms/submissions/own-submission.repo.ts';
import { respondentAddress } from '#server/forms/submissions/respondent-address.ts';
import type { MailContent, NotificationReference } from '#server/platform/mail/message.ts';
import type { Services } from '#server/platform/services.ts';
import { buildReceipt } from './receipt.ts';
import { letterCount } from './receipt-letter.ts';

type NotificationMail = { letter: MailContent | undefined; replyTo: string | null };

type MailedRow = Omit<OwnSubmissionRow, 'token_hash'> & {
  form_id: string;
  settings: Partial<FormSettings>;
  /** Whether the user who chose the addresses still reads the submissions. */
  may: boolean;
};

async function notifiedSubmission(
  { database }: Pick<Services, 'database'>,
  id: string,
): Promise<MailedRow | undefined> {
  const { rows } = await sql<MailedRow>`
    select submission.id, submission.version, submission.data, submission.typed, submission.language,
      submission.revision, submission.created_at, submission.edited_at, submission.form_id, form.settings,
      (form.notify_by is not null and ${canReadSubmissions('form', 'me')}) as may
    from submission join form on form.id = submission.form_id and form.trashed_at is null
      left join membership me on me.hub_id = form.hub_id and me.user_id = form.notify_by
    where submission.id = ${id}`.execute(database);
  return rows[0];
}

/**
 * The mail of a submission to its form's team, in the form's own language, with the address for replies.
 * Without the values where nobody who reads the submissions is responsible for the list; null where the
 * submission, or its form, was deleted.
 */
export async function notificationLetter(
  services: Services,
  { submissionId }: NotificationReference,
): Promise<NotificationMail | null> {
  const row = await notifiedSubmission(services, submissionId);
  if (!row) return null;
  if (!row.may) return { letter: undefined, replyTo: null };
  const own = await publishedVersion(services.database, row.form_id, row.version);
  if (!own) return null;
  const receipt = await buildReceipt(services.database, row.form_id, { ...row, language: null });
  const settings = { ...DEFAULT_SETTINGS, ...row.settings };
  return {
    letter: { localized: null, confirmation: '', submittedValues: letterCount(receipt) },
    replyTo: respondentAddress(settings, { fields: own.fields, values: row.data }),
  };
}
