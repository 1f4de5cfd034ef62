/** How often a page is sent all that it lacks: some times at once, then each time after so many milliseconds. */
const BURST = 3;
const REFILL_MS = 5_000;

/** Limits how often each page is sent all that it lacks: to encode a document is work, which nobody may cause without an end. */
export class HaveLimit<Page extends object> {
  readonly #left = new WeakMap<Page, { tokens: number; at: number }>();

  /** Counts one time. @returns whether it may be sent */
  admits(page: Page): boolean {
    const now = performance.now();
    const { tokens, at } = this.#left.get(page) ?? { tokens: BURST, at: now };
    const left = Math.min(BURST, tokens + (now - at) / REFILL_MS);
    this.#left.set(page, { tokens: Math.max(0, left - 1), at: now });
    return left >= 1;
  }
}
