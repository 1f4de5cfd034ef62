import type { Column, Row } from '#lib/contract/table.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** The columns that a person is shown by; as the server finds them (`server/tables/contacts/list-duplicates.ts`). */
export type ContactColumns = Partial<
  Record<'name' | 'email' | 'phone' | 'occupation' | 'company' | 'photo', Column>
>;

/** The columns of a contact's record by their names, else the first of their types. */
export function contactColumns(columns: readonly Column[]): ContactColumns {
  const named = (name: string) => columns.find((one) => one.name === name);
  const ofType = (type: Column['type']) => columns.find((one) => one.type === type);
  const found = {
    name: named('name') ?? ofType('text'),
    email: named('email') ?? ofType('email'),
    phone: named('contact_number') ?? ofType('phone'),
    occupation: named('occupation'),
    company: named('company_name'),
    photo: ofType('file'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, column]) => column !== undefined));
}

/** By what a person is known who is imported again: the first of these that there is. */
export const KNOWN_BY = ['email', 'phone', 'name'] as const;

/** The columns by which people are known again, in this order; lists of values are none. */
export const knownBy = (columns: Pick<ContactColumns, (typeof KNOWN_BY)[number]>): Column[] =>
  KNOWN_BY.flatMap((key) => {
    const column = columns[key];
    return column && column.multiple !== true && column.formula === undefined ? [column] : [];
  });

/** The text of a cell, of several values the first; empty where there is none. */
export function cellText(row: Pick<Row, 'values'>, column: Column | undefined): string {
  const value = column && row.values[column.name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.trim() : '';
}

/** What a person is called: the name, else the address, else the number; empty without any. */
export const contactName = (row: Pick<Row, 'values'>, { name, email, phone }: ContactColumns): string =>
  cellText(row, name) || cellText(row, email) || cellText(row, phone);

/** The id of a person's photo: the first picture in the list's column of files; null without one. */
export function photoOf(row: Pick<Row, 'values' | 'files'>, { photo }: ContactColumns): string | null {
  const value = photo && row.values[photo.name];
  const files: unknown[] = Array.isArray(value) ? value : [value];
  for (const file of files) {
    // Attachments come with what they are; a field of files has their ids.
    const id = isRecord(file) ? file.file_id : file;
    if (typeof id !== 'string') continue;
    const mime = isRecord(file) ? file.mime : row.files?.[id]?.mime;
    if (typeof mime === 'string' && mime.startsWith('image/')) return id;
  }
  return null;
}
