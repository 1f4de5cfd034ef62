import { expect, it } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { buildColumn } from '#tests/component/table.ts';
import { footerMetrics } from './footer-metrics.ts';

const linked = (type: 'lookup' | 'rollup', more: Partial<WireColumn>) =>
  footerMetrics({ ...buildColumn(type, 'x'), via: 'c_y', ...more });

it.each<[string, string[], string[]]>([
  ['a number', footerMetrics(buildColumn('number', 'n')), ['sum', 'avg', 'min', 'max', 'filled', 'unique']],
  ['a count', linked('rollup', { function: 'count' }), ['sum', 'avg', 'min', 'max', 'filled', 'unique']],
  ['a count of what is not seen', linked('rollup', { function: 'count', restricted: true }), []],
  ['a last day', linked('rollup', { function: 'max', shown_as: { type: 'date' } }), ['min', 'max', 'filled']],
  [
    'several amounts',
    linked('lookup', { shown_as: { type: 'currency' } }),
    ['sum', 'avg', 'min', 'max', 'filled'],
  ],
  ['one choice', linked('lookup', { single: true, shown_as: { type: 'select' } }), ['filled', 'unique']],
  ['several people', linked('lookup', { shown_as: { type: 'person' } }), ['filled']],
  ['what may not be read', linked('lookup', { restricted: true }), []],
  [
    'links of linked rows',
    linked('lookup', { single: true, shown_as: { type: 'link', multiple: true } }),
    [],
  ],
  ['files of linked rows', linked('lookup', { single: true, shown_as: { type: 'file' } }), ['filled']],
  ['links', footerMetrics(buildColumn('link', 'l')), []],
])('offers for %s what its values have', (_, offered, expected) => {
  expect(offered).toEqual(expected);
});
