/** PostgreSQL's codes for a lost connection (08), too many of them, and a server that stops, crashed or is starting. */
const SERVER_AWAY = /^(08\w{3}|53300|57P0[1-5])$/;

/** Node's codes for a socket that nobody listens on, or that broke. */
const SOCKET_AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ENOTCONN', 'ETIMEDOUT']);

/** Errors without a code: the driver's for a lost connection, and a database that refuses connections. */
const AWAY_BY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|database ".*" is not currently accepting connections)/;

/** Calls of the system that the driver makes on its socket; a file that is missing is another matter. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write']);

/** Whether an error means that the database can't be reached, rather than that it refused something. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (AWAY_BY_MESSAGE.test(error.message)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return false;
  if (SERVER_AWAY.test(code)) return true;
  return SOCKET_AWAY.has(code) && (!('syscall' in error) || SOCKET_CALLS.has(String(error.syscall)));
}
