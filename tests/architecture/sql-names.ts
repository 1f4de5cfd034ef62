import { parseSync, Visitor } from 'vite';
import type { Source } from './sources.ts';

/** How a text of SQL begins that no `sql` tag marks: what is sent to the driver itself. */
const STATEMENT = /^\s*(?:select|with|insert into|update|delete from)\s/i;
/** Methods of the query builder and of `sql` whose first argument is a name in the statement. */
const NAMING = new Set(['as', 'with', 'withRecursive', 'id', 'ref', 'table']);
/** A table or a column with another name, as the query builder takes it: `item as parent`. */
const BUILDER_ALIAS = /^[\w.]+ as (\w+)$/;

/** Texts in quotes and comments name nothing; `end` closes a `case`. */
const namesOfSql = (text: string): string[] =>
  (text.replace(/'(?:[^']|'')*'|--.*$/gm, ' ').match(/[a-z_]\w*/gi) ?? []).filter(
    (name) => name.toLowerCase() !== 'end',
  );

/** Every name in the SQL of a file: of tables, columns, and the aliases of both. */
export function sqlNames({ path, text }: Source): Set<string> {
  const names = new Set<string>();
  const addAll = (sql: string) => {
    for (const name of namesOfSql(sql)) names.add(name);
  };
  // A value between two parts of a template is no name: it only separates them.
  const textOf = (quasis: readonly { value: { raw: string } }[]) =>
    quasis.map(({ value }) => value.raw).join(' $ ');
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') addAll(textOf(quasi.quasis));
    },
    TemplateLiteral({ quasis }) {
      const written = textOf(quasis);
      if (STATEMENT.test(written)) addAll(written);
    },
    Literal({ value }) {
      if (typeof value !== 'string') return;
      if (STATEMENT.test(value)) addAll(value);
      const alias = BUILDER_ALIAS.exec(value)?.[1];
      if (alias !== undefined) names.add(alias);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!NAMING.has(callee.property.name)) return;
      if (first?.type === 'Literal' && typeof first.value === 'string') addAll(first.value);
    },
  }).visit(parseSync(path, text).program);
  return names;
}
