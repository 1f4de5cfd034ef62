import { type RawBuilder, sql } from 'kysely';
import { splitExtension, withExtension } from '#lib/fields/phone-extension.ts';
import { hasFurtherSql } from '../rows/row-vcard.repo.ts';
import { columnRef, type Table } from '../table/table.ts';

type Part = RawBuilder<unknown>;

/** Columns of people's names, which are written in several ways. */
const NAME_COLUMNS = new Set(['name', 'company_name']);
/** Fewer digits are part of too many numbers. */
const DIGITS_MIN = 4;

/**
 * A name across spellings, as `nameKey` (`lib/contacts/contact-duplicates.ts`) has it, but in its own order: Müller,
 * Mueller and Muller, José and Jose, Sørensen and Sorensen are the same.
 */
const foldedName = (text: Part): Part => sql`case
  -- Most names have nothing to fold, and folding costs eight times the comparison.
  when octet_length(${text}) = length(${text}) and ${text} !~* '[aou]e' then lower(${text})
  else regexp_replace(regexp_replace(
    normalize(translate(replace(lower(${text}), 'ß', 'ss'), 'æøœåłđ', 'aooald'), nfd),
    '[\u0300-\u036f]', '', 'g'), '([aou])e', '\\1', 'g') end`;

/** A text of a search, folded: once for all rows, which a parameter alone would not be in a statement that was prepared. */
const foldedText = (text: string): Part =>
  sql`(select ${foldedName(sql`searched`)} from (select ${text}::text as searched) texts)`;

/** Tokens of a search that are looked for one by one. */
const TOKENS_MAX = 8;

/** Whether a name has each token of a text, in whatever order: `Müller, Hans` is found as Hans Müller. */
function hasTokens(ref: Part, text: string): Part {
  const tokens = text.split(/[\s,]+/).filter((token) => token !== '');
  const searched = tokens.length > 1 && tokens.length <= TOKENS_MAX ? tokens : [text];
  return sql.join(
    searched.map((token) => sql`coalesce(strpos(${foldedName(ref)}, ${foldedText(token)}) > 0, false)`),
    sql` and `,
  );
}

/** The digits of what may be a part of a phone number, without what is written only inside of a country; else null. */
export function phoneDigits(text: string): string | null {
  const { number, extension } = splitExtension(text.trim());
  if (!/^[+\d\s()/.-]+$/.test(number)) return null;
  const digits = number.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length >= DIGITS_MIN ? withExtension(digits, extension) : null;
}

/**
 * What finds an entry of a contact list besides the text itself: its name in another spelling, a part of its number
 * in any writing, or a further address or number of its card. None for other tables.
 */
export function contactSearchParts({ item, columns, isShownInPart }: Table, text: string): Part[] {
  if (item.kind !== 'contact') return [];
  const digits = phoneDigits(text);
  const further = isShownInPart ? [] : [hasFurtherSql(item.id, text, digits)];
  const parts = columns.flatMap((column): Part[] => {
    const { field, type } = column;
    if (type !== 'text') return [];
    const ref = columnRef(column, 'r');
    if (field.type === 'phone')
      return digits === null ? [] : [sql`coalesce(strpos(${ref}, ${digits}) > 0, false)`];
    if (!NAME_COLUMNS.has(field.name)) return [];
    if (field.name === 'name') return [sql`(${hasTokens(ref, text)})`];
    return [sql`coalesce(strpos(${foldedName(ref)}, ${foldedText(text)}) > 0, false)`];
  });
  return [...parts, ...further];
}
