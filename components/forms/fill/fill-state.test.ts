import { expect, test } from 'vitest';
import type { FillStart } from './fill-start.ts';
import { type FillState, initialFillState, nextFillState } from './fill-state.ts';

const FIELD = {
  version: 3,
  title: 'Camp',
  description: '',
  fields: [],
  layout: { pages: [] },
  language: 'en',
};
const DATA = {
  definition: FIELD,
  prefilled: { name: 'Ada' },
  posted: null,
  submissionKey: 'key of the page',
  challenge: { token: 'first', bits: 0 },
};

const begin = (state: FillState, start: Partial<FillStart>, more: { challenge?: null } = {}) =>
  nextFillState(state, { type: 'begun', start: { ...state.start, ...start }, ...more });

test('starts with what the address fills in, under the key of the page', () => {
  const { start, phase, round } = initialFillState(DATA);
  expect(start).toMatchObject({ key: 'key of the page', draftToken: '', notice: null });
  expect(start.beginning).toMatchObject({ values: { name: 'Ada' }, defaults: true });
  expect({ phase, round }).toEqual({ phase: { kind: 'filling' }, round: 0 });
});

test('starts another round from any phase, without the notice of a changed form', () => {
  const changed = nextFillState(initialFillState(DATA), { type: 'changed', hasChanged: true });
  const sent = nextFillState(changed, { type: 'phase', phase: { kind: 'already sent' } });
  const again = begin(sent, { notice: 'restored' });
  expect(again).toMatchObject({ round: 1, phase: { kind: 'filling' }, hasChanged: false, isFilled: true });
  expect(begin(again, { notice: null })).toMatchObject({ round: 2, isFilled: false });
  expect(begin(again, { notice: 'continue_gone' }).isFilled).toBe(false);
});

test('takes the challenge of a newer version, also none, and keeps its own otherwise', () => {
  const first = initialFillState(DATA);
  expect(begin(first, {}).challenge).toEqual({ token: 'first', bits: 0 });
  expect(begin(first, {}, { challenge: null }).challenge).toBe(null);
});

test('stores the token of a draft on the server without starting another round', () => {
  const state = nextFillState(initialFillState(DATA), { type: 'draft stored', token: 't' });
  expect(state.start.draftToken).toBe('t');
  expect(state.round).toBe(0);
});
