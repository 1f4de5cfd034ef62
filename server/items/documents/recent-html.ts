/**
 * A cache of what was rendered last, by name, with a fixed size, so that no reader can fill the server's
 * memory.
 */
export class RecentHtml<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, { value: Value; size: number }>();
  #size = 0;

  /** @param most characters in all */
  constructor(most: number) {
    this.#most = most;
  }

  /** What is cached under a name, which becomes the most recently used. */
  get(name: string): Value | undefined {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.value;
  }

  /** @param size its characters; what is larger than the whole cache is not stored */
  set(name: string, value: Value, size: number): void {
    this.delete(name);
    this.#entries.set(name, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    const entry = this.#entries.get(name);
    if (!entry) return;
    this.#entries.delete(name);
    this.#size -= entry.size;
  }
}
