import type { ComponentProps } from 'react';
import type { WireColumn } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-types.ts';
import { contactColumns } from './contact-columns.ts';
import { ImportCards } from './ImportCards.tsx';

type ImportContactCardsProps = Omit<ComponentProps<typeof ImportCards>, 'email' | 'onDone'> & {
  columns: readonly WireColumn[];
};

/** Imports people into the table of a contact list, which shows them by itself. */
export function ImportContactCards({ columns, ...rest }: ImportContactCardsProps) {
  const email = contactColumns(engineColumns(columns)).email ?? null;
  return <ImportCards {...rest} email={email} onDone={() => undefined} />;
}
