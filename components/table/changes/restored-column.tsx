import { FormattedMessage } from 'react-intl';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { RestoredColumn } from '#lib/contract/deleted-column.ts';

const NOTES = {
  renamed: 'table.column_renamed',
  not_unique: 'table.column_not_unique',
  without_opposite: 'table.column_without_opposite',
} as const;

/** What is said of a restored column: what is not as it was. */
export const restoredToasts = ({ column: { label, name }, notes }: RestoredColumn): Toast[] =>
  notes.map((note) => ({
    tone: 'warning',
    text: <FormattedMessage id={NOTES[note]} values={{ label, name }} />,
  }));
