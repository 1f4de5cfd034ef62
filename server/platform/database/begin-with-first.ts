import pg from 'pg';

/** What starts a transaction without options, and the name by which each connection has prepared it. */
export const BEGIN = 'begin';
const LAST_STATEMENTS = new Set(['commit', 'rollback']);

export const isEnd = (text: string): boolean => LAST_STATEMENTS.has(text);

/** Starts a transaction, and has a connection know the statement by its name. */
export const namedBegin = (): pg.Query => Object.assign(new pg.Query(BEGIN, []), { name: BEGIN });

/**
 * Has a query start the transaction that it is the first statement of: both go to the server at once, up to one end, so that the query
 * is not run where the transaction could not be started. The connection must have prepared `BEGIN`.
 */
export function beginWith(query: pg.Query): void {
  const { submit } = query;
  const complete: unknown = Reflect.get(query, 'handleCommandComplete');
  if (typeof complete !== 'function') throw new Error('the driver has another way to complete a query');
  let isBegun = false;
  Object.assign(query, {
    submit(connection: pg.Connection): unknown {
      connection.stream.cork();
      try {
        connection.bind({ statement: BEGIN }, true);
        connection.execute(null, true);
        return Reflect.apply(submit, query, [connection]);
      } finally {
        connection.stream.uncork();
      }
    },
    // The first statement that is complete is the one that starts the transaction.
    handleCommandComplete(...args: unknown[]): void {
      if (isBegun) Reflect.apply(complete, query, args);
      isBegun = true;
    },
  });
}
