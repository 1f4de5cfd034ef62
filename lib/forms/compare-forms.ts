import { boundKey } from '#lib/fields/dates.ts';
import type { Condition, FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { isList, type RuleName } from '#lib/fields/field-types.ts';
import { sameValue } from '#lib/text/same-value.ts';
import type { Block, FormLayout, FormPage } from './layout.ts';

/** What is compared of a form: its texts, its fields and their layout. */
export type ComparableForm = {
  title: string;
  description: string;
  fields: readonly FieldDefinition[];
  layout: FormLayout;
  translations: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * What a change means for existing submissions: `safe`, nothing; `narrows`, some would not be valid any more;
 * `removes`, a value of theirs is not asked for any more. Each submission is always shown with the version
 * that it was made with.
 */
export type ChangeEffect = 'safe' | 'narrows' | 'removes';

/** The effect of each change. */
const EFFECTS = {
  title_changed: 'safe',
  description_changed: 'safe',
  translations_changed: 'safe',
  page_added: 'safe',
  page_removed: 'safe',
  page_changed: 'safe',
  page_condition_changed: 'safe',
  block_added: 'safe',
  block_removed: 'safe',
  block_changed: 'safe',
  order_changed: 'safe',
  field_added: 'safe',
  words_changed: 'safe',
  name_changed: 'safe',
  default_changed: 'safe',
  now_optional: 'safe',
  option_added: 'safe',
  option_renamed: 'safe',
  options_ordered: 'safe',
  rule_removed: 'safe',
  rule_loosened: 'safe',
  now_several: 'safe',
  condition_changed: 'safe',
  formula_removed: 'safe',
  required_field_added: 'narrows',
  now_required: 'narrows',
  required_if_changed: 'narrows',
  option_removed: 'narrows',
  rule_added: 'narrows',
  rule_tightened: 'narrows',
  rule_changed: 'narrows',
  now_one: 'narrows',
  formula_changed: 'narrows',
  field_removed: 'removes',
  type_changed: 'removes',
} as const satisfies Record<string, ChangeEffect>;
export type ChangeCode = keyof typeof EFFECTS;
export const CHANGE_CODES = Object.keys(EFFECTS).filter((code): code is ChangeCode => code in EFFECTS);
export const effectOf = (code: ChangeCode): ChangeEffect => EFFECTS[code];

/** Which submissions a change affects, by their values of a field; null where that can't be determined. */
export type AffectedSubmissions =
  /** Those with a value. */
  | { which: 'filled'; field: string }
  /** Those without a value. */
  | { which: 'empty'; field: string }
  | { which: 'option'; field: string; options: string[] }
  | { which: 'rule'; field: string; rule: RuleName; value: number }
  /** Those with more than one value. */
  | { which: 'several'; field: string }
  | { which: 'all' }
  | null;

export type FormChange = {
  code: ChangeCode;
  /** What changed, as users see it: a field with its groups, a page, a language. */
  label: string;
  /** The id of the field, if it is one. */
  field: string | null;
  /** Further details: the options, the rule. */
  detail: string | null;
  concerned: AffectedSubmissions;
};

/** Rules that a larger value makes stricter. */
const LEAST: readonly RuleName[] = ['min_length', 'min', 'min_count'];
/** Rules that a smaller value makes stricter. */
const MOST: readonly RuleName[] = ['max_length', 'max', 'max_count', 'max_bytes'];

function ruleCode(before: Rule, after: Rule): 'rule_loosened' | 'rule_tightened' | 'rule_changed' | null {
  const [had, has] = [boundKey(before.value), boundKey(after.value)];
  if (sameValue(had, has)) return null;
  if (before.rule === 'extensions' && after.rule === 'extensions') {
    return before.value.every((extension) => after.value.includes(extension))
      ? 'rule_loosened'
      : 'rule_tightened';
  }
  const grows = has > had;
  if (LEAST.includes(after.rule)) return grows ? 'rule_tightened' : 'rule_loosened';
  if (MOST.includes(after.rule)) return grows ? 'rule_loosened' : 'rule_tightened';
  return 'rule_changed';
}

const isRequired = ({ required, required_if }: FieldDefinition) => required !== false && !required_if;
/** Whether a value is required, at least under a condition. */
const mayBeRequired = (field: FieldDefinition) =>
  field.formula === undefined && (isRequired(field) || field.required_if !== undefined);

/** The conditions of the pages that fields are on, by field. */
type PageConditions = ReadonlyMap<string, Condition>;
type Pages = { before: PageConditions; after: PageConditions };
const NO_PAGES: Pages = { before: new Map(), after: new Map() };

const pageConditions = ({ pages }: FormLayout): PageConditions =>
  new Map(
    pages.flatMap(({ visible_if, blocks }) =>
      blocks.flatMap((block): [string, Condition][] =>
        visible_if && block.kind === 'field' ? [[block.field, visible_if]] : [],
      ),
    ),
  );

/** The conditions under which a field is shown; none for one that always is. */
const shownIf = ({ id, visible_if }: FieldDefinition, pages: PageConditions): Condition[] =>
  [pages.get(id), visible_if].filter((condition) => condition !== undefined);

type Add = (
  code: ChangeCode,
  field: FieldDefinition,
  more?: { detail?: string; concerned?: AffectedSubmissions },
) => void;

/** How the free text in place of an option is described. */
const OTHER = '“Other…”';

function compareOptions(before: FieldDefinition, after: FieldDefinition, add: Add): void {
  const [had, has] = [before.options ?? [], after.options ?? []];
  const known = new Map(had.map(({ id, label }) => [id, label]));
  const labelsAfter = new Map(has.map(({ id, label }) => [id, label]));
  const gone = had.filter(({ id }) => !labelsAfter.has(id));
  const added = has.filter(({ id }) => !known.has(id));
  const renamed = has.filter(({ id, label }) => known.has(id) && known.get(id) !== label);
  const quoted = (list: readonly { label: string }[]) => list.map(({ label }) => `“${label}”`).join(', ');
  if (gone.length > 0)
    add('option_removed', after, {
      detail: quoted(gone),
      concerned: { which: 'option', field: after.id, options: gone.map(({ id }) => id) },
    });
  if (before.allow_other && !after.allow_other) add('option_removed', after, { detail: OTHER });
  if (!before.allow_other && after.allow_other) add('option_added', after, { detail: OTHER });
  if (added.length > 0) add('option_added', after, { detail: quoted(added) });
  if (renamed.length > 0) add('option_renamed', after, { detail: quoted(renamed) });
  const order = (list: readonly { id: string }[], others: ReadonlyMap<string, unknown>) =>
    list.filter(({ id }) => others.has(id)).map(({ id }) => id);
  if (!sameValue(order(had, labelsAfter), order(has, known))) add('options_ordered', after);
}

function compareRules(before: FieldDefinition, after: FieldDefinition, add: Add): void {
  const had = new Map((before.rules ?? []).map((rule) => [rule.rule, rule]));
  const concerned = (rule: Rule): AffectedSubmissions =>
    typeof rule.value === 'number'
      ? { which: 'rule', field: after.id, rule: rule.rule, value: rule.value }
      : null;
  for (const rule of after.rules ?? []) {
    const old = had.get(rule.rule);
    had.delete(rule.rule);
    const code = old ? ruleCode(old, rule) : 'rule_added';
    if (code === null) {
      if (old?.message !== rule.message) add('words_changed', after);
    } else
      add(code, after, {
        detail: rule.rule,
        concerned: code === 'rule_loosened' ? null : concerned(rule),
      });
  }
  for (const rule of had.keys()) add('rule_removed', after, { detail: rule });
}

function compareRequired(before: FieldDefinition, after: FieldDefinition, add: Add): void {
  const unanswered: AffectedSubmissions = { which: 'empty', field: after.id };
  if (!sameValue(before.required_if, after.required_if)) {
    if (after.required_if && !isRequired(before))
      add('required_if_changed', after, { concerned: unanswered });
    else if (!isRequired(after)) add('now_optional', after);
    else if (!isRequired(before)) add('now_required', after, { concerned: unanswered });
  } else if (isRequired(after) && !isRequired(before)) add('now_required', after, { concerned: unanswered });
  else if (!isRequired(after) && isRequired(before)) add('now_optional', after);
}

/** A required field that is shown under other conditions now is missing in submissions that never saw it. */
function compareShown(before: FieldDefinition, after: FieldDefinition, pages: Pages, add: Add): void {
  if (!sameValue(before.visible_if, after.visible_if)) add('condition_changed', after);
  const was = shownIf(before, pages.before);
  const isElsewhere = was.length > 0 && !sameValue(was, shownIf(after, pages.after));
  const isRequirementSame =
    mayBeRequired(before) && mayBeRequired(after) && sameValue(before.required_if, after.required_if);
  if (isElsewhere && isRequirementSame)
    add('required_if_changed', after, { concerned: { which: 'empty', field: after.id } });
}

function compareField(before: FieldDefinition, after: FieldDefinition, pages: Pages, add: Add): void {
  if (before.type !== after.type) {
    add('type_changed', after, { concerned: { which: 'filled', field: after.id } });
    return;
  }
  if (isList(before) !== isList(after)) {
    if (isList(after)) add('now_several', after);
    else add('now_one', after, { concerned: { which: 'several', field: after.id } });
  }
  if (before.label !== after.label || before.help !== after.help || before.placeholder !== after.placeholder)
    add('words_changed', after, before.label === after.label ? {} : { detail: before.label });
  if (before.name !== after.name) add('name_changed', after, { detail: after.name });
  if (!sameValue(before.default, after.default)) add('default_changed', after);
  if (before.formula !== after.formula) {
    if (after.formula === undefined) add('formula_removed', after);
    else add('formula_changed', after, { concerned: { which: 'filled', field: after.id } });
  }
  compareRequired(before, after, add);
  compareShown(before, after, pages, add);
  compareOptions(before, after, add);
  compareRules(before, after, add);
}

const SEPARATOR = ' › ';

function compareFields(
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
  around: string,
  changes: FormChange[],
  pages: Pages = NO_PAGES,
): void {
  const old = new Map(before.map((field) => [field.id, field]));
  const add: Add = (code, field, { detail = null, concerned = null } = {}) => {
    changes.push({ code, label: around + field.label, field: field.id, detail, concerned });
  };
  for (const field of after) {
    const known = old.get(field.id);
    old.delete(field.id);
    if (known) {
      compareField(known, field, pages, add);
      if (known.type === 'form' && field.type === 'form')
        compareFields(known.fields ?? [], field.fields ?? [], around + field.label + SEPARATOR, changes);
    } else if (mayBeRequired(field) && !field.required_if && shownIf(field, pages.after).length === 0)
      add('required_field_added', field, around === '' ? { concerned: { which: 'all' } } : {});
    else {
      add('field_added', field);
      if (mayBeRequired(field)) add('required_if_changed', field);
    }
  }
  for (const field of old.values())
    add('field_removed', field, { concerned: { which: 'filled', field: field.id } });
}

const nameOfPage = (page: FormPage, at: number) => page.title ?? String(at + 1);

const withoutBlocks = ({ blocks: _, visible_if: __, ...page }: FormPage) => page;
const idOf = (block: Block) => (block.kind === 'field' ? block.field : block.id);

function compareLayouts(before: FormLayout, after: FormLayout, changes: FormChange[]): void {
  const add = (code: ChangeCode, label: string) =>
    changes.push({ code, label, field: null, detail: null, concerned: null });
  const old = new Map(before.pages.map((page, at) => [page.id, { page, at }]));
  for (const [at, page] of after.pages.entries()) {
    const known = old.get(page.id)?.page;
    old.delete(page.id);
    if (!known) {
      add('page_added', nameOfPage(page, at));
      continue;
    }
    if (!sameValue(withoutBlocks(known), withoutBlocks(page))) add('page_changed', nameOfPage(page, at));
    if (!sameValue(known.visible_if, page.visible_if)) add('page_condition_changed', nameOfPage(page, at));
  }
  for (const { page, at } of old.values()) add('page_removed', nameOfPage(page, at));

  const between = ({ pages }: FormLayout) =>
    new Map(
      pages.flatMap(({ blocks }) =>
        blocks.flatMap((block): [string, Block][] => (block.kind === 'field' ? [] : [[block.id, block]])),
      ),
    );
  const [had, has] = [between(before), between(after)];
  const nameOfBlock = (block: Block) => {
    if (block.kind === 'section') return block.title;
    if (block.kind === 'picture') return block.alt;
    return block.kind === 'text' ? block.text.slice(0, 60) : '';
  };
  for (const [id, block] of has) {
    const known = had.get(id);
    if (!known) add('block_added', nameOfBlock(block));
    else if (!sameValue(known, block)) add('block_changed', nameOfBlock(block));
  }
  for (const [id, block] of had) if (!has.has(id)) add('block_removed', nameOfBlock(block));

  const places = ({ pages }: FormLayout, others: ReadonlySet<string>) =>
    pages.flatMap(({ id, blocks }) =>
      blocks.flatMap((block) => (others.has(idOf(block)) ? [`${id} ${idOf(block)}`] : [])),
    );
  const ids = ({ pages }: FormLayout) => new Set(pages.flatMap(({ blocks }) => blocks.map(idOf)));
  const [theirs, ours] = [ids(after), ids(before)];
  if (!sameValue(places(before, theirs), places(after, ours))) add('order_changed', '');
}

/**
 * All differences between a form and its published version, and what each means for existing submissions; the
 * most severe first.
 */
export function compareForms(before: ComparableForm, after: ComparableForm): FormChange[] {
  const changes: FormChange[] = [];
  const report = (code: ChangeCode, label: string, detail: string | null = null) =>
    changes.push({ code, label, field: null, detail, concerned: null });
  if (before.title !== after.title) report('title_changed', after.title, before.title);
  if (before.description !== after.description) report('description_changed', after.description.slice(0, 60));
  const conditions = { before: pageConditions(before.layout), after: pageConditions(after.layout) };
  compareFields(before.fields, after.fields, '', changes, conditions);
  compareLayouts(before.layout, after.layout, changes);
  const languages = new Set([...Object.keys(before.translations), ...Object.keys(after.translations)]);
  for (const language of languages)
    if (!sameValue(before.translations[language] ?? {}, after.translations[language] ?? {}))
      report('translations_changed', language);
  const RANK: Record<ChangeEffect, number> = { removes: 0, narrows: 1, safe: 2 };
  return changes.sort((one, other) => RANK[EFFECTS[one.code]] - RANK[EFFECTS[other.code]]);
}
