import type pg from 'pg';

/** What the driver's result is read by: the columns' names and types, how each value is read, and a row without values. */
const PARTS = ['fields', '_parsers', '_prebuiltEmptyResultObject'] as const;
type Description = Readonly<Record<(typeof PARTS)[number], object>>;

/** More statements than a process prepares, and than one of its connections does. */
const MAX_SHARED = 1_000;
const MAX_OF_CONNECTION = 600;
/**
 * Statements whose text says what columns they have. Others have those of something else, which PostgreSQL does not compare with what it prepared: `fetch` of
 * a cursor that is open now.
 */
const HAS_OWN_COLUMNS = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|with|insert|update|delete)\b/i;
/** Of all connections: most describe a statement in the same way. */
const shared = new Map<string, Description>();

function descriptionOf(result: unknown): Description | null {
  if (typeof result !== 'object' || result === null) return null;
  const [fields, _parsers, _prebuiltEmptyResultObject]: unknown[] = PARTS.map((name) =>
    Reflect.get(result, name),
  );
  // A statement without a result has no columns, and one that is several statements has several.
  if (!Array.isArray(fields) || fields.length === 0 || !Array.isArray(_parsers)) return null;
  if (typeof _prebuiltEmptyResultObject !== 'object' || _prebuiltEmptyResultObject === null) return null;
  return { fields, _parsers, _prebuiltEmptyResultObject };
}

/** The description that others have of the same, in place of one more. */
function sharedOne(name: string, own: Description): Description {
  const known = shared.get(name);
  if (known && JSON.stringify(known.fields) === JSON.stringify(own.fields)) return known;
  if (shared.size >= MAX_SHARED) shared.clear();
  shared.set(name, own);
  return own;
}

/**
 * What a connection knows of the results of its prepared statements. The driver has each described again each time, which takes longer
 * than to read a row: a statement that is prepared has the same columns until it is closed, or fails (PostgreSQL's `cached plan must not change result
 * type`).
 */
export class KnownResults {
  readonly #known = new Map<string, Description>();
  #connection: pg.Connection | null = null;
  #isDescribed = true;

  /** Has a query not ask for what is known of its result. */
  use(query: pg.Query, text: string, name: string): void {
    if (!HAS_OWN_COLUMNS.test(text)) return;
    const { submit } = query;
    Object.assign(query, {
      submit: (connection: pg.Connection): unknown => {
        const known = this.#known.get(name);
        const result: unknown = Reflect.get(query, '_result');
        const isPrepared = Reflect.get(Reflect.get(connection, 'parsedStatements'), name) !== undefined;
        if (!known || !isPrepared || typeof result !== 'object' || result === null)
          return Reflect.apply(submit, query, [connection]);
        Object.assign(result, known);
        Object.assign(query, { _accumulateRows: true });
        return this.#withoutDescription(connection, () => Reflect.apply(submit, query, [connection]));
      },
    });
  }

  /** Notes how a statement that was prepared is described. @param result the driver's */
  note(text: string, name: string, result: unknown): void {
    const description = HAS_OWN_COLUMNS.test(text) ? descriptionOf(result) : null;
    if (description?.fields === this.#known.get(name)?.fields) return;
    this.#known.delete(name);
    if (!description) return;
    const [first] = this.#known.keys();
    if (first !== undefined && this.#known.size >= MAX_OF_CONNECTION) this.#known.delete(first);
    this.#known.set(name, sharedOne(name, description));
  }

  #withoutDescription<Result>(connection: pg.Connection, run: () => Result): Result {
    if (this.#connection !== connection) this.#watch(connection);
    this.#isDescribed = false;
    try {
      return run();
    } finally {
      this.#isDescribed = true;
    }
  }

  #watch(connection: pg.Connection): void {
    const describe: unknown = Reflect.get(connection, 'describe');
    if (typeof describe !== 'function') throw new Error('the driver has another way to describe a result');
    this.#connection = connection;
    Object.assign(connection, {
      describe: (...args: unknown[]): void => {
        if (this.#isDescribed) Reflect.apply(describe, connection, args);
      },
    });
  }
}
