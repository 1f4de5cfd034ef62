/** Work of this process that queues very many entries, each of bulk: imports. */
let running = 0;

/**
 * Runs work that queues bulk after bulk, such as an import. Meanwhile this process leaves bulk that is young to others: both would
 * only slow each other down, and what users write is indexed as always.
 */
export async function withBulkIndexingResting<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
  }
}

/** Whether bulk is left for a while. */
export const isBulkResting = (): boolean => running > 0;
