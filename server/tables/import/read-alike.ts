import { isDeepStrictEqual } from 'node:util';
import type { TableImport } from './import.repo.ts';

type Reading = Pick<
  TableImport,
  | 'sheet'
  | 'decimal_mark'
  | 'date_order'
  | 'encoding'
  | 'delimiter'
  | 'has_header'
  | 'new_columns'
  | 'unknown_options'
  | 'mapping'
  | 'column_types'
>;

/**
 * Whether what was read of the file is right for how it is to be imported now. The first sheet is another choice than none, which
 * may be any sheet.
 */
export const isReadAlike = (now: Reading, read: Reading): boolean =>
  now.sheet === read.sheet &&
  now.decimal_mark === read.decimal_mark &&
  now.date_order === read.date_order &&
  now.encoding === read.encoding &&
  now.delimiter === read.delimiter &&
  now.has_header === read.has_header &&
  now.new_columns === read.new_columns &&
  now.unknown_options === read.unknown_options &&
  isDeepStrictEqual(now.mapping, read.mapping) &&
  isDeepStrictEqual(now.column_types, read.column_types);
