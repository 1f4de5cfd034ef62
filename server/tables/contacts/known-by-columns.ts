import type { Table, TableColumn } from '../table/table.ts';

export type KnownByColumns = Partial<Record<'name' | 'email' | 'phone' | 'address', TableColumn>>;

/** The columns that people are known by: those of a contact's record, else the first of their types. */
export function knownByColumns({ columns }: Table): KnownByColumns {
  const named = (name: string) => columns.find(({ field }) => field.name === name);
  const ofType = (type: string) =>
    columns.find(({ field, type: stored }) => field.type === type && stored === 'text');
  const found = {
    name: named('name') ?? ofType('text'),
    email: named('email') ?? ofType('email'),
    phone: named('contact_number') ?? ofType('phone'),
    address: named('address'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, column]) => column?.type === 'text'));
}
