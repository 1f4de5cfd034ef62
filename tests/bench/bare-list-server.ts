import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The floor of a list over HTTP, as a process of its own: Node's server and the driver alone, one statement a request, its rows as JSON.
 * Arguments: the folder of the database's socket, a space. It sends its port to its parent.
 */
const [host, spaceId] = process.argv.slice(2);
const CONNECTIONS = 8;
const pool = new pg.Pool({ host, port: 5432, user: 'hubkeep', database: 'hubkeep', max: CONNECTIONS });

/** By the name, the statement is prepared once for each connection. */
const QUERY = {
  name: 'list',
  text: 'select * from item where space_id = $1 and trashed_at is null order by updated_at desc, id desc limit 25',
  values: [spaceId],
};

const server = createServer((_request, response) => {
  pool.query(QUERY).then(
    ({ rows }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: rows }));
    },
    () => {
      response.statusCode = 500;
      response.end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
