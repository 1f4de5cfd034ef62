import { z } from 'zod';
import { furtherValues } from '#lib/contacts/further-values.ts';
import { readVcard } from '#lib/contacts/vcard.ts';
import { personSubmission } from '#lib/contract/contacts.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { rowParams } from '#lib/contract/table-rows.ts';
import { parseEmail } from '#lib/fields/email-parser.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { storedPhone } from '#lib/fields/stored-value.ts';
import { route } from '#server/api/route.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { cardsOfRows } from '../rows/row-vcard.repo.ts';
import { requireTable, type Table } from '../table/table.ts';
import { readableTable } from '../table/table-access.ts';
import { PHOTO_CARD_MAX } from './card-photo.ts';
import { submissionsOfPerson } from './person-submissions.repo.ts';

/** Addresses and numbers by which the submissions of one person are found. */
const ADDRESSES_MAX = 20;

/** The addresses and numbers of a person, those of their card with them, as submissions have them in small letters. */
async function addressesOf(database: Database, table: Table, row: TableRow): Promise<string[]> {
  const found = new Set<string>();
  for (const field of table.fields) {
    if (field.type !== 'email' && field.type !== 'phone') continue;
    const value = ownValue(row.values, field.name);
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string' && one !== '') found.add(one.toLowerCase());
  }
  const card = readVcard((await cardsOfRows(database, table.item.id, [row.id], PHOTO_CARD_MAX)).get(row.id));
  for (const { property, value } of card ? furtherValues(card, []) : []) {
    const read =
      property === 'EMAIL'
        ? parseEmail(value)
        : property === 'TEL'
          ? storedPhone(value, table.country)
          : null;
    if (read !== null) found.add(read.toLowerCase());
  }
  return [...found].slice(0, ADDRESSES_MAX);
}

export const personSubmissionRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/rows/:row_id/submissions/',
    summary:
      'The submissions of a person that the caller may read, the newest first: those with their address or number, and those that wrote the row',
    auth: 'anyone',
    params: rowParams,
    query: listQuery,
    authorize: readableTable,
    handle: async ({ services: { database }, caller, authorized, params: { row_id }, query }) => {
      const table = await requireTable(database, authorized);
      const row = isId(row_id) ? (await rowsByIds(database, table, [row_id])).get(row_id) : undefined;
      if (!row) throw notFound('This row');
      const { page, page_size } = query;
      const data =
        caller.user && table.item.kind === 'contact'
          ? await submissionsOfPerson(
              database,
              { hubId: table.item.hub_id, itemId: table.item.id, rowId: row.id },
              await addressesOf(database, table, row),
              { userId: caller.user.id, page, pageSize: page_size },
            )
          : [];
      return { envelope: { data, count: null, page, page_size } };
    },
    response: z.array(personSubmission),
  }),
];
