import { customMessages } from '#lib/forms/custom-messages.ts';
import { RECEIPT_SOURCE } from '#lib/forms/receipt-messages.ts';
import type { TranslationTexts } from '#lib/forms/translations.ts';
import { formTimeZone } from '#server/forms/definition/form-locale.ts';
import { receiptMessage } from '#server/forms/definition/receipt-messages.ts';
import { formInLanguage, publishedVersion } from '#server/forms/definition/version-cache.ts';
import type { OwnSubmissionRow } from '#server/forms/submissions/own-submission.repo.ts';
import {
  createValueFormatter,
  formatDateTime,
  type SubmissionLine,
  submissionLines,
} from '#server/forms/submissions/submission-lines.ts';
import { submissionFileNames } from '#server/forms/uploads/form-file.repo.ts';
import type { Database } from '#server/platform/database/database.ts';

/** The content of a receipt, in any format. */
export type Receipt = {
  title: string;
  language: string;
  /** The time and number of the submission. */
  facts: string[];
  lines: SubmissionLine[];
  /** The author's replacements of the receipt's own messages. */
  own?: TranslationTexts;
};

/** The receipt of a submission, in the language in which it was filled. */
export async function buildReceipt(
  database: Database,
  formId: string,
  row: Omit<OwnSubmissionRow, 'token_hash'>,
): Promise<Receipt> {
  const published = await publishedVersion(database, formId, row.version);
  if (!published) throw new Error('an answer is to a version that is there');
  const localized = formInLanguage(published, row.language);
  const { title, language } = localized;
  const own = customMessages(published.translations[language], RECEIPT_SOURCE);
  const names = await submissionFileNames(database, [row.id]);
  const zone = await formTimeZone(database, formId);
  return {
    title,
    language,
    facts: [
      receiptMessage(language, 'given', { time: formatDateTime(row.created_at, language, zone) }, own),
      ...(row.edited_at
        ? [receiptMessage(language, 'changed', { time: formatDateTime(row.edited_at, language, zone) }, own)]
        : []),
      receiptMessage(language, 'number', { id: row.id }, own),
    ],
    lines: submissionLines(localized, row.data, createValueFormatter(language, names, zone, own)),
    own,
  };
}

const INDENT = '  ';

/** The whole receipt as plain text. */
export function receiptText({ title, facts, lines }: Receipt): string {
  const textLines = lines.map((line) => {
    const indent = INDENT.repeat(line.level);
    if (line.kind === 'heading') return `\n${indent}${line.text}`;
    const value = line.value.split('\n').map((part) => `${indent}${INDENT}${part}`);
    return [`${indent}${line.label}`, ...value].join('\n');
  });
  return `${[title, ...facts, '', ...textLines].join('\n')}\n`;
}
