import { expect, it } from 'vitest';
import { documentSchema } from './schema.ts';
import { DOCUMENT_SCHEMA } from './socket-path.ts';

it('has a version of the schema for its nodes and marks: add what is new, with the next version', () => {
  const names = [...Object.keys(documentSchema.nodes), ...Object.keys(documentSchema.marks)].sort();
  expect({ version: DOCUMENT_SCHEMA, names }).toEqual({ version: 1, names: NAMES });
});

const NAMES = [
  'blockMath',
  'blockquote',
  'bold',
  'bulletList',
  'callout',
  'code',
  'codeBlock',
  'column',
  'columns',
  'date',
  'doc',
  'embed',
  'hardBreak',
  'heading',
  'horizontalRule',
  'image',
  'inlineMath',
  'italic',
  'itemLink',
  'link',
  'listItem',
  'mention',
  'orderedList',
  'paragraph',
  'strike',
  'table',
  'tableCell',
  'tableHeader',
  'tableRow',
  'taskItem',
  'taskList',
  'text',
  'toggle',
  'toggleSummary',
];
