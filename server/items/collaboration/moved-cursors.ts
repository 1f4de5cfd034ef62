/** How long cursors are gathered, in milliseconds: the last one of each page is sent. */
const GATHER_MS = 50;

/** The pages whose cursors changed and were not sent yet. */
export class MovedCursors<Page> {
  readonly #send: (page: Page) => void;
  readonly #moved = new Set<Page>();
  #timer: NodeJS.Timeout | null = null;

  /** @param send sends a page's cursor as it is then */
  constructor(send: (page: Page) => void) {
    this.#send = send;
  }

  add(page: Page): void {
    this.#moved.add(page);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      for (const one of this.#moved) this.#send(one);
      this.#moved.clear();
    }, GATHER_MS);
  }

  remove(page: Page): void {
    this.#moved.delete(page);
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
