import { expect, test } from 'vitest';
import { assignmentOf, tasksIn, withTask } from './document-tasks.ts';

const ADA = '6f1c1f0e-7a43-4f1c-9d55-0d5b7c1f2a11';
const DOCUMENT = `# Plan

- [ ] Order paper
- [x] Book the boat house
  - [ ] Ask @[Ada](user:${ADA}) until @[Nov 27, 2026](date:2026-11-27)

\`\`\`md
- [ ] is code
\`\`\`

> - [ ] in a quote

1. - [ ] in a numbered list
- \\[ ] is text
- [ ]
`;

test('finds the tasks of a document outside of its code, in their order', () => {
  expect(tasksIn(DOCUMENT).map(({ isDone, text }) => [isDone, text.slice(0, 20)])).toEqual([
    [false, 'Order paper'],
    [true, 'Book the boat house'],
    [false, `Ask @[Ada](user:${ADA})`.slice(0, 20)],
    [false, 'in a quote'],
    [false, 'in a numbered list'],
    [false, ''],
  ]);
});

test('marks one task as done, and as open again, and changes nothing else', () => {
  const done = withTask(DOCUMENT, { number: 3, text: 'in a quote', isDone: true });
  expect(done).toBe(DOCUMENT.replace('> - [ ] in a quote', '> - [x] in a quote'));
  expect(withTask(done ?? '', { number: 3, text: 'in a quote', isDone: false })).toBe(DOCUMENT);
  expect(withTask(DOCUMENT, { number: 3, text: 'in another quote', isDone: true })).toBeNull();
  expect(withTask(DOCUMENT, { number: 9, text: '', isDone: true })).toBeNull();
});

test('reads whom a task is for, and until when', () => {
  const text = tasksIn(DOCUMENT)[2]?.text ?? '';
  expect(assignmentOf(text)).toEqual({ people: [{ id: ADA, name: 'Ada' }], due: '2026-11-27' });
  expect(assignmentOf('no day: @[x](date:2026-13-40)')).toEqual({ people: [], due: null });
});
