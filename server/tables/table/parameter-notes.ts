import type { ParameterNotes } from '#server/api/route.ts';

/*
 * What the published description says of parameters of tables. Beside the schemas, which pages load as well.
 */

/** Which rows are found. */
export const FILTER_NOTES: ParameterNotes = {
  filter: {
    description:
      'A condition as JSON: `{"field", "op", "value"}` with the id of a column, or `and` and `or` with a list of conditions and `not` with one, as in the schema `RowCondition`.',
    example:
      '{"and":[{"field":"f_state","op":"equals","value":"open"},{"field":"f_due","op":"is_not_empty"}]}',
  },
  view: { description: 'The id of a saved view: its filter, and its order where the query has none.' },
  q: {
    description:
      'A text that a cell of the row contains, in any case. In contact lists names are found in other spellings and numbers in any writing.',
    example: 'ada',
  },
};

/** Rows in order, page by page. */
export const ROW_LIST_NOTES: ParameterNotes = {
  ...FILTER_NOTES,
  sort: { example: '-due,name' },
  fields: {
    description: 'Ids or names of columns separated by commas: only their values are returned.',
    example: 'name,email',
  },
  page_size: { description: 'Rows of a page, from 1 to 100.' },
  page: {
    description: 'From 1. A cursor (`after`) reads long lists on in constant time, also while others write.',
  },
  after: { description: 'The cursor that the previous page returned as `next`.' },
  before: { description: 'The cursor that a page returned as `previous`: the page before it.' },
  around: { description: 'The id of a row: the page that has it in its middle.' },
};

/** A table as a file; other items have other formats. */
export const EXPORT_NOTES: ParameterNotes = {
  ...FILTER_NOTES,
  format: { description: 'Of a table csv (by default), json, xlsx or vcf.' },
  fields: { description: 'Ids or names of columns, in their order; those of the view, or all, without it.' },
  versions: {
    description: 'Of a folder: whether it has the earlier versions of documents that the caller may change.',
  },
};

/** Sums of rows. */
export const AGGREGATE_NOTES: ParameterNotes = {
  ...FILTER_NOTES,
  group: {
    description:
      'Ids or names of columns separated by commas; without one, all rows together. With `:day` or `:month` after it, a date or a point in time is grouped by days or months; with `-` before it, groups are in descending order.',
    example: 'state,due:month',
  },
  metrics: {
    description:
      'Separated by commas: `count` (by default), or `sum:`, `avg:`, `min:`, `max:`, `filled:`, `unique:`, `decimals:` and the id or name of a column.',
    example: 'count,filled:email',
  },
};

/** Entries of one person. */
export const DUPLICATES_NOTES: ParameterNotes = {
  min_score: { description: 'From 0 to 1, by default 0.5: pairs below it are left out.', example: '0.4' },
};

/** The fields that are sent with the file of an import; those of `jobs/{id}/start/` have the same meaning. */
export const IMPORT_NOTES: ParameterNotes = {
  mapping: {
    description:
      'JSON: the header of a column of the file, and the id or name of a column of the table; an empty text leaves it out.',
    example: '{"Name":"f_name","Mail":"email"}',
  },
  types: {
    description:
      'JSON: the header of a column of the file that becomes a new one, and its type; by default the one that all its cells have.',
    example: '{"Length":"number"}',
  },
  unknown_options: {
    description:
      'What becomes of a choice that a column does not have: its line is refused (by default), or the column gets it.',
  },
  match_on: {
    description:
      'The columns that rows are known by: the id or name of one, or a list of them in JSON; empty: none. Of a contact list, the first of them that a line has; by default an address, else a number, else a name.',
    example: '["email"]',
  },
  on_match: {
    description:
      'What becomes of a line whose row is there: the row is changed, the line is skipped, or added as a new row. By default skip where people are known by default, else update.',
  },
  empty_cells: {
    description:
      'What an empty cell does to the value of a row that is known again; by default it leaves the value.',
  },
  decimal_mark: {
    description: 'The decimal separator in the file; without it, ambiguous cells are refused.',
  },
  sheet: {
    description:
      'Of a workbook: the number of its sheet, from 0; by default the first that has rows and is not hidden.',
  },
  encoding: { description: 'Of text: by default what is detected.' },
  delimiter: { description: 'What separates cells: by default what is detected.' },
  has_header: {
    description:
      'Whether the first line names the columns; by default unless it looks like data. With `false` they are named by their places: `Column 1`, `Column 2`.',
  },
  paused: {
    description:
      'With `true`, the import waits until it is started: its first lines can be looked at, and how it is imported is chosen then.',
  },
  date_order: { description: 'The order of days such as `03/04/2026`.' },
  new_columns: {
    description:
      'Whether columns of the file that are neither mapped nor columns of the table become new ones; by default for a file without a mapping that is imported into a table without rows.',
  },
};
