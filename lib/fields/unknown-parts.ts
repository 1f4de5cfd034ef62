import { CONDITION_DEPTH, type FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldProblem } from '#lib/fields/problem.ts';
import { isRecord } from '#lib/text/is-record.ts';

const FIELD_KEYS = {
  ...{ id: true, name: true, label: true, type: true, required: true, placeholder: true, help: true },
  ...{ default: true, options: true, rules: true, multiple: true, allow_other: true, fields: true },
  ...{ visible_if: true, required_if: true, formula: true },
} satisfies Record<keyof FieldDefinition, true>;

type Keys = ReadonlySet<string>;
const FIELD: Keys = new Set(Object.keys(FIELD_KEYS));
const OPTION: Keys = new Set(['id', 'label']);
const RULE: Keys = new Set(['rule', 'value', 'message']);
const CONDITION: Keys = new Set(['field', 'op', 'value', 'and', 'or', 'not']);
const LAYOUT: Keys = new Set(['pages']);
const PAGE: Keys = new Set(['id', 'title', 'text', 'visible_if', 'blocks']);
const BLOCK: Keys = new Set(['kind', 'id', 'field', 'title', 'text', 'picture', 'alt']);

/** So many are named at once. */
const PROBLEMS_MAX = 20;
const NAME_MAX = 100;

type Found = FieldProblem<'unknown_field'>;

const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function* unknownKeys(part: unknown, known: Keys, path: string): Generator<Found> {
  if (!isRecord(part)) return;
  for (const key of Object.keys(part)) {
    const label = key.slice(0, NAME_MAX);
    if (!known.has(key)) yield { code: 'unknown_field', params: { label }, path: below(path, label) };
  }
}

function* entriesOf(list: unknown, path: string): Generator<[unknown, string]> {
  if (Array.isArray(list)) for (const [at, one] of list.entries()) yield [one, `${path}[${at}]`];
}

function* ofCondition(condition: unknown, path: string, depth = 0): Generator<Found> {
  // Deeper ones are refused as such.
  if (!isRecord(condition) || depth > CONDITION_DEPTH) return;
  yield* unknownKeys(condition, CONDITION, path);
  for (const kind of ['and', 'or'])
    for (const [one, at] of entriesOf(condition[kind], below(path, kind)))
      yield* ofCondition(one, at, depth + 1);
  yield* ofCondition(condition.not, below(path, 'not'), depth + 1);
}

/** The parts of a field besides its own keys: options, rules, conditions, and fields of a nested form. */
function* withinField(field: unknown, path: string): Generator<Found> {
  if (!isRecord(field)) return;
  const at = (key: string) => below(path, key);
  for (const [one, place] of entriesOf(field.options, at('options'))) yield* unknownKeys(one, OPTION, place);
  for (const [one, place] of entriesOf(field.rules, at('rules'))) yield* unknownKeys(one, RULE, place);
  yield* ofCondition(field.visible_if, at('visible_if'));
  yield* ofCondition(field.required_if, at('required_if'));
  yield* ofFields(field.fields, at('fields'));
}

function* ofFields(fields: unknown, path: string): Generator<Found> {
  for (const [field, at] of entriesOf(fields, path)) {
    yield* unknownKeys(field, FIELD, at);
    yield* withinField(field, at);
  }
}

function* ofLayout(layout: unknown, path: string): Generator<Found> {
  if (!isRecord(layout)) return;
  yield* unknownKeys(layout, LAYOUT, path);
  for (const [page, at] of entriesOf(layout.pages, below(path, 'pages'))) {
    if (!isRecord(page)) continue;
    yield* unknownKeys(page, PAGE, at);
    yield* ofCondition(page.visible_if, `${at}.visible_if`);
    for (const [block, place] of entriesOf(page.blocks, below(at, 'blocks')))
      yield* unknownKeys(block, BLOCK, place);
  }
}

function first(found: Generator<Found>): Found[] {
  const problems: Found[] = [];
  for (const one of found) if (problems.push(one) === PROBLEMS_MAX) break;
  return problems;
}

/**
 * Keys that no field, option, rule, condition, page or block has, such as a colour of an option: ignored, they would be lost without a
 * word. Those that only another type has are none of them; what is wrong with the rest is not looked at.
 * @param sent the definition of a form as it was sent, by the names of its parts
 */
export const unknownParts = ({ fields, layout }: { fields?: unknown; layout?: unknown }): Found[] =>
  first(
    (function* () {
      yield* ofFields(fields, 'fields');
      yield* ofLayout(layout, 'layout');
    })(),
  );

/** The same within one field, whose own keys are known otherwise: paths begin within it, `options[1].color`. */
export const unknownPartsWithin = (field: unknown): Found[] => first(withinField(field, ''));

/** The same of a condition; by default paths begin within it. */
export const unknownPartsOfCondition = (condition: unknown, path = ''): Found[] =>
  first(ofCondition(condition, path));
