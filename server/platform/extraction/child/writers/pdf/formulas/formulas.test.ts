import PDFDocument from 'pdfkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Formulas } from './formulas.ts';

const OPTIONS = { isBlock: false, width: 400, size: 11 };

/** Formulas of a new file, of which those with other letters than ASCII take as long as these are measured. */
async function formulasOf({ measuringMs = 0 }: { measuringMs?: number } = {}) {
  const doc = new PDFDocument({ compress: false });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const inLine = (text: string) => {
    if (measuringMs > 0) vi.advanceTimersByTime(measuringMs);
    return { width: text.length * 6, draw: () => undefined };
  };
  const formulas = new Formulas(doc, { inLine });
  await formulas.prepare();
  const write = async (): Promise<string> => {
    const written = new Promise((resolve) => doc.once('end', resolve));
    doc.end();
    await written;
    return Buffer.concat(parts).toString('latin1');
  };
  /** Which of a number of slow formulas are set. */
  const areSet = (count: number) =>
    Array.from({ length: count }, (_, at) => formulas.read(`\\text{ö${at}}`, OPTIONS) !== null);
  return { formulas, areSet, write };
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the formulas of a document', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('are set no more after three that took as long as one may, but for those that were set before', async () => {
    const { formulas, areSet } = await formulasOf({ measuringMs: 2000 });
    expect(formulas.read('x', OPTIONS)).not.toBeNull();
    expect(areSet(5)).toEqual([...times(3, true), ...times(2, false)]);
    expect(formulas.read('y', OPTIONS)).toBeNull();
    expect(formulas.read('x', OPTIONS)).not.toBeNull();
  });

  it('are set for 25 seconds', async () => {
    const { areSet } = await formulasOf({ measuringMs: 1900 });
    expect(areSet(16)).toEqual([...times(14, true), ...times(2, false)]);
  });

  it('have at most 3,000 letters', async () => {
    const { formulas } = await formulasOf();
    const lengths = [3000, 3001].filter((length) => formulas.read('x'.padEnd(length), OPTIONS));
    expect(lengths).toEqual([3000]);
  });

  it('are made smaller down to a quarter where they are too wide', async () => {
    const { formulas } = await formulasOf();
    const formula = formulas.read('wwwwwwww', OPTIONS) ?? expect.fail('it is set');
    const widthsIn = (width: number) =>
      formulas
        .pieces(formula, { size: 11, color: '#000000' }, { width, height: 600 })
        ?.map((piece) => piece.width);
    const [whole = 0] = widthsIn(400) ?? [];
    expect(whole).toBeGreaterThan(50);
    expect(widthsIn(whole * 0.26)).toEqual([expect.closeTo(whole * 0.26, 3)]);
    expect(widthsIn(whole * 0.24)).toBeUndefined();
  });

  it('are drawn up to half a million shapes, also where it is one that is repeated', async () => {
    const { formulas } = await formulasOf();
    const long = 'x'.repeat(500);
    const drawn = Array.from({ length: 1002 }, () => formulas.read(long, OPTIONS) !== null);
    expect(drawn).toEqual([...times(1000, true), ...times(2, false)]);
  });
});

it('stores each glyph of formulas once in a file, with the LaTeX that is read aloud', async () => {
  const { formulas, write } = await formulasOf();
  for (const latex of ['xyx', 'x+y', 'xyx'])
    for (const piece of formulas.pieces(
      formulas.read(latex, OPTIONS) ?? expect.fail('it is set'),
      { size: 11, color: '#000000' },
      { width: 400, height: 600 },
    ) ?? [])
      piece.draw(100, 100);
  const file = await write();
  expect(file.match(/\/Subtype \/Form/g)).toHaveLength(3);
  expect(file.match(/\/ActualText \((?:xyx|x\+y)\)/g)).toHaveLength(3);
});
