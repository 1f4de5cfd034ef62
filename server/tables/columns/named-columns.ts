import { isRecord } from '#lib/text/is-record.ts';
import { slugify } from '#lib/text/slug.ts';

/** A machine's name of a label, different from the others. */
function nameFor(label: unknown, taken: ReadonlySet<string>): string {
  const base = slugify(typeof label === 'string' ? label : '').replaceAll('-', '_') || 'column';
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(name)) return name;
  }
}

/** Names the columns without a name, also the fields of nested forms. */
export function namedColumns(columns: readonly unknown[]): unknown[] {
  const taken = new Set(
    columns.flatMap((one) => (isRecord(one) && typeof one.name === 'string' ? [one.name] : [])),
  );
  return columns.map((one) => {
    if (!isRecord(one)) return one;
    const inner = Array.isArray(one.fields) ? { fields: namedColumns(one.fields) } : {};
    if (one.name !== undefined && one.name !== null && one.name !== '') return { ...one, ...inner };
    const name = nameFor(one.label, taken);
    taken.add(name);
    return { ...one, ...inner, name };
  });
}
