import type { z } from 'zod';
import type { DocumentSchemas, JsonSchema } from './openapi-schemas.ts';

const ID = '019a3c5e-7f3e-7c2b-9d55-1f6a2b3c4d5e';
const MOMENT = '2026-05-04T09:30:00.000Z';

/** Readable example values, by the name of their property; the first that matches. */
const BY_NAME: readonly [RegExp, string][] = [
  [/(^|_)id$/, ID],
  [/_at$|^from_time$|^opens|^closes/, MOMENT],
  [/^(from|to|day|date)$/, '2026-05-04'],
  [/email|^mail$|^notify$/, 'ada@example.org'],
  [/^first_name$/, 'Ada'],
  [/^last_name$/, 'Lovelace'],
  [/password/, 'Analytical-Engine-1843'],
  [/^(handle|domain_handle)$/, 'analytical-society'],
  [/slug/, 'minutes'],
  [/_url$|^url$/, 'https://hub.example.org/f/minutes'],
  [/_?token$|secret|^visit$/, 'x3Jk9vQ2mZ7pT5wR'],
  [/^code$/, '123456'],
  [/origins?$/, 'https://example.org'],
  [/locale/, 'en-GB'],
  [/language/, 'en'],
  [/time_zone/, 'Europe/London'],
  [/country/, 'GB'],
  [/currency/, 'EUR'],
  [/mime/, 'application/pdf'],
  [/file_name|filename/, 'Minutes.pdf'],
  [/colou?r|accent/, '#2f6f4f'],
  [/^(name|title|label)$/, 'Minutes of May'],
  [/^(message|body|text|description|help|about|reason)$/, 'What was agreed in May.'],
  [/^markdown$/, '# Minutes of May'],
];

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  'date-time': MOMENT,
  date: '2026-05-04',
  time: '09:30:00',
  uuid: ID,
  uri: 'https://hub.example.org/',
};

/** Deeper than this an example contains only what is required. */
const DEEPEST = 6;

/** Of records, by the name of their property. */
const RECORDS: Readonly<Record<string, Record<string, string>>> = {
  values: { name: 'Ada Lovelace', email: 'ada@example.org' },
  mapping: { Name: 'name', 'E-mail': 'email' },
};

type Choice = { whole: boolean; schemas: DocumentSchemas };

/**
 * A value that a schema accepts, as complete as possible: the schema's own example (`.meta({ examples })`),
 * else one that is generated from its parts.
 * @returns undefined where no generated one is valid; the schema needs an example of its own then
 */
export function exampleOf(schema: z.ZodType, json: JsonSchema, schemas: DocumentSchemas): unknown {
  for (const whole of [true, false]) {
    const example = sampleOf(json, '', { whole, schemas }, 0);
    if (schema.safeParse(example).success) return example;
  }
  return undefined;
}

function sampleOf(reference: JsonSchema, name: string, choice: Choice, depth: number): unknown {
  const schema = choice.schemas.resolve(reference);
  const [own] = schema.examples ?? [];
  if (own !== undefined) return own;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null) ?? null;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const filled = options.find((one) => choice.schemas.resolve(one).type !== 'null');
    return filled && depth < DEEPEST ? sampleOf(filled, name, choice, depth + 1) : null;
  }
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((one) => sampleOf(one, name, choice, depth)));
  }
  const { type } = schema;
  // More than one type means one that may also be null.
  switch (Array.isArray(type) ? type.find((one) => one !== 'null') : type) {
    case 'object':
      return schema.properties ? objectOf(schema, choice, depth) : (RECORDS[name] ?? {});
    case 'array':
      return listOf(schema, name, choice, depth);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema, name);
  }
}

function objectOf(schema: JsonSchema, choice: Choice, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(properties).flatMap(([name, part]) => {
    const isWanted = required.includes(name) || (choice.whole && depth < DEEPEST);
    return isWanted && typeof part === 'object' ? [[name, sampleOf(part, name, choice, depth + 1)]] : [];
  });
  return Object.fromEntries(entries);
}

function listOf(schema: JsonSchema, name: string, choice: Choice, depth: number): unknown[] {
  const { items, minItems = 0 } = schema;
  if (depth >= DEEPEST && minItems === 0) return [];
  const entry = Array.isArray(items) ? items[0] : items;
  return typeof entry === 'object' ? [sampleOf(entry, name.replace(/s$/, ''), choice, depth + 1)] : [];
}

function numberOf({ minimum = 1, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): number {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum;
  return Math.min(Math.max(least, 1), maximum);
}

function textOf({ format, minLength = 0, maxLength }: JsonSchema, name: string): string {
  const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'Minutes';
  const text = (format === undefined ? undefined : BY_FORMAT[format]) ?? named;
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}
