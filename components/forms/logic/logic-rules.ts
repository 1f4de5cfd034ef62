import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { englishDefinitionErrors } from '#lib/fields/english-definition-problem.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { readLayout } from '#lib/forms/read-layout.ts';

/** The subject of a rule. */
export type Target = { kind: 'field'; id: string } | { kind: 'page'; id: string };
export type RulePart = 'visible_if' | 'required_if';

/** A part of the form that may have rules. */
export type LogicPlace = {
  target: Target;
  /** Its displayed name, including the fields around it; null is a page without a title. */
  label: string | null;
  /** A page's number, from 1. */
  number: number;
  /** The fields that its conditions may refer to: those beside it first, then those around. */
  availableFields: FieldDefinition[];
  field: FieldDefinition | null;
};

/** The key of a subject in lists and in storage: `field f1`. */
export const placeKey = ({ target }: Pick<LogicPlace, 'target'>): string => `${target.kind} ${target.id}`;

export type LogicRule = LogicPlace & { part: RulePart; condition: Condition };

/** All possible subjects of rules, in the order of the form. */
export function ruleLocations({ fields, layout }: DraftContent): LogicPlace[] {
  const ofFields = (
    list: readonly FieldDefinition[],
    around: readonly FieldDefinition[],
    prefix: string,
  ): LogicPlace[] =>
    list.flatMap((field) => {
      const reach = [...list.filter(({ id }) => id !== field.id), ...around];
      const label = prefix + field.label;
      const place: LogicPlace = {
        target: { kind: 'field', id: field.id },
        label,
        number: 0,
        availableFields: reach,
        field,
      };
      return [place, ...ofFields(field.fields ?? [], [...list, ...around], `${label} › `)];
    });
  const pages = layout.pages.map((page, at): LogicPlace => {
    const own = new Set(page.blocks.flatMap((block) => (block.kind === 'field' ? [block.field] : [])));
    return {
      target: { kind: 'page', id: page.id },
      label: page.title || null,
      number: at + 1,
      availableFields: fields.filter(({ id }) => !own.has(id)),
      field: null,
    };
  });
  return [...pages, ...ofFields(fields, [], '')];
}

/** All rules of the form, with their subjects. */
export function rulesOf(content: DraftContent): LogicRule[] {
  const pages = new Map(content.layout.pages.map((page) => [page.id, page]));
  return ruleLocations(content).flatMap((place) => {
    const has =
      place.target.kind === 'page'
        ? { visible_if: pages.get(place.target.id)?.visible_if, required_if: undefined }
        : { visible_if: place.field?.visible_if, required_if: place.field?.required_if };
    return (['visible_if', 'required_if'] as const).flatMap((part) => {
      const condition = has[part];
      return condition ? [{ ...place, part, condition }] : [];
    });
  });
}

function changeField(
  fields: FieldDefinition[],
  id: string,
  change: (field: FieldDefinition) => FieldDefinition,
): FieldDefinition[] {
  return fields.map((field) => {
    if (field.id === id) return change(field);
    return field.fields ? { ...field, fields: changeField(field.fields, id, change) } : field;
  });
}

/** The object with this value for a key; without the key where it is undefined. */
function withValue<Thing extends object>(target: Thing, key: string, value: unknown): Thing {
  const rest = Object.fromEntries(Object.entries(target).filter(([name]) => name !== key));
  return Object.assign(rest, value === undefined ? {} : { [key]: value }) as Thing;
}

/** The draft with another rule, as it would be sent: the engine may refuse its condition. */
function proposed(content: DraftContent, target: Target, key: string, value: unknown): DraftContent {
  if (target.kind === 'page') {
    const pages = content.layout.pages.map((page) =>
      page.id === target.id ? withValue(page, key, value) : page,
    );
    return { ...content, layout: { pages } };
  }
  return {
    ...content,
    fields: changeField(content.fields, target.id, (field) => withValue(field, key, value)),
  };
}

export type Proposal = { ok: true; content: DraftContent } | { ok: false; problems: string[] };

/** Problems that a change introduced: existing ones don't belong to this rule. */
function newProblems(before: FieldErrors, after: FieldErrors): string[] {
  return [
    ...new Set(
      Object.entries(after).flatMap(([path, messages]) =>
        messages.filter((message) => !before[path]?.includes(message)),
      ),
    ),
  ];
}

function errorsOf(content: DraftContent): FieldErrors {
  const fields = readFields(content.fields);
  if (!fields.ok) return englishDefinitionErrors(fields.problems);
  const layout = readLayout(content.layout, fields.fields);
  return layout.ok ? {} : englishDefinitionErrors(layout.problems);
}

/**
 * The draft with a rule changed, or removed where it is undefined; refused with the engine's message where a part is
 * incomplete, or fields would depend on each other in a circle.
 */
export function propose(
  content: DraftContent,
  target: Target,
  part: RulePart | 'formula',
  value: unknown,
): Proposal {
  const changed = proposed(content, target, part, value);
  const problems = newProblems(errorsOf(content), errorsOf(changed));
  return problems.length === 0 ? { ok: true, content: changed } : { ok: false, problems };
}

/** References of a condition that no longer exist: fields by id, and options of existing fields. */
export type Missing = { fields: string[]; options: { field: FieldDefinition; option: string }[] };

/** The references of a rule to deleted fields and options. */
export function missingReferences(condition: Condition, reach: readonly FieldDefinition[]): Missing {
  if ('and' in condition || 'or' in condition) {
    const parts = 'and' in condition ? condition.and : condition.or;
    const found = parts.map((part) => missingReferences(part, reach));
    return {
      fields: found.flatMap(({ fields }) => fields),
      options: found.flatMap(({ options }) => options),
    };
  }
  if ('not' in condition) return missingReferences(condition.not, reach);
  const field = reach.find(({ id }) => id === condition.field);
  if (!field) return { fields: [condition.field], options: [] };
  const { value } = condition;
  const isGone = isChoice(field) && value !== undefined && !field.options?.some(({ id }) => id === value);
  return { fields: [], options: isGone ? [{ field, option: String(value) }] : [] };
}

export const hasMissing = ({ fields, options }: Missing): boolean => fields.length + options.length > 0;
