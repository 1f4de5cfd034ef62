import { WRITER_COLORS } from '#lib/documents/protocol.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { stableIndex } from '#lib/text/stable-index.ts';

/** The colour of somebody's cursors in a document, and since when they have it there, in milliseconds. */
type Taken = { color: number; since: number };
type Person = Taken & { person: string };
type Cursor = { connection: number; state: string };

/** Whose cursor it is: of an account, or of a page that has none. */
export const writerKey = (userId: string | null, connection: number): string =>
  userId ?? `page ${connection}`;

/** Whose cursor another process publishes, and its colour; null where it gives none that is known here, as another version. */
function personOf({ connection, state }: Cursor): Person | null {
  const { user, color, since }: Record<string, unknown> = JSON.parse(state);
  const id = isRecord(user) && typeof user.id === 'string' ? user.id : null;
  if (typeof color !== 'number' || typeof since !== 'number') return null;
  if (!Number.isInteger(color) || color < 0 || color >= WRITER_COLORS) return null;
  return { person: writerKey(id, connection), color, since };
}

/**
 * The colours of the cursors in one document: each person has another one as long as there are enough, here and in other
 * processes, and the same one while they are there. Who has none takes their own of everywhere else where it is free, else
 * the next one that is. Where two took the same one at once, in two processes, it is that of who was there first.
 */
export class WriterColors {
  readonly #own = new Map<string, Taken>();
  readonly #elsewhere: () => Iterable<Cursor>;

  /** @param elsewhere the cursors of other processes */
  constructor(elsewhere: () => Iterable<Cursor>) {
    this.#elsewhere = elsewhere;
  }

  /** A cursor of this process with the colour of its person. */
  colored(person: string, state: string): string {
    const taken = this.#own.get(person) ?? this.#take(person);
    this.#own.set(person, taken);
    return JSON.stringify({ ...JSON.parse(state), ...taken });
  }

  /** The last cursor of a person left this process. */
  leave(person: string): void {
    this.#own.delete(person);
  }

  /** Takes note of a cursor of another process. @returns the people here who have another colour now */
  receive(cursor: Cursor): string[] {
    const other = personOf(cursor);
    if (!other) return [];
    const here = this.#own.get(other.person);
    if (here && !this.#adopt(other, here)) return [];
    const moved = here ? [other.person] : [];
    for (const [person, taken] of [...this.#own]) {
      if (person === other.person || taken.color !== other.color) continue;
      if (!isBefore(other, { ...taken, person })) continue;
      this.#own.delete(person);
      const next = { ...this.#take(person, other.color), since: taken.since };
      const uses = this.#usesBesides(person);
      const isBetter = (uses[next.color] ?? 0) < (uses[taken.color] ?? 0);
      this.#own.set(person, isBetter ? next : taken);
      if (isBetter) moved.push(person);
    }
    return moved;
  }

  /** Anybody who has the document open in two processes has the colour that they had first, unless somebody else had it before. */
  #adopt({ person, color, since }: Person, here: Taken): boolean {
    if (color === here.color || since > here.since) return false;
    const people = [...this.#people()];
    const isTaken = (one: number) =>
      people.some(
        ([key, taken]) =>
          key !== person &&
          isBefore({ ...taken, person: key }, { person, color, since }) &&
          taken.color === one,
      );
    // Who gave way in both at once has the lesser of the two colours.
    const isSettled = since === here.since && color > here.color && !isTaken(here.color);
    if (isTaken(color) || isSettled) return false;
    this.#own.set(person, { color, since });
    return true;
  }

  #people(): Map<string, Taken> {
    const people = new Map<string, Taken>();
    for (const cursor of this.#elsewhere()) {
      const other = personOf(cursor);
      if (other && !people.has(other.person)) people.set(other.person, other);
    }
    for (const [person, taken] of this.#own) people.set(person, taken);
    return people;
  }

  /** How many others have each colour. */
  #usesBesides(person: string): number[] {
    const uses = Array.from({ length: WRITER_COLORS }, () => 0);
    for (const [key, { color }] of this.#people()) if (key !== person) uses[color] = (uses[color] ?? 0) + 1;
    return uses;
  }

  /** @param lost a colour that is somebody else's */
  #take(person: string, lost?: number): Taken {
    const there = this.#people().get(person);
    if (there && there.color !== lost) return { color: there.color, since: there.since };
    const uses = this.#usesBesides(person);
    const least = Math.min(...uses);
    const first = stableIndex(person, WRITER_COLORS);
    const turns = uses.map((_, at) => (first + at) % WRITER_COLORS);
    return { color: turns.find((color) => uses[color] === least) ?? first, since: Date.now() };
  }
}

const isBefore = (one: Person, other: Person): boolean =>
  one.since < other.since || (one.since === other.since && one.person < other.person);
