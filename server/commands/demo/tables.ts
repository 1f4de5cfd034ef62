import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item } from '#lib/contract/item.ts';
import type { RowOutcome } from '#lib/contract/table.ts';
import type { CreateViewRequest } from '#lib/contract/table-views.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { ApiCall } from './call.ts';

const BOOKINGS = join(import.meta.dirname, 'files', 'boat-house-bookings.csv');
/** The day on which the bookings before it are over. */
const SEASON_START = '2026-11-01';

const BOOKING_COLUMNS = [
  { id: 'f_name', name: 'booked_by', label: 'Booked by', type: 'text' },
  { id: 'f_from', name: 'from', label: 'From', type: 'date' },
  { id: 'f_to', name: 'to', label: 'To', type: 'date' },
  { id: 'f_guests', name: 'guests', label: 'Guests', type: 'number', required: false },
  { id: 'f_deposit', name: 'deposit', label: 'Deposit', type: 'currency', currency: 'EUR', required: false },
  {
    id: 'f_state',
    name: 'state',
    label: 'State',
    type: 'select',
    required: false,
    options: [
      { id: 'requested', label: 'Requested' },
      { id: 'paid', label: 'Deposit paid' },
      { id: 'over', label: 'Over' },
    ],
  },
  { id: 'f_note', name: 'note', label: 'Note', type: 'text', required: false },
];

const UPCOMING = { field: 'f_state', op: 'not_equals', value: 'over' } as const;
const BOOKING_VIEWS: CreateViewRequest[] = [
  {
    name: 'Upcoming',
    type: 'grid',
    filter: UPCOMING,
    sort: ['f_from'],
    layout: {
      footer: { f_guests: 'sum', f_deposit: 'sum' },
      colors: [{ color: 'yellow', filter: { field: 'f_state', op: 'equals', value: 'requested' } }],
    },
  },
  { name: 'By state', type: 'board', filter: UPCOMING, sort: ['f_from'], group: ['f_state'] },
  { name: 'Calendar', type: 'calendar', group: ['f_from'] },
];

const CONTACTS: Values[] = [
  {
    name: 'Amina Keller',
    email: 'amina@nordwind.example',
    contact_number: '+49 151 2345670',
    occupation: 'Coordinator',
    company_name: 'Nordwind Coop',
    address: 'Seestrasse 4, Lindau',
    about: 'Keeps the books and the boats in order',
  },
  {
    name: 'Jonas Meier',
    email: 'jonas@nordwind.example',
    contact_number: '+49 151 2345671',
    occupation: 'Carpenter',
    company_name: 'Meier Holzbau',
    address: 'Am Hafen 12, Lindau',
    about: 'Builds and repairs clinker hulls',
  },
  {
    name: 'Tomas Reiter',
    email: 'tomas@nordwind.example',
    contact_number: '+43 660 5550123',
    occupation: 'Teacher',
    address: 'Uferweg 3, Bregenz',
    about: 'Teaches rowing on Wednesdays',
  },
  {
    name: 'Ingrid Sund',
    email: 'ingrid@sundvik.example',
    contact_number: '+46 70 555 01 99',
    occupation: 'Historian',
    company_name: 'Sundvik Museum',
    address: 'Strandgatan 8, Sundvik',
    about: 'Knows every story of the boat house',
  },
  {
    name: 'Léa Fontaine',
    email: 'lea@lac.example',
    contact_number: '+33 6 55 50 12 34',
    occupation: 'Nurse',
    address: 'Quai du Lac 21, Annecy',
    about: 'First aid on all tours',
  },
  {
    name: 'Kenji Tanaka',
    email: 'kenji@kyoto.example',
    contact_number: '+81 90 5550 1234',
    occupation: 'Photographer',
    address: 'Sakyo-ku, Kyoto',
    about: 'Came to the summer school of 2026',
  },
  {
    name: 'Mara Okafor',
    email: 'mara@nordwind.example',
    contact_number: '+49 151 2345679',
    occupation: 'Engineer',
    company_name: 'Okafor Pumps',
    address: 'Bergstrasse 40, Wangen',
    about: 'Looks after pumps and engines',
  },
];

/** The rows of the file, whose columns are booked_by, from, to, guests, deposit, paid, note, without quotes. */
async function readBookings(): Promise<Values[]> {
  const [, ...lines] = (await readFile(BOOKINGS, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [booked_by = '', from = '', to = '', guests, deposit, paid, note = ''] = line.trim().split(',');
    const state = to < SEASON_START ? 'over' : paid === 'yes' ? 'paid' : 'requested';
    const values = { booked_by, from, to, guests: Number(guests), deposit: Number(deposit), state };
    return note ? { ...values, note } : values;
  });
}

async function addRows(call: ApiCall, item: Item, values: Values[]): Promise<void> {
  const payload = { rows: values.map((one) => ({ values: one })) };
  const outcomes = await call<RowOutcome[]>(`items/${item.id}/rows/`, { payload });
  const refused = outcomes.find(({ row }) => !row);
  if (refused) throw new Error(`The demo could not be filled: ${JSON.stringify(refused)}`);
}

/** Adds a table with views and a contact list to a space. */
export async function addTables(call: ApiCall, spaceSlug: string): Promise<void> {
  const path = `spaces/${spaceSlug}/items/`;
  const content = { columns: BOOKING_COLUMNS };
  const bookings = await call<Item>(path, {
    payload: { kind: 'table', title: 'Boat house bookings', content },
  });
  await addRows(call, bookings, await readBookings());
  for (const payload of BOOKING_VIEWS) await call(`items/${bookings.id}/views/`, { payload });
  const members = await call<Item>(path, { payload: { kind: 'contact', title: 'Members' } });
  await addRows(call, members, CONTACTS);
}
