/** Access is checked again at least this often during a long download, in milliseconds. */
const EVERY_MS = 2_000;

/**
 * Forwards the chunks, checking from time to time whether they may still be sent: access that is revoked
 * during a long download ends the download too.
 * @param stillMay throws once the caller has no access any more
 */
export async function* recheckAccessWhileStreaming<T>(
  source: AsyncIterable<T>,
  stillMay: () => Promise<void>,
): AsyncGenerator<T> {
  let checkedAt = performance.now();
  for await (const part of source) {
    if (performance.now() - checkedAt > EVERY_MS) {
      await stillMay();
      checkedAt = performance.now();
    }
    yield part;
  }
}
