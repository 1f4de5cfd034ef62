/** What a report says of a part of an archive, by how many resources of it each sentence is true. */
export class CountedNotes<Note extends string> {
  readonly #sentences: Readonly<Record<Note, (count: number) => string>>;
  readonly #counts = new Map<Note, number>();

  constructor(sentences: Readonly<Record<Note, (count: number) => string>>) {
    this.#sentences = sentences;
  }

  add(note: Note, count = 1): void {
    if (count > 0) this.#counts.set(note, (this.#counts.get(note) ?? 0) + count);
  }

  /** The sentences, in the order in which they were needed first; null where there are none. */
  text(): string | null {
    return [...this.#counts].map(([note, count]) => this.#sentences[note](count)).join(' ') || null;
  }
}
