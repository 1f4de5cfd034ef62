import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { createEvaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { jsonSchemaOf } from '#lib/fields/json-schema.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { validate } from '#lib/fields/validate.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';

/** International addresses cost as much to check as others. */
const FORMATS = { ...fullFormats, 'idn-email': fullFormats.email, iri: fullFormats.uri };
const ROUNDS = 41;
const ROUND_MS = 20;
const FIELDS = 500;
const CONDITIONS = 200;
const KEYSTROKES = 5000;

const options = ['news', 'search', 'friend', 'other'].map((id) => ({ id, label: id }));

/** A typical registration form: a field of nearly every type, and a list of persons. */
function registration(): FieldDefinition[] {
  const read = readFields([
    { name: 'name', label: 'Name', type: 'text', rules: [{ rule: 'max_length', value: 100 }] },
    { name: 'email', label: 'Email', type: 'email' },
    { name: 'phone', label: 'Phone', type: 'phone' },
    { name: 'site', label: 'Site', type: 'url', required: false },
    { name: 'born', label: 'Born', type: 'date' },
    { name: 'arrival', label: 'Arrival', type: 'time' },
    {
      name: 'seats',
      label: 'Seats',
      type: 'number',
      rules: [
        { rule: 'min', value: 1 },
        { rule: 'max', value: 9 },
      ],
    },
    { name: 'code', label: 'Code', type: 'text', rules: [{ rule: 'pattern', value: '^[A-Z]{3}-[0-9]{4}$' }] },
    { name: 'heard', label: 'Heard', type: 'select', options },
    {
      name: 'topics',
      label: 'Topics',
      type: 'checkboxes',
      options,
      rules: [{ rule: 'min_count', value: 1 }],
    },
    { name: 'about', label: 'About', type: 'textarea', required: false },
    {
      name: 'people',
      label: 'People',
      type: 'form',
      multiple: true,
      fields: [
        { name: 'name', label: 'Name', type: 'text' },
        { name: 'mail', label: 'Mail', type: 'email' },
      ],
    },
  ]);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.fields;
}

const submission = {
  name: 'Ada Lovelace',
  email: 'ada.lovelace@example.org',
  phone: '+44 20 7946 0123',
  site: 'https://example.org/ada',
  born: '1985-12-10',
  arrival: '09:30',
  seats: 3,
  code: 'ABC-1234',
  heard: 'friend',
  topics: ['news', 'other'],
  about: 'I count the days.\nSee you there.',
  people: [
    { name: 'Charles', mail: 'charles@example.org' },
    { name: 'Mary', mail: 'mary.somerville@example.org' },
  ],
};
const wrong = {
  ...submission,
  email: 'ada',
  born: '10.12.1985',
  seats: 12,
  heard: 'nobody',
  people: [{ name: '' }],
};

/** Measured in processor time: nothing here waits, and other processes do not count. */
function perSecond(act: () => void): number {
  const began = process.cpuUsage();
  let done = 0;
  let passed = 0;
  while (passed < ROUND_MS) {
    for (let n = 0; n < 100; n += 1) act();
    done += 100;
    const { user, system } = process.cpuUsage(began);
    passed = (user + system) / 1000;
  }
  return (done / passed) * 1000;
}

/** Measures both alternately, so that the load of the machine affects both alike; returns the medians. */
function beside(ours: () => void, theirs: () => void): { ours: number; theirs: number } {
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: perSecond(ours), theirs: perSecond(theirs) }));
  return {
    ours: percentile(
      rounds.map((round) => round.ours),
      0.5,
    ),
    theirs: percentile(
      rounds.map((round) => round.theirs),
      0.5,
    ),
  };
}

function validatorRows(): BenchRow[] {
  const fields = registration();
  const ajv = new Ajv2020({ allErrors: true, formats: FORMATS });
  const check = ajv.compile(jsonSchemaOf(fields));
  return [
    { work: 'an answer of 12 fields, valid', value: submission, isValid: true },
    { work: 'an answer of 12 fields, five wrong', value: wrong, isValid: false },
  ].map(({ work, value, isValid }) => {
    if (validate(fields, value).ok !== isValid || check(value) !== isValid)
      throw new Error(`${work}: the two do not agree`);
    const { ours, theirs } = beside(
      () => validate(fields, value),
      () => check(value),
    );
    return {
      work,
      value: Math.round(ours),
      unit: '/s',
      goal: { value: Math.round(theirs), atMost: false },
      floor: { what: 'ajv, compiled', value: Math.round(theirs) },
    };
  });
}

/** A form of 500 fields where 200 have conditions on others; what the engine does per keystroke. */
function evaluatorRow(): BenchRow {
  const read = readFields(
    Array.from({ length: FIELDS }, (_, n) => ({
      id: `f${n}`,
      name: `f${n}`,
      label: `Field ${n}`,
      type: 'text',
      ...(n >= FIELDS - CONDITIONS
        ? {
            visible_if: {
              or: [
                { field: `f${n % 50}`, op: 'contains', value: 'x' },
                { field: `f${(n * 7) % 250}`, op: 'is_not_empty' },
              ],
            },
          }
        : {}),
    })),
  );
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const evaluator = createEvaluator(read.fields);
  const times = Array.from({ length: KEYSTROKES }, (_, n) => {
    const began = performance.now();
    evaluator.set(`f${n % 50}`, 'x'.repeat(n % 5));
    return performance.now() - began;
  });
  return {
    work: 'a keystroke in 500 fields with 200 conditions, p99',
    value: percentile(times, 0.99) * 1000,
    unit: 'µs',
    goal: { value: 1000, atMost: true },
    note: 'of the 16 ms until it is painted',
  };
}

/** The field engine: its validator compared with ajv on the same schema, and its cost per keystroke. */
export const fieldsBench: Bench = {
  name: 'fields',
  run: async () => [...validatorRows(), evaluatorRow()],
};
