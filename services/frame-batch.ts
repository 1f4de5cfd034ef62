/** What waits for a frame waits so long at most where the page shows none, in milliseconds. */
const FRAME_MS = 50;

/** Gathers what arrives within a frame of the page, to take it at once: each change has the page drawn again. */
export class FrameBatch<Part> {
  readonly #take: (parts: readonly Part[]) => void;
  #parts: Part[] = [];
  #frame: { request: number; timer: ReturnType<typeof setTimeout> } | null = null;

  constructor(take: (parts: readonly Part[]) => void) {
    this.#take = take;
  }

  add(part: Part): void {
    this.#parts.push(part);
    this.#frame ??= {
      request: requestAnimationFrame(this.flush),
      timer: setTimeout(this.flush, FRAME_MS),
    };
  }

  /** Takes what waits now. */
  readonly flush = (): void => {
    if (this.#frame) {
      cancelAnimationFrame(this.#frame.request);
      clearTimeout(this.#frame.timer);
    }
    this.#frame = null;
    const parts = this.#parts;
    this.#parts = [];
    if (parts.length > 0) this.#take(parts);
  };
}
