import type { Client } from './client.ts';
import { importEnded, sendImport } from './imports.ts';
import { expectData } from './responses.ts';

/** The smallest PNG. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a contact list requires of everybody. */
const REQUIRED = 'EMAIL:ada@example.org\r\nTEL:+493012345678\r\nTITLE:Engineer\r\nADR:;;London;;;;\r\nNOTE:x';

/** Imports a card of somebody with this property into a list that has a column `name`. @returns the row's id */
export async function importCard(
  by: Client,
  list: { id: string },
  { name, property }: { name: string; property: string },
): Promise<string> {
  const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\n${REQUIRED}\r\n${property}\r\nEND:VCARD\r\n`;
  const { id } = expectData(await sendImport(by, list, card, { on_match: 'add' }), 202);
  await importEnded({ client: by }, id);
  const rows = expectData(await by.get(`items/${list.id}/rows/`, { query: { page_size: 100 } }));
  const found = rows.find(({ values }) => values.name === name);
  if (!found) throw new Error(`${name} was not imported`);
  return found.id;
}
