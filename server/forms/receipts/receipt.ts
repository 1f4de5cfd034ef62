import { ownMessages } from '#lib/forms/own-messages.ts';
import { RECEIPT_SOURCE } from '#lib/forms/receipt-messages.ts';
import type { Words } from '#lib/forms/words.ts';
import { formZone } from '#server/forms/definition/form-locale.ts';
import { publishedVersion, spokenIn } from '#server/forms/definition/version-cache.ts';
import { say } from '#server/forms/definition/words.ts';
import {
  type AnswerLine,
  answerLines,
  momentText,
  readableIn,
} from '#server/forms/submissions/answer-lines.ts';
import type { OwnAnswerRow } from '#server/forms/submissions/own-answer.repo.ts';
import { namesOfFiles } from '#server/forms/uploads/form-file.repo.ts';
import type { Database } from '#server/platform/database/database.ts';

/** What a receipt says, whatever it is written on. */
export type Receipt = {
  title: string;
  language: string;
  /** When it was given and under which number. */
  facts: string[];
  lines: AnswerLine[];
  /** What the form's author says in place of the receipt's own words. */
  own?: Words;
};

/** The receipt of an answer, in the language that it was given in. */
export async function makeReceipt(
  database: Database,
  formId: string,
  row: Omit<OwnAnswerRow, 'token_hash'>,
): Promise<Receipt> {
  const published = await publishedVersion(database, formId, row.version);
  if (!published) throw new Error('an answer is to a version that is there');
  const asked = spokenIn(published, row.language);
  const { title, language } = asked;
  const own = ownMessages(published.translations[language], RECEIPT_SOURCE);
  const names = await namesOfFiles(database, [row.id]);
  const zone = await formZone(database, formId);
  return {
    title,
    language,
    facts: [
      say(language, 'given', { time: momentText(row.created_at, language, zone) }, own),
      ...(row.edited_at
        ? [say(language, 'changed', { time: momentText(row.edited_at, language, zone) }, own)]
        : []),
      say(language, 'number', { id: row.id }, own),
    ],
    lines: answerLines(asked, row.data, readableIn(language, names, zone, own)),
    own,
  };
}

const INDENT = '  ';

/** The whole receipt as plain text. */
export function receiptText({ title, facts, lines }: Receipt): string {
  const told = lines.map((line) => {
    const indent = INDENT.repeat(line.level);
    if (line.kind === 'heading') return `\n${indent}${line.text}`;
    const value = line.value.split('\n').map((part) => `${indent}${INDENT}${part}`);
    return [`${indent}${line.label}`, ...value].join('\n');
  });
  return `${[title, ...facts, '', ...told].join('\n')}\n`;
}
