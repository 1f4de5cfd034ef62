const FIRST = '00000000-0000-0000-0000-000000000000';

/** Rows by their ids, read in batches of `size`: the next one begins after the last id of the one before. */
export async function* inBatches<Row extends { id: string }>(
  size: number,
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = FIRST; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < size) return;
    after = last.id;
  }
}
