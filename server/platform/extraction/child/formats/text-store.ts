import { Unreadable } from '#server/platform/extraction/result.ts';

const FIRST_BYTES = 1024 * 1024;
const FIRST_TEXTS = 16_384;
/** A process that reads files has a gibibyte. */
const BYTES_MAX = 384 * 1024 * 1024;

/**
 * Very many texts, by their number. As strings a million of them would take several times their length, in the heap, which is limited.
 * @throws Unreadable where they take more than 384 MiB
 */
export class TextStore {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #offsets = new Uint32Array(FIRST_TEXTS);
  #count = 0;
  #used = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const most = this.#used + text.length * 3;
    if (most > this.#bytes.length) this.#grow(this.#used + Buffer.byteLength(text));
    if (this.#count === this.#offsets.length) {
      const offsets = new Uint32Array(2 * this.#count);
      offsets.set(this.#offsets);
      this.#offsets = offsets;
    }
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    this.#offsets[this.#count] = this.#used;
    this.#count += 1;
  }

  /** Empty where there is no such text. */
  at(index: number): string {
    if (!(index >= 0 && index < this.#count)) return '';
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#offsets[index - 1], this.#offsets[index]);
  }

  #grow(needed: number): void {
    if (needed > BYTES_MAX)
      throw new Unreadable('too_large', 'The workbook has more text than can be read at once.');
    if (needed <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.min(BYTES_MAX, Math.max(needed, 2 * this.#bytes.length)));
    this.#bytes.copy(bytes, 0, 0, this.#used);
    this.#bytes = bytes;
  }
}
