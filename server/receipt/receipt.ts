import type { Database } from '../database/database.ts';
import { formZone } from '../form/form-locale.ts';
import { publishedVersion, spokenIn } from '../form/version-cache.ts';
import { namesOfFiles } from '../submission/form-file.repo.ts';
import type { OwnAnswerRow } from '../submission/own-answer.repo.ts';
import { type AnswerLine, answerLines, momentText, readableIn } from './answer-lines.ts';
import { say } from './words.ts';

/** What a receipt says, whatever it is written on. */
export type Receipt = {
  title: string;
  language: string;
  /** When it was given and under which number. */
  facts: string[];
  lines: AnswerLine[];
};

/** The receipt of an answer, in the language that it was given in. */
export async function makeReceipt(
  database: Database,
  formId: string,
  row: Omit<OwnAnswerRow, 'token_hash'>,
): Promise<Receipt> {
  const own = await publishedVersion(database, formId, row.version);
  if (!own) throw new Error('an answer is to a version that is there');
  const asked = spokenIn(own, row.language);
  const { title, language } = asked;
  const names = await namesOfFiles(database, [row.id]);
  const zone = await formZone(database, formId);
  return {
    title,
    language,
    facts: [
      say(language, 'given', { time: momentText(row.created_at, language, zone) }),
      ...(row.edited_at
        ? [say(language, 'changed', { time: momentText(row.edited_at, language, zone) })]
        : []),
      say(language, 'number', { id: row.id }),
    ],
    lines: answerLines(asked, row.data, readableIn(language, names, zone)),
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
