import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '#lib/contract/envelope.ts';
import * as message from '#lib/text/messages.ts';

/** Beyond this no list is that long: the number is a mistake, or an attack on `OFFSET`. */
const LAST_PAGE = 1_000_000;

function wholeNumber(label: string, max: number, otherwise: number) {
  const range = message.numberRange(label, 1, max);
  return z
    .union([z.string(), z.number()], { error: message.invalidType(label, 'number') })
    .default(otherwise)
    .transform((value, context) => {
      const text = String(value).trim();
      if (text === '') return otherwise;
      const number = Number(text);
      if (/^\d{1,15}$/.test(text) && number >= 1 && number <= max) return number;
      const isNumber = /^[+-]?\d+$/.test(text);
      context.addIssue({ code: 'custom', message: isNumber ? range : message.invalidType(label, 'number') });
      return z.NEVER;
    });
}

/** `page` from 1 and `page_size` up to 100 (docs/contract.md §2); a page past the end is an empty list. */
export const pageQuery = {
  page: wholeNumber('Page', LAST_PAGE, 1),
  page_size: wholeNumber('Page size', MAX_PAGE_SIZE, PAGE_SIZE),
};

/** The query of a list without other parameters. */
export const listQuery = z.object(pageQuery);
export type ListQuery = z.output<typeof listQuery>;
