import { isPresence } from '#lib/documents/protocol.ts';

/** What a socket may send before its document is read: what it has, and its cursor. */
const EARLY_MAX = 10;
const EARLY_BYTES_MAX = 1024 ** 2;

/** Messages of a socket whose document is not read yet; of its cursors, only the last one. */
export class EarlyMessages {
  readonly #messages: Buffer[] = [];
  #presence: Buffer | null = null;
  #bytes = 0;

  /** @returns false, with nothing taken, where there are too many */
  take(data: Buffer): boolean {
    const replaced = isPresence(data) ? this.#presence : null;
    const bytes = this.#bytes - (replaced?.length ?? 0) + data.length;
    if (bytes > EARLY_BYTES_MAX) return false;
    if (isPresence(data)) this.#presence = data;
    else if (this.#messages.length < EARLY_MAX) this.#messages.push(data);
    else return false;
    this.#bytes = bytes;
    return true;
  }

  all(): readonly Buffer[] {
    return this.#presence ? [...this.#messages, this.#presence] : this.#messages;
  }
}
