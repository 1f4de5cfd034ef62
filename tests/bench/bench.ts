/** One measured line of the report. */
export type BenchRow = {
  work: string;
  value: number;
  unit: string;
  /** The goal, in the row's unit; `atMost` for an upper bound, else it is a lower bound. */
  goal?: { value: number; atMost: boolean };
  /** The driver, library or disk alone doing the same, in the same run and unit. */
  floor?: { what: string; value: number };
  note?: string;
};

/** Runs one area's measurements; each sets up what it needs and cleans it up. */
export type Bench = { name: string; run(): Promise<BenchRow[]> };

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The ratio of a value to its floor: 1 equals the floor, whichever direction is better. */
export function ratioToFloor(row: BenchRow): number | null {
  return row.floor ? row.value / row.floor.value : null;
}

function isMet(row: BenchRow): string {
  if (!row.goal) return '';
  const met = row.goal.atMost ? row.value <= row.goal.value : row.value >= row.goal.value;
  return met ? 'yes' : 'no';
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The report as a Markdown table. */
export function asTable(rows: readonly BenchRow[]): string {
  const head = '| work | measured | goal | met | floor | ratio |\n| --- | --- | --- | --- | --- | --- |';
  const lines = rows.map((row) => {
    const goal = row.goal ? `${row.goal.atMost ? '≤' : '≥'} ${number.format(row.goal.value)}` : '';
    const floor = row.floor ? `${row.floor.what}: ${number.format(row.floor.value)}` : '';
    const ratio = ratioToFloor(row);
    const note = row.note ? ` (${row.note})` : '';
    return `| ${row.work}${note} | ${number.format(row.value)} ${row.unit} | ${goal} | ${isMet(row)} | ${floor} | ${ratio === null ? '' : ratio.toFixed(2)} |`;
  });
  return [head, ...lines].join('\n');
}
