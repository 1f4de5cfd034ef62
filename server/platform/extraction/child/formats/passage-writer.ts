import { MAX_PASSAGE_BYTES, type Passage, type PassageLocation } from '#lib/text/passage.ts';
import { splitText, tidyText } from './split-text.ts';

/** The most text that is taken from one file, in bytes of UTF-8. */
export const MAX_TEXT_BYTES = 20 * 1024 * 1024;

const BATCH_BYTES = 256 * 1024;

/**
 * Cuts text into passages and passes them on in batches; what comes after {@link MAX_TEXT_BYTES} is omitted.
 */
export class PassageWriter {
  readonly #handOver: (batch: Passage[]) => Promise<void>;
  #batch: Passage[] = [];
  #batchBytes = 0;
  #total = 0;
  #full = false;

  constructor(handOver: (batch: Passage[]) => Promise<void>) {
    this.#handOver = handOver;
  }

  /** Whether the limit is reached: reading on is useless. */
  get full(): boolean {
    return this.#full;
  }

  /** Whether no readable text came. */
  get empty(): boolean {
    return this.#total === 0;
  }

  /** Adds the text of one place; long ones become several passages of the same place. */
  async add(where: PassageLocation, text: string, heading?: string): Promise<void> {
    for (const piece of splitText(tidyText(text), MAX_PASSAGE_BYTES)) {
      const bytes = Buffer.byteLength(piece);
      if (this.#total + bytes > MAX_TEXT_BYTES) {
        this.#full = true;
        return;
      }
      this.#total += bytes;
      this.#batchBytes += bytes;
      const named = heading ? tidyText(heading).slice(0, 500) : '';
      this.#batch.push({ where, ...(named ? { heading: named } : {}), text: piece });
      if (this.#batchBytes >= BATCH_BYTES) await this.flush();
    }
  }

  /** A writer for the text of an attachment: each of its passages is found at its name. */
  attachment(name: string): AttachmentWriter {
    return new AttachmentWriter(this, name);
  }

  async flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    await this.#handOver(batch);
  }
}

/** UTF-16 units of an attachment's text that the preview of its message shows. */
const EXCERPT = 4000;

/** Writes the text of a file that another one contains. */
class AttachmentWriter extends PassageWriter {
  readonly #message: PassageWriter;
  readonly #name: string;
  /** The start of its text. */
  excerpt = '';

  constructor(message: PassageWriter, name: string) {
    super(async () => {});
    this.#message = message;
    this.#name = name.slice(0, 500);
  }

  override get full(): boolean {
    return this.#message.full;
  }

  override async add(_where: PassageLocation, text: string): Promise<void> {
    if (this.excerpt.length < EXCERPT) this.excerpt = `${this.excerpt}${text}\n`.slice(0, EXCERPT);
    await this.#message.add({ type: 'section', heading: this.#name }, text, this.#name);
  }
}
