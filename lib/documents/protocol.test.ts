import { expect, it } from 'vitest';
import { documentSchema } from './schema.ts';
import { DOCUMENT_SCHEMA } from './socket-path.ts';

it('has a version of the schema for its nodes, marks and attributes: add what is new, with the next version', () => {
  const { nodes, marks } = documentSchema;
  const types = Object.entries({ ...nodes, ...marks });
  const names = types.map(([name, { spec }]) => [name, ...Object.keys(spec.attrs ?? {}).sort()].join(' '));
  expect({ version: DOCUMENT_SCHEMA, names: names.sort() }).toEqual({ version: 2, names: NAMES });
});

const NAMES = [
  'blockMath latex',
  'blockquote',
  'bold',
  'bulletList',
  'callout kind',
  'code',
  'codeBlock language',
  'column',
  'columns',
  'date date',
  'doc',
  'embed address',
  'hardBreak',
  'heading level',
  'horizontalRule',
  'image align alt caption src title width',
  'inlineMath latex',
  'italic',
  'itemLink address',
  'link class href rel target title',
  'listItem',
  'mention id label',
  'orderedList start type',
  'paragraph',
  'strike',
  'table',
  'tableCell align colspan colwidth rowspan',
  'tableHeader align colspan colwidth rowspan',
  'tableRow',
  'taskItem checked',
  'taskList',
  'text',
  'toggle',
  'toggleSummary',
];
