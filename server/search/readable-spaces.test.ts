import { expect, it } from 'vitest';
import { scopeTsQueries } from './readable-spaces.ts';

const HUB = '01890000-0000-7000-8000-000000000001';
const request = { reader: { hubId: HUB, principals: [] }, kinds: [] };
const spaces = (count: number) => Array.from({ length: count }, (_, n) => `space-${n}`);

it('names a few spaces to the index where they are a small part, and leaves a large part to the filter', () => {
  const named = scopeTsQueries(request, { spaceIds: spaces(2), share: 0.1, hubShare: 1 });
  expect(named).toEqual(["('~sspace0' | '~sspace1')"]);
  expect(scopeTsQueries(request, { spaceIds: spaces(2), share: 0.8, hubShare: 1 })).toEqual([]);
});

it('names many spaces where they are a small part of their hub', () => {
  const named = scopeTsQueries(request, { spaceIds: spaces(200), share: 0.02, hubShare: 1 });
  expect(named).toEqual([expect.stringContaining("'~sspace199'")]);
});

it('names the hub in place of many spaces, and only where other hubs have most of the passages', () => {
  const many = spaces(200);
  const [query = ''] = scopeTsQueries(request, { spaceIds: many, share: 0.1, hubShare: 0.1 });
  expect(query).toContain(HUB.replaceAll('-', ''));
  // Every passage has the hub's word: to ask for it would cost the index more than it leaves out.
  expect(scopeTsQueries(request, { spaceIds: many, share: 1, hubShare: 1 })).toEqual([]);
});
