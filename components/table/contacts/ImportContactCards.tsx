import type { ComponentProps } from 'react';
import { contactColumns } from '#lib/contacts/contact-columns.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-base.ts';
import { ImportCards } from './ImportCards.tsx';

type ImportContactCardsProps = Omit<ComponentProps<typeof ImportCards>, 'known' | 'onDone'> & {
  columns: readonly WireColumn[];
};

/** Imports people into the table of a contact list, which shows them by itself. */
export function ImportContactCards({ columns, ...rest }: ImportContactCardsProps) {
  return <ImportCards {...rest} known={contactColumns(engineColumns(columns))} onDone={() => undefined} />;
}
