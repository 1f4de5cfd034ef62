import { z } from 'zod';
import { withoutLabelledCategories } from '#lib/contacts/card-labels.ts';
import { furtherValues } from '#lib/contacts/further-values.ts';
import { readVcard } from '#lib/contacts/vcard.ts';
import { cardOfContact } from '#lib/contacts/vcard-contact.ts';
import { cardValue, contactPhoto, contactPhotosQuery } from '#lib/contract/contacts.ts';
import { itemParams } from '#lib/contract/item.ts';
import { rowParams } from '#lib/contract/table-rows.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { route } from '#server/api/route.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { untrustedContentHeaders } from '#server/platform/http/content-headers.ts';
import { contactOfRow, labelsOfRow, vcardColumns } from '../export/export-vcards.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { cardsOfRows, cardsWithPhoto } from '../rows/row-vcard.repo.ts';
import { cellText } from '../table/cell-text.ts';
import { requireTable } from '../table/table.ts';
import { readableTable } from '../table/table-access.ts';
import { PHOTO_CARD_MAX, photoOfText } from './card-photo.ts';

/** Cards that are read at once, each of up to a megabyte. */
const BATCH = 5;

/** What the cards that people were imported from have besides the columns, as an export of the list has it: pictures and further values. */
export const contactCardRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/photos/',
    summary: 'Which of these rows have a photo in the card that they were imported from',
    auth: 'anyone',
    params: itemParams,
    query: contactPhotosQuery,
    authorize: readableTable,
    handle: async ({ services: { database }, authorized, query }) => {
      const { item } = await requireTable(database, authorized);
      const ids = query.rows.filter(isId);
      const found: { row_id: string }[] = [];
      for (let from = 0; from < ids.length; from += BATCH) {
        const cards = await cardsWithPhoto(database, item.id, ids.slice(from, from + BATCH), PHOTO_CARD_MAX);
        for (const [row_id, card] of cards) if (photoOfText(card)) found.push({ row_id });
      }
      return found;
    },
    response: z.array(contactPhoto),
  }),
  route({
    method: 'GET',
    path: 'items/:id/rows/:row_id/card/',
    summary: 'What the card of a person says besides the columns of the list',
    auth: 'anyone',
    params: rowParams,
    authorize: readableTable,
    handle: async ({ services: { database }, authorized, params: { row_id } }) => {
      const table = await requireTable(database, authorized);
      const row = isId(row_id) ? (await rowsByIds(database, table, [row_id])).get(row_id) : undefined;
      if (!row) throw notFound('This row');
      // Everybody may ask: a card that is longer than one with a picture is read by the export alone.
      const cards = await cardsOfRows(database, table.item.id, [row_id], PHOTO_CARD_MAX);
      const read = readVcard(cards.get(row_id));
      if (!read) return [];
      // A value that was changed since is not that of the card any more.
      const card = cardOfContact(contactOfRow(vcardColumns(table), row.values), read);
      const shown = table.fields.map((field) => cellText(field, ownValue(row.values, field.name)));
      const hasLabels = labelsOfRow(table, row.values) !== null;
      return furtherValues(hasLabels ? withoutLabelledCategories(card) : card, shown);
    },
    response: z.array(cardValue),
  }),
  route({
    method: 'GET',
    path: 'items/:id/rows/:row_id/photo/',
    summary: 'The photo of a person, from the card that they were imported from',
    auth: 'anyone',
    acceptsSessionCookie: true,
    stream: ['image/*'],
    params: rowParams,
    authorize: async (context) => {
      const item = await readableTable(context);
      const { database } = context.services;
      await requireTable(database, item);
      const { row_id } = context.params;
      const cards = isId(row_id) ? await cardsWithPhoto(database, item.id, [row_id], PHOTO_CARD_MAX) : null;
      const photo = photoOfText(cards?.get(row_id) ?? '');
      if (!photo) throw notFound('This photo');
      return photo;
    },
    head: ({ authorized: { mime, extension, bytes }, reply }) => {
      reply
        .headers(untrustedContentHeaders(mime, `photo.${extension}`, { download: false }))
        .header('Cache-Control', 'private, no-cache')
        .header('Content-Length', bytes.length);
    },
    handle: ({ authorized: { bytes }, reply }) => reply.send(bytes),
  }),
];
