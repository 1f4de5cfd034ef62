import type { WireColumn } from '#lib/contract/table.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import type { TableColumn } from '../table/table.ts';

/** A column as the contract has it. */
export const presentColumn = ({ field, options, revision }: TableColumn): WireColumn => ({
  ...joinColumn(field, options),
  revision,
});
