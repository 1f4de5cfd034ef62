import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WRITER_COLORS } from '#lib/documents/protocol.ts';
import { WriterColors } from './writer-colors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const colorOf = (state: string): number => JSON.parse(state).color;
const ALL = Array.from({ length: WRITER_COLORS }, (_, at) => at);

/** A process that has the document open, and the cursors of others. */
function createProcess() {
  const others = new Map<number, string>();
  const colors = new WriterColors(() => [...others].map(([connection, state]) => ({ connection, state })));
  const color = (person: string) =>
    colors.colored(person, JSON.stringify({ cursor: null, user: { id: person } }));
  return {
    colors,
    color,
    receive(connection: number, state: string) {
      others.set(connection, state);
      return colors.receive({ connection, state });
    },
  };
}

test('gives each person another colour as long as there are enough, and then each one once more', () => {
  const { color } = createProcess();
  const people = Array.from({ length: WRITER_COLORS * 2 }, (_, at) => `person ${at}`);
  const taken = people.map((person) => colorOf(color(person)));
  expect(taken.slice(0, WRITER_COLORS).toSorted()).toEqual(ALL);
  expect(taken.slice(WRITER_COLORS).toSorted()).toEqual(ALL);
});

test('keeps a colour while its person is there, and gives it on when they left', () => {
  const { color, colors } = createProcess();
  const people = ALL.map((at) => `person ${at}`);
  const taken = people.map((person) => colorOf(color(person)));
  colors.leave('person 0');
  expect(people.slice(1).map((person) => colorOf(color(person)))).toEqual(taken.slice(1));
  expect(colorOf(color('somebody else'))).toBe(taken[0]);
});

test('gives what nobody has in another process, and the same to who has the document open in both', () => {
  const [one, other] = [createProcess(), createProcess()];
  const people = ALL.slice(1).map((at) => `person ${at}`);
  for (const [at, person] of people.entries()) other.receive(at, one.color(person));
  const free = ALL.filter((color) => !people.some((person) => colorOf(one.color(person)) === color));
  expect([colorOf(other.color('new'))]).toEqual(free);
  expect(other.color('person 1')).toBe(one.color('person 1'));
});

/** Somebody else whose colour is the same where all are free. */
function twinOf(color: number): string {
  const twin = [...'bcdefghijklmnopqrstuvwxyz'].find(
    (person) => colorOf(createProcess().color(person)) === color,
  );
  if (twin === undefined) throw new Error('nobody has that colour');
  return twin;
}

test('leaves a colour that two took at once to who was there first, in either order', () => {
  const [one, other] = [createProcess(), createProcess()];
  const first = one.color('a');
  vi.advanceTimersByTime(5);
  const twin = twinOf(colorOf(first));
  const second = other.color(twin);
  expect(colorOf(second)).toBe(colorOf(first));
  expect(one.receive(1, second)).toEqual([]);
  expect(other.receive(1, first)).toEqual([twin]);
  expect(colorOf(other.color(twin))).not.toBe(colorOf(first));
  expect(one.color('a')).toBe(first);
  expect(one.receive(1, other.color(twin))).toEqual([]);
});

test('takes the colour that its person had first in another process, also from who took it later', () => {
  const [one, other] = [createProcess(), createProcess()];
  const here = one.color('a');
  vi.advanceTimersByTime(5);
  const twin = twinOf(colorOf(here));
  other.color(twin);
  const there = other.color('a');
  expect(colorOf(there)).not.toBe(colorOf(here));
  expect(other.receive(1, here)).toEqual(['a', twin]);
  expect(other.color('a')).toBe(here);
  expect(colorOf(other.color(twin))).not.toBe(colorOf(here));
});

test('gives who has the document open in two processes one colour, where somebody else had the first one before', () => {
  const [one, other] = [createProcess(), createProcess()];
  const twin = twinOf(colorOf(createProcess().color('a')));
  const before = other.color(twin);
  vi.advanceTimersByTime(5);
  const here = one.color('a');
  vi.advanceTimersByTime(5);
  const there = other.color('a');
  expect(colorOf(here)).toBe(colorOf(before));
  expect(other.receive(1, here)).toEqual([]);
  one.receive(1, there);
  expect(one.receive(2, before)).toEqual(['a']);
  expect(other.receive(1, one.color('a'))).toEqual(colorOf(one.color('a')) === colorOf(there) ? [] : ['a']);
  expect(colorOf(other.color('a'))).toBe(colorOf(one.color('a')));
  expect(colorOf(other.color('a'))).not.toBe(colorOf(before));
});

test('moves who has the document open in two processes to one other colour, where somebody had theirs before', () => {
  const [one, other, third] = [createProcess(), createProcess(), createProcess()];
  const before = third.color(twinOf(colorOf(createProcess().color('a'))));
  vi.advanceTimersByTime(5);
  other.receive(1, one.color('a'));
  one.receive(1, other.color('a'));
  expect(colorOf(other.color('a'))).toBe(colorOf(before));
  for (const process of [one, other]) expect(process.receive(2, before)).toEqual(['a']);
  expect(colorOf(one.color('a'))).not.toBe(colorOf(before));
  expect(one.color('a')).toBe(other.color('a'));
  expect(one.receive(1, other.color('a'))).toEqual([]);
});

test('takes no note of a cursor without a colour, as an earlier version sends it', () => {
  const { receive, color } = createProcess();
  const own = color('a');
  expect(receive(1, JSON.stringify({ cursor: null, user: { id: 'b' } }))).toEqual([]);
  expect(color('a')).toBe(own);
});

test.each([WRITER_COLORS, -1, 1e9, 0.5, '1', null])(
  'takes no note of a colour %j that it does not know',
  (color) => {
    const here = createProcess();
    const before = colorOf(here.color('a'));
    const state = JSON.stringify({ cursor: null, user: { id: 'b' }, color, since: 0 });
    expect(here.receive(1, state)).toEqual([]);
    expect(colorOf(here.color('a'))).toBe(before);
    expect(ALL).toContain(colorOf(here.color('c')));
  },
);
