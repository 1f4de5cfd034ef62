import { expect, test } from 'vitest';
import { addRowsRequest, changeRowsRequest, deleteRowsRequest } from './table.ts';

test.each([
  ['added', addRowsRequest],
  ['changed', changeRowsRequest],
  ['deleted', deleteRowsRequest],
])('says of what is no row that it is none, where rows are %s', (_, request) => {
  const { error } = request.safeParse({ rows: ['01a208a4'] });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Row is not a valid row']);
});
