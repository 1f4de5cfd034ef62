import type { Authorized } from '#server/access/policy/authorized.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { submissionByToken } from '#server/forms/submissions/own-submission.ts';
import type { Services } from '#server/platform/services.ts';
import { buildReceipt } from './receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';

/**
 * The receipt of the submission that a token belongs to, as a PDF, and its file's name.
 * @throws ApiError 404 for a wrong token, or a submission that was deleted.
 */
export async function receiptByToken(
  { database }: Pick<Services, 'database'>,
  form: Authorized<FormView, 'form.view'>,
  token: string,
): Promise<{ pdf: Buffer; name: string }> {
  const receipt = await buildReceipt(database, form.id, await submissionByToken(database, form.id, token));
  return { pdf: await receiptPdf(receipt), name: `${receipt.title}.pdf` };
}
