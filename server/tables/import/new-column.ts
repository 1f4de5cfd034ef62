import type { ImportType } from '#lib/contract/import-choice.ts';
import type { GuessedColumn } from '#lib/forms/guess-column.ts';

/** A new column as an import makes it: of the type that was guessed, or chosen. */
export type NewColumn = Omit<GuessedColumn, 'type'> & { type: GuessedColumn['type'] | ImportType };
