import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WRITER_COLORS } from '#lib/documents/protocol.ts';
import { WriterColors } from './writer-colors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const colorOf = (state: string): number => JSON.parse(state).color;
const ALL = Array.from({ length: WRITER_COLORS }, (_, at) => at);

/** A process that has the document open, and what others told it. */
function createProcess() {
  const told = new Map<number, string>();
  const colors = new WriterColors(() => [...told].map(([connection, state]) => ({ connection, state })));
  const say = (person: string) =>
    colors.colored(person, JSON.stringify({ cursor: null, user: { id: person } }));
  return {
    colors,
    say,
    hear(connection: number, state: string) {
      told.set(connection, state);
      return colors.receive({ connection, state });
    },
  };
}

test('gives each person another colour as long as there are enough, and then each one once more', () => {
  const { say } = createProcess();
  const people = Array.from({ length: WRITER_COLORS * 2 }, (_, at) => `person ${at}`);
  const given = people.map((person) => colorOf(say(person)));
  expect(given.slice(0, WRITER_COLORS).toSorted()).toEqual(ALL);
  expect(given.slice(WRITER_COLORS).toSorted()).toEqual(ALL);
});

test('keeps a colour while its person is there, and gives it on when they left', () => {
  const { say, colors } = createProcess();
  const people = ALL.map((at) => `person ${at}`);
  const given = people.map((person) => colorOf(say(person)));
  colors.leave('person 0');
  expect(people.slice(1).map((person) => colorOf(say(person)))).toEqual(given.slice(1));
  expect(colorOf(say('somebody else'))).toBe(given[0]);
});

test('gives what nobody has in another process, and the same to who has the document open in both', () => {
  const [one, other] = [createProcess(), createProcess()];
  const people = ALL.slice(1).map((at) => `person ${at}`);
  for (const [at, person] of people.entries()) other.hear(at, one.say(person));
  const free = ALL.filter((color) => !people.some((person) => colorOf(one.say(person)) === color));
  expect([colorOf(other.say('new'))]).toEqual(free);
  expect(other.say('person 1')).toBe(one.say('person 1'));
});

/** Somebody else whose colour is the same where all are free. */
function twinOf(color: number): string {
  const twin = [...'bcdefghijklmnopqrstuvwxyz'].find(
    (person) => colorOf(createProcess().say(person)) === color,
  );
  if (twin === undefined) throw new Error('nobody has that colour');
  return twin;
}

test('leaves a colour that two took at once to who was there first, whoever hears of it first', () => {
  const [one, other] = [createProcess(), createProcess()];
  const first = one.say('a');
  vi.advanceTimersByTime(5);
  const twin = twinOf(colorOf(first));
  const second = other.say(twin);
  expect(colorOf(second)).toBe(colorOf(first));
  expect(one.hear(1, second)).toBeNull();
  expect(other.hear(1, first)).toBe(twin);
  expect(colorOf(other.say(twin))).not.toBe(colorOf(first));
  expect(one.say('a')).toBe(first);
  expect(one.hear(1, other.say(twin))).toBeNull();
});

test('takes the colour that its person had first in another process, once nobody else has it', () => {
  const [one, other] = [createProcess(), createProcess()];
  const here = one.say('a');
  vi.advanceTimersByTime(5);
  const twin = twinOf(colorOf(here));
  other.say(twin);
  const there = other.say('a');
  expect(colorOf(there)).not.toBe(colorOf(here));
  expect(other.hear(1, here)).toBeNull();
  other.colors.leave(twin);
  expect(other.hear(1, here)).toBe('a');
  expect(other.say('a')).toBe(here);
});

test('takes no note of a cursor without a colour, as an earlier version sends it', () => {
  const { hear, say } = createProcess();
  const own = say('a');
  expect(hear(1, JSON.stringify({ cursor: null, user: { id: 'b' } }))).toBeNull();
  expect(say('a')).toBe(own);
});
