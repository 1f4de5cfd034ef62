import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '#server/platform/database/database.ts';
import { TEMPLATE_DATABASE } from '#tests/harness/databases.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/**
 * The types that the driver returns and accepts for each column type; a new column type needs a line here.
 */
const DRIVER_TYPES: Record<string, { read: string; write: string }> = {
  text: { read: 'string', write: 'string' },
  uuid: { read: 'string', write: 'string' },
  tsvector: { read: 'string', write: 'string' },
  boolean: { read: 'boolean', write: 'boolean' },
  smallint: { read: 'number', write: 'number' },
  integer: { read: 'number', write: 'number' },
  bigint: { read: 'number', write: 'number' },
  real: { read: 'number', write: 'number' },
  'double precision': { read: 'number', write: 'number' },
  'timestamp with time zone': { read: 'Date', write: 'Date | string' },
  'timestamp(3) with time zone': { read: 'Date', write: 'Date | string' },
  date: { read: 'Date', write: 'Date | string' },
  bytea: { read: 'Buffer', write: 'Buffer' },
  'text[]': { read: 'string[]', write: 'string[]' },
  'uuid[]': { read: 'string[]', write: 'string[]' },
  'integer[]': { read: 'number[]', write: 'number[]' },
  // A JavaScript array would be written as a PostgreSQL array.
  jsonb: { read: 'object', write: 'string' },
};

type ColumnRow = {
  table: string;
  column: string;
  type: string;
  is_nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
  checks: string[];
};

/** The columns of every table, with the check constraints on a single column. */
const COLUMNS = `
  select class.relname as table, attname as column, format_type(atttypid, atttypmod) as type,
    not attnotnull as is_nullable, atthasdef or attidentity = 'd' as has_default,
    attgenerated <> '' or attidentity = 'a' as is_generated,
    array(select pg_get_constraintdef(oid) from pg_constraint
      where conrelid = class.oid and contype = 'c' and conkey = array[attnum]) as checks
  from pg_attribute join pg_class class on class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'kysely_%'
    and attnum > 0 and not attisdropped
  order by 1, 2`;

/** The values of a check like `state = ANY (ARRAY['new'::text, 'done'::text])`. */
function valuesOf(checks: string[]): string {
  const list = checks.find((check) => /^CHECK \(\(\(?\w+\)? = ANY \(ARRAY\[/.test(check));
  if (!list) return 'never';
  return [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => JSON.stringify(value)).join(' | ');
}

function typeOf({ table, column, type, is_nullable, has_default, is_generated, checks }: ColumnRow): string {
  const driver = DRIVER_TYPES[type];
  if (!driver) throw new Error(`${table}.${column} is ${type}: add the type to DRIVER_TYPES`);
  const insert = is_generated ? 'never' : is_nullable || has_default ? 'optional' : 'required';
  return `"${column}": { read: ${driver.read}; write: ${driver.write}; isNullable: ${is_nullable};
    insert: '${insert}'; values: ${valuesOf(checks)} };`;
}

/** The differences that the compiler reports, as sentences. */
function differences(rows: ColumnRow[]): string[] {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, '.cache', 'schema-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tables = Map.groupBy(rows, ({ table }) => table);
  const lines = [...tables].map(([table, columns]) => `"${table}": {\n${columns.map(typeOf).join('\n')}\n};`);
  // The compiler reports one difference per assertion: each column has its own.
  const assertions = [
    'None<SchemaDifference<Schema, Tables>>',
    ...[...tables.keys()].map((table) => `None<TableDifference<Schema, Tables, '${table}'>>`),
    ...rows.map(({ table, column }) => `None<ColumnDifference<Schema, Tables, '${table}', '${column}'>>`),
  ];
  writeFileSync(
    join(folder, 'compare-forms.ts'),
    `import type { Schema } from '#server/platform/database/schema.ts';
import type { ColumnDifference, SchemaDifference, TableDifference } from '#tests/harness/schema-differences.ts';
type None<Difference extends never> = Difference;
type Tables = {\n${lines.join('\n')}\n};
export type Differences = [\n${assertions.join(',\n')}\n];\n`,
  );
  const compilerOptions = { noErrorTruncation: true, incremental: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions,
      files: ['compare-forms.ts'],
      include: [],
    }),
  );
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder], {
    encoding: 'utf8',
  });
  if (status === 0) return [];
  const sentences = stdout.match(/"[^"]+ (?:is|takes) [^"]+"/g)?.map((sentence) => sentence.slice(1, -1));
  return sentences?.sort() ?? [stdout + stderr];
}

test('the database’s schema types match the migrated database, column by column', async () => {
  const pool = openPool({ ...inject('postgres'), database: TEMPLATE_DATABASE }, 1);
  const { rows } = await pool.query<ColumnRow>(COLUMNS).finally(() => pool.end());
  expect(rows.length).toBeGreaterThan(400);
  expect(differences(rows)).toEqual([]);

  // Differences are detected.
  const wrong = rows
    .filter(({ table }) => table !== 'file')
    .map((row) => ({ ...row, is_nullable: row.is_nullable !== (row.column === 'visibility') }));
  expect(differences(wrong)).toContain('file is missing in the database');
  expect(differences(wrong)).toContain('form.visibility is nullable');
});
