import { expect, test } from 'vitest';
import type { Row, RowOutcome } from '#lib/contract/table.ts';
import { buildRow } from '#tests/component/table.ts';
import { countWaiting, createCellWriter, hasUnsaved, problemOf, shownValue } from './cell-writer.ts';
import { NOTHING_DONE, pushStep, redoOne, runningBulks, storedText, undoOne } from './undo-stack.ts';
import { replaceBulkStep, withoutBulkStep, withoutDeletion } from './undone-steps.ts';

type Sent = { id: string; values: Record<string, unknown>; revision?: number }[];

function writer(respond: (rows: Sent) => RowOutcome[] | Promise<RowOutcome[]>) {
  const sent: Sent[] = [];
  const reports: string[] = [];
  const rows: Row[] = [];
  const pauses: number[] = [];
  const own = createCellWriter({
    send: async (some) => {
      sent.push(some);
      return respond(some);
    },
    onRows: (some) => rows.push(...some),
    onMissing: ({ id }, isGuarded) => reports.push(`missing ${id}${isGuarded ? ', by an undo' : ''}`),
    onReplaced: ({ name, theirs }) => reports.push(`replaced ${name} ${String(theirs)}`),
    failure: (error) => (error instanceof Error ? error.message : ''),
    isTemporary: (error) => error instanceof Error && error.message === 'offline',
    wait: (duration, signal) =>
      new Promise((resolve) => {
        pauses.push(duration);
        signal.addEventListener('abort', () => resolve());
      }),
  });
  return { own, sent, reports, rows, pauses };
}
const lamp = buildRow({ id: 'lamp', values: { name: 'Lamp', price: 5 } });

test('shows a value from the moment that it was written, and what became of it', async () => {
  const { own, rows } = writer(() => [
    {
      status: 'done',
      row: { ...lamp, values: { name: 'Lamp', price: 6 }, revision: 2 },
      previous: { price: 5 },
    },
  ]);
  const written = own.write([{ row: lamp, name: 'price', value: 6 }]);
  expect(shownValue(lamp, own.drafts().get('lamp'), 'price')).toBe(6);
  expect(await written).toEqual({
    cells: [{ id: 'lamp', name: 'price', from: 5, to: 6 }],

    refused: [],
  });
  expect(own.drafts().size).toBe(0);
  expect(rows).toHaveLength(1);
});

test('says that the value of somebody else was replaced', async () => {
  const { own, reports } = writer(() => [
    { status: 'done', row: { ...lamp, values: { price: 6 }, revision: 3 }, previous: { price: 4 } },
  ]);
  await own.write([{ row: lamp, name: 'price', value: 6 }]);
  expect(reports).toEqual(['replaced price 4']);
});

test('keeps a refused value in its cell with its reason, and stores the others of the row', async () => {
  const { own, sent } = writer(([row]) =>
    row && 'price' in row.values
      ? [{ status: 'refused', errors: { price: ['Price is not a valid number'] } }]
      : [
          {
            status: 'done',
            row: { ...lamp, values: { name: 'Desk', price: 5 }, revision: 2 },
            previous: { name: 'Lamp' },
          },
        ],
  );
  const { cells, refused } = await own.write([
    { row: lamp, name: 'price', value: 'much' },
    { row: lamp, name: 'name', value: 'Desk' },
  ]);
  expect(cells).toEqual([{ id: 'lamp', name: 'name', from: 'Lamp', to: 'Desk' }]);
  expect(refused).toEqual([
    { id: 'lamp', name: 'price', value: 'much', message: 'Price is not a valid number' },
  ]);
  expect(sent).toHaveLength(2);
  expect(shownValue(lamp, own.drafts().get('lamp'), 'price')).toBe('much');
  own.discard('lamp', 'price');
  expect(shownValue(lamp, own.drafts().get('lamp'), 'price')).toBe(5);
});

test('writes what its guard chooses of a row that was changed meanwhile', async () => {
  const now = { ...lamp, values: { name: 'Desk', price: 5, state: 'new' }, revision: 4 };
  const { own, sent, reports } = writer(([row]) =>
    row?.revision === 4
      ? [
          {
            status: 'done',
            row: { ...now, values: { ...now.values, price: 3 }, revision: 5 },
            previous: { price: 5 },
          },
        ]
      : [{ status: 'stale', row: now }],
  );
  const written = await own.write(
    [
      { row: lamp, name: 'price', value: 3 },
      { row: lamp, name: 'name', value: 'Chair' },
    ],
    (row, { name: _, ...rest }) => (row === now ? rest : {}),
  );
  expect(sent).toEqual([
    [{ id: 'lamp', revision: lamp.revision, values: { price: 3, name: 'Chair' } }],
    [{ id: 'lamp', revision: 4, values: { price: 3 } }],
  ]);
  expect(written).toEqual({
    cells: [{ id: 'lamp', name: 'price', from: 5, to: 3 }],
    refused: [],
  });
  expect([reports, own.drafts().size]).toEqual([[], 0]);
});

test('loses nothing where the request fails', async () => {
  const { own } = writer(() => {
    throw new Error('too large');
  });
  const { refused, failure } = await own.write([{ row: lamp, name: 'price', value: 6 }]);
  expect(refused).toMatchObject([{ value: 6, message: 'too large' }]);
  expect(failure).toEqual(new Error('too large'));
  expect(shownValue(lamp, own.drafts().get('lamp'), 'price')).toBe(6);
});

test('tries again where the server is not reached, and stores what was written meanwhile after it', async () => {
  let isOffline = true;
  const { own, sent, pauses } = writer((rows) => {
    if (isOffline) throw new Error('offline');
    return rows.map(({ values }) => ({
      status: 'done',
      row: { ...lamp, values: { ...lamp.values, ...values }, revision: 2 },
      previous: Object.fromEntries(Object.keys(values).map((name) => [name, lamp.values[name]])),
    }));
  });
  const first = own.write([{ row: lamp, name: 'price', value: 6 }]);
  await expect.poll(() => pauses).toEqual([1_000]);
  const second = own.write([{ row: lamp, name: 'name', value: 'Desk' }]);
  const draft = () => own.drafts().get('lamp');
  expect([countWaiting(own.drafts()), hasUnsaved(own.drafts())]).toEqual([2, true]);
  expect(problemOf(lamp, draft(), 'price')).toBe('offline');
  expect(problemOf(lamp, draft(), 'name')).toBe('offline');
  own.sender.retry();
  await expect.poll(() => pauses).toEqual([1_000, 2_000]);
  expect(shownValue(lamp, draft(), 'price')).toBe(6);
  isOffline = false;
  own.sender.retry();
  expect(await first).toEqual({
    cells: [{ id: 'lamp', name: 'price', from: 5, to: 6 }],

    refused: [],
  });
  expect((await second).cells).toEqual([{ id: 'lamp', name: 'name', from: 'Lamp', to: 'Desk' }]);
  expect(sent.map(([row]) => row?.values)).toEqual([
    { price: 6 },
    { price: 6 },
    { price: 6 },
    { name: 'Desk' },
  ]);
  expect([own.drafts().size, countWaiting(own.drafts()), hasUnsaved(own.drafts())]).toEqual([0, 0, false]);
});

test('sends nothing that waits once it was stopped, and writes again after another start', async () => {
  let isOffline = true;
  const { own, sent, pauses } = writer((rows) => {
    if (isOffline) throw new Error('offline');
    return rows.map(() => ({ status: 'done', row: { ...lamp, revision: 2 } }));
  });
  const first = own.write([{ row: lamp, name: 'price', value: 6 }]);
  await expect.poll(() => pauses).toHaveLength(1);
  const second = own.write([{ row: lamp, name: 'name', value: 'Desk' }]);
  isOffline = false;
  own.sender.stop();
  expect([(await first).refused.length, (await second).refused.length]).toEqual([1, 1]);
  expect(sent).toHaveLength(1);
  expect(countWaiting(own.drafts())).toBe(0);
  own.sender.start();
  await own.write([{ row: lamp, name: 'price', value: 7 }]);
  expect(sent).toHaveLength(2);
});

test('sends what nobody waited for though it was stopped, once', async () => {
  const { own, sent } = writer(() => {
    throw new Error('offline');
  });
  const written = own.write([{ row: lamp, name: 'price', value: 6 }]);
  own.sender.stop();
  expect((await written).refused).toMatchObject([{ name: 'price', message: 'offline' }]);
  expect(sent).toHaveLength(1);
});

test('can undo a write whose first response was lost, and names nobody else', async () => {
  let isLost = true;
  const { own, reports, pauses } = writer(() => {
    if (isLost) throw new Error('offline');
    return [{ status: 'done', row: { ...lamp, values: { price: 6 }, revision: 3 }, previous: { price: 6 } }];
  });
  const written = own.write([{ row: lamp, name: 'price', value: 6 }]);
  await expect.poll(() => pauses).toHaveLength(1);
  isLost = false;
  own.sender.retry();
  expect((await written).cells).toEqual([{ id: 'lamp', name: 'price', from: 5, to: 6 }]);
  expect(reports).toEqual([]);
});

test('writes more than 1,000 rows in several requests', async () => {
  const { own, sent } = writer((rows) => rows.map(() => ({ status: 'missing' })));
  const many = Array.from({ length: 2500 }, (_, n) => ({
    row: buildRow({ id: `r${n}` }),
    name: 'a',
    value: n,
  }));
  await own.write(many);
  expect(sent.map(({ length }) => length)).toEqual([1000, 1000, 500]);
});

test('undoes and redoes the last change, and clears the redo stack after a new one', () => {
  const cells = [{ id: 'lamp', name: 'price', from: 5, to: 6 }];
  const one = pushStep(NOTHING_DONE, { kind: 'cells', cells });
  const two = pushStep(one, { kind: 'deleted', ids: ['lamp'] });
  const undone = undoOne(two);
  expect(undone?.step).toEqual({ kind: 'added', ids: ['lamp'] });
  const before = undone && undoOne(undone.stack);
  expect(before?.step).toEqual({ kind: 'cells', cells: [{ id: 'lamp', name: 'price', from: 6, to: 5 }] });
  const again = before && redoOne(before.stack);
  expect(again?.step).toEqual({ kind: 'cells', cells });
  expect(before && redoOne(pushStep(before.stack, { kind: 'added', ids: ['new'] }))).toBeNull();
});

test('undoes a change of all rows, does it again, and knows it until the job that undoes it has ended', () => {
  const made = pushStep(NOTHING_DONE, { kind: 'bulk', id: 'b' });
  const undone = undoOne(made);
  expect(undone?.step).toEqual({ kind: 'bulk', id: 'b' });
  const running = replaceBulkStep(undone?.stack ?? made, 'b', { id: 'u', state: 'running' });
  expect(runningBulks(running)).toEqual(['u']);
  const ended = replaceBulkStep(running, 'u', { id: 'u', state: 'done' });
  expect(runningBulks(ended)).toEqual([]);
  expect(redoOne(ended)?.step).toEqual({ kind: 'bulk', id: 'u' });

  // After a new step it can't be done again, but it is still running.
  const later = pushStep(running, { kind: 'added', ids: ['new'] });
  expect(runningBulks(later)).toEqual(['u']);
  expect(redoOne(replaceBulkStep(later, 'u', { id: 'u', state: 'done' }))).toBeNull();
});

test('takes back a change of all rows that was undone by its notice, and removes one that no longer exists', () => {
  const stack = pushStep(pushStep(NOTHING_DONE, { kind: 'bulk', id: 'b' }), { kind: 'added', ids: ['new'] });
  const undone = withoutBulkStep(stack, 'b', { id: 'u', state: 'done' });
  expect(undone.done).toEqual([{ kind: 'added', ids: ['new'] }]);
  expect(redoOne(undone)?.step).toEqual({ kind: 'bulk', id: 'u' });
  expect(withoutBulkStep(stack, 'b', null)).toEqual({ done: undone.done, undone: [] });
});

test('stores a paste of ten thousand cells', () => {
  const cell = (n: number) => ({
    id: `row-with-an-id-${n}`,
    name: `column_${n}`,
    from: null,
    to: 'x'.repeat(30),
  });
  const cells = Array.from({ length: 10_000 }, (_, n) => cell(n));
  const stack = pushStep(NOTHING_DONE, { kind: 'cells', cells });
  expect(JSON.parse(storedText(stack)).done).toHaveLength(1);
});

test('takes back a deletion that was undone by its own button, and nothing that was done after it', () => {
  const added = { kind: 'added', ids: ['new'] } as const;
  const stack = pushStep(pushStep(NOTHING_DONE, { kind: 'deleted', ids: ['a', 'b'] }), added);
  expect(withoutDeletion(stack, ['a', 'b']).done).toEqual([added]);
  expect(withoutDeletion(stack, ['a']).done).toHaveLength(2);
});

test('stores the last steps where all of them are too long', () => {
  const cells = [{ id: 'r', name: 'a', from: null, to: 'x'.repeat(300_000) }];
  let stack = NOTHING_DONE;
  for (let n = 0; n < 20; n += 1) stack = pushStep(stack, { kind: 'cells', cells });
  const text = storedText(stack);
  expect(text.length).toBeLessThan(2_000_000);
  expect(JSON.parse(text).done.length).toBeGreaterThan(2);
});
