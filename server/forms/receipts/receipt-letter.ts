import { sql } from 'kysely';
import { DEFAULT_SETTINGS, type FormSettings } from '#lib/contract/form-settings.ts';
import { publishedVersion, translateConfirmation } from '#server/forms/definition/version-cache.ts';
import type { OwnSubmissionRow } from '#server/forms/submissions/own-submission.repo.ts';
import { ownSubmissionLinks } from '#server/forms/submissions/submission-delivery.ts';
import type { MailContent, QueuedMessage, ReceiptReference } from '#server/platform/mail/message.ts';
import type { Services } from '#server/platform/services.ts';
import { buildReceipt, type Receipt, receiptText } from './receipt.ts';
import { receiptMailMessages } from './receipt-mail-messages.ts';
import { hasAllGlyphs, receiptPdf, TEXT_NAME } from './receipt-pdf.ts';

/** Characters of values in the mail itself; the rest is attached. */
const LETTERS_MAX = 20_000;

type Attachment = { filename: string; content: Buffer | string; contentType: string };
type ReceiptMail = {
  message: Pick<QueuedMessage, 'values' | 'link'>;
  letter: MailContent;
  attachments: Attachment[];
};

type SubmittedRow = Omit<OwnSubmissionRow, 'token_hash'> & {
  form_id: string;
  slug: string;
  settings: Partial<FormSettings>;
};

/** A submission of an existing form, with what its receipt needs to know of the form. */
async function submissionForReceipt(
  { database }: Pick<Services, 'database'>,
  id: string,
): Promise<SubmittedRow | undefined> {
  const { rows } = await sql<SubmittedRow>`
    select submission.id, submission.version, submission.data, submission.language, submission.revision,
      submission.created_at, submission.edited_at, submission.form_id, form.slug, form.settings
    from submission join form on form.id = submission.form_id and form.trashed_at is null
    where submission.id = ${id}`.execute(database);
  return rows[0];
}

/** The lines of a submission as a mail shows them; the rest of a long one is attached or linked. */
export function letterCount(receipt: Receipt): MailContent['submittedValues'] {
  const lines = receipt.lines.map((line) =>
    line.kind === 'heading'
      ? { label: line.text, value: null, level: line.level }
      : { label: line.label, value: line.value, level: line.level },
  );
  let letters = 0;
  const cut = lines.findIndex(({ label, value }) => {
    letters += label.length + (value?.length ?? 0);
    return letters > LETTERS_MAX;
  });
  return cut < 0 ? lines : [...lines.slice(0, cut), { label: '…', value: null, level: 0 }];
}

/** The content of a receipt's mail; null where the submission, or its form, was deleted. */
export async function receiptLetter(
  services: Services,
  { submissionId, token }: ReceiptReference,
): Promise<ReceiptMail | null> {
  const row = await submissionForReceipt(services, submissionId);
  if (!row) return null;
  const own = await publishedVersion(services.database, row.form_id, row.version);
  if (!own) return null;
  const settings = { ...DEFAULT_SETTINGS, ...row.settings };
  const receipt = await buildReceipt(services.database, row.form_id, row);
  const confirmation = translateConfirmation(own, receipt.language, settings);
  const { edit_url: link } = ownSubmissionLinks(services, row, settings, token);
  const messages = receiptMailMessages(receipt.language, receipt.own);
  const isWhole = await hasAllGlyphs(receipt);
  return {
    message: { values: { form: receipt.title }, link },
    letter: {
      localized: messages && { language: receipt.language, messages },
      confirmation,
      submittedValues: letterCount(receipt),
    },
    attachments: [
      { filename: 'receipt.pdf', content: await receiptPdf(receipt), contentType: 'application/pdf' },
      ...(isWhole ? [] : [{ filename: TEXT_NAME, content: receiptText(receipt), contentType: 'text/plain' }]),
    ],
  };
}
