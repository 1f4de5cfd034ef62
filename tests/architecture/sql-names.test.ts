import { describe, expect, it } from 'vitest';
import { FIXED_NAMES, RETIRED, uses } from './names.ts';
import { files } from './sources.ts';
import { sqlNames } from './sql-names.ts';

/** The retired words among names in SQL, each with the word to use. */
const retiredIn = (names: Iterable<string>): string[] =>
  [...names].flatMap((name) =>
    RETIRED.filter(({ pattern, exceptions }) => uses(name, pattern) && !exceptions.includes(name)).map(
      ({ pattern, use }) => `${name} (instead of "${pattern}": ${use})`,
    ),
  );

describe('names in SQL', () => {
  it.each([
    'const rows = sql`select asked.id from unnest(array[1]) as asked (id)`;',
    'const rows = sql<Row>`with held as materialized (select 1) select 1`;',
    'const part = sql`item.scope_id is not null as told`;',
    "await pool.query('select pg_try_advisory_lock($1) as held', [lock]);",
    'await pool.query(`update item set title = given.title from given`);',
    "database.selectFrom('scope as held').selectAll();",
    "database.selectFrom('item').select(sql<boolean>`true`.as('kept'));",
    "const column = sql.id('given', name);",
    "const column = sql.ref('asked.user_id');",
  ])('finds the retired term in %s', (text) => {
    expect(retiredIn(sqlNames({ path: 'some.ts', text }))).not.toEqual([]);
  });

  it.each([
    "const rows = sql`select case when state = 'asked' then 1 end as is_open from request`;",
    'const rows = sql`select 1 -- asked once\n as one`;',
    `const rows = sql\`select \${asked} as requested\`;`,
    "const sentence = 'Tell them that nothing was held';",
  ])('accepts %s', (text) => {
    expect(retiredIn(sqlNames({ path: 'some.ts', text }))).toEqual([]);
  });

  it('have no retired terms but those of the database', () => {
    const sources = files(/\.tsx?$/, ['server', 'scripts', 'tests']).filter(
      ({ path }) => !/^server\/platform\/database\/migrations\/|^tests\/architecture\//.test(path),
    );
    const named = sources.map((source) => ({ path: source.path, names: sqlNames(source) }));
    expect(named.filter(({ names }) => names.size > 0).length).toBeGreaterThan(200);
    const isFixed = (name: string) => name in FIXED_NAMES.database;
    const found = named.flatMap(({ path, names }) =>
      retiredIn([...names].filter((name) => !isFixed(name))).map((term) => `${path}: ${term}`),
    );
    expect(found).toEqual([]);
    const used = new Set(named.flatMap(({ names }) => [...names]));
    expect(Object.keys(FIXED_NAMES.database).filter((name) => !used.has(name))).toEqual([]);
  });
});
