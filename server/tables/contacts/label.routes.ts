import { z } from 'zod';
import { labelColumnOf } from '#lib/contacts/labels.ts';
import { contactLabel } from '#lib/contract/contacts.ts';
import { itemParams } from '#lib/contract/item.ts';
import { colorOfOption } from '#lib/fields/option-colors.ts';
import { route } from '#server/api/route.ts';
import { requireTable } from '../table/table.ts';
import { readableTable } from '../table/table-access.ts';
import { countLabels } from './label-counts.repo.ts';

/** The labels of a contact list. They are the choices of a column, by whose routes they are made, changed and given. */
export const labelRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/labels/',
    summary: 'The labels of the people of a contact list, in their order, and how many have each',
    auth: 'anyone',
    params: itemParams,
    authorize: readableTable,
    handle: async ({ services: { database }, authorized }) => {
      const table = await requireTable(database, authorized);
      const field = table.item.kind === 'contact' ? labelColumnOf(table.fields) : undefined;
      const column = table.columns.find((one) => one.field === field);
      if (!field || !column) return [];
      const counts = await countLabels(database, table, column);
      return (field.options ?? []).map(({ id, label }) => {
        const color = colorOfOption(column.options.option_colors, { id });
        return { id, label, ...(color ? { color } : {}), people: counts.get(id) ?? 0 };
      });
    },
    response: z.array(contactLabel),
  }),
];
