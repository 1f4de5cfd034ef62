/** Rights are asked for again at least this often while something long is being sent, in milliseconds. */
const EVERY_MS = 2_000;

/**
 * Sends on what comes, asking again from time to time whether it may be sent at all: a right that ends during a long
 * download ends the download too.
 * @param stillMay throws once the caller may not have it any more
 */
export async function* recheckAccessWhileStreaming<T>(
  source: AsyncIterable<T>,
  stillMay: () => Promise<void>,
): AsyncGenerator<T> {
  let asked = performance.now();
  for await (const part of source) {
    if (performance.now() - asked > EVERY_MS) {
      await stillMay();
      asked = performance.now();
    }
    yield part;
  }
}
