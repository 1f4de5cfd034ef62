import { CONDITION_DEPTH, type RowComparison, type RowCondition } from '#lib/fields/definition.ts';
import type { RowOperator } from '#lib/fields/field-types.ts';
import { ROW_OPERATORS } from '#lib/fields/row-operators.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** How the conditions of a group are combined. */
export const JOINS = ['all', 'any', 'none', 'not_all'] as const;
export type Join = (typeof JOINS)[number];

/** A condition while it is being edited: parts may still be incomplete, and have keys so that they keep their focus. */
export type TestDraft = { key: number; kind: 'test'; field: string; op: RowOperator | ''; value: unknown };
export type GroupDraft = { key: number; kind: 'group'; join: Join; parts: PartDraft[] };
export type PartDraft = TestDraft | GroupDraft;

let lastKey = 0;
const nextKey = () => {
  lastKey += 1;
  return lastKey;
};

export const newTest = (): TestDraft => ({
  key: nextKey(),
  kind: 'test',
  field: '',
  op: '',
  value: undefined,
});
export const newGroup = (join: Join = 'all', parts: PartDraft[] = [newTest()]): GroupDraft => ({
  key: nextKey(),
  kind: 'group',
  join,
  parts,
});

function readPart(value: unknown, depth: number): PartDraft | null {
  if (!isRecord(value) || depth > CONDITION_DEPTH) return null;
  if (value.kind === 'group') {
    const parts = Array.isArray(value.parts)
      ? value.parts.flatMap((one) => readPart(one, depth + 1) ?? [])
      : [];
    return newGroup(JOINS.find((one) => one === value.join) ?? 'all', parts);
  }
  if (value.kind !== 'test' || typeof value.field !== 'string') return null;
  return {
    ...newTest(),
    field: value.field,
    op: ROW_OPERATORS.find((one) => one === value.op) ?? '',
    value: value.value,
  };
}

/** Parses a condition that a browser stored while it was edited, with new keys; null for an invalid one. */
export function parseGroupDraft(value: unknown): GroupDraft | null {
  const part = readPart(value, 1);
  return part?.kind === 'group' && part.parts.length > 0 ? part : null;
}

const OPPOSITE: Record<Join, Join> = { all: 'not_all', any: 'none', none: 'any', not_all: 'all' };

function partOf(condition: RowCondition): PartDraft {
  if ('and' in condition) return newGroup('all', condition.and.map(partOf));
  if ('or' in condition) return newGroup('any', condition.or.map(partOf));
  if ('not' in condition) {
    const inner = partOf(condition.not);
    return inner.kind === 'group' ? { ...inner, join: OPPOSITE[inner.join] } : newGroup('none', [inner]);
  }
  const { field, op, value } = condition;
  return { key: nextKey(), kind: 'test', field, op, value };
}

/** A condition in editable form: a group, with one part where it is a single comparison. */
export function draftOf(condition: RowCondition | undefined): GroupDraft {
  if (!condition) return newGroup();
  const part = partOf(condition);
  return part.kind === 'group' ? part : newGroup('all', [part]);
}

const asComparison = ({ field, op, value }: TestDraft): Partial<RowComparison> => ({
  field,
  ...(op === '' ? {} : { op }),
  ...(typeof value === 'string' || typeof value === 'number' ? { value } : {}),
  ...(Array.isArray(value) ? { value: value.filter((one) => typeof one === 'string') } : {}),
});

/** The edited condition for the engine, which reports what is still missing. */
export function conditionOf(part: PartDraft): unknown {
  if (part.kind === 'test') return asComparison(part);
  const parts = part.parts.map(conditionOf);
  const [only] = parts;
  const isOne = parts.length === 1;
  switch (part.join) {
    case 'all':
      return isOne ? only : { and: parts };
    case 'any':
      return isOne ? only : { or: parts };
    case 'none':
      return { not: isOne ? only : { or: parts } };
    case 'not_all':
      return { not: isOne ? only : { and: parts } };
  }
}

/** The group with one of its parts, at any depth, changed; without it where `change` returns null. */
export function withPart(
  group: GroupDraft,
  key: number,
  change: (part: PartDraft) => PartDraft | null,
): GroupDraft {
  return {
    ...group,
    parts: group.parts.flatMap((part) => {
      if (part.key === key) return change(part) ?? [];
      return part.kind === 'group' ? withPart(part, key, change) : part;
    }),
  };
}
