import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishDefinitionErrors } from '#lib/fields/english-definition-problem.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import * as message from '#lib/text/messages.ts';
import { codePoints, isBlank } from '#lib/text/text.ts';
import type { DraftContent } from './draft-content.ts';

/** The subject of a problem: the form itself, a field, a page, or a block between the fields. */
export type ProblemPlace =
  | { kind: 'form'; part: string }
  | { kind: 'field' | 'page' | 'block'; id: string; part: string };

export type DraftProblem = { path: string; message: string; place: ProblemPlace };

const FIELD_STEP = /^\.?fields\[(\d+)\]/;
const PAGE_STEP = /^layout\.pages\[(\d+)\]/;
const BLOCK_STEP = /^\.blocks\[(\d+)\]/;

/** The field, at any depth, that a path such as `fields[2].fields[0].label` refers to, and its part. */
function fieldAt(fields: readonly FieldDefinition[], path: string): ProblemPlace | null {
  const step = FIELD_STEP.exec(path);
  const field = step ? fields[Number(step[1])] : undefined;
  if (!step || !field) return null;
  const rest = path.slice(step[0].length);
  const inner = FIELD_STEP.test(rest) ? fieldAt(field.fields ?? [], rest) : null;
  return inner ?? { kind: 'field', id: field.id, part: rest.replace(/^\./, '') };
}

function pageAt({ layout }: DraftContent, path: string): ProblemPlace | null {
  const step = PAGE_STEP.exec(path);
  const page = step ? layout.pages[Number(step[1])] : undefined;
  if (!step || !page) return null;
  const rest = path.slice(step[0].length);
  const inner = BLOCK_STEP.exec(rest);
  const block = inner ? page.blocks[Number(inner[1])] : undefined;
  if (!inner || !block) return { kind: 'page', id: page.id, part: rest.replace(/^\./, '') };
  if (block.kind === 'field') return { kind: 'field', id: block.field, part: '' };
  return { kind: 'block', id: block.id, part: rest.slice(inner[0].length).replace(/^\./, '') };
}

/** Assigns messages by path to their subjects. */
export function locateProblems(content: DraftContent, errors: FieldErrors): DraftProblem[] {
  return Object.entries(errors).map(([path, [message = '']]) => ({
    path,
    message,
    place: fieldAt(content.fields, path) ?? pageAt(content, path) ?? { kind: 'form', part: path },
  }));
}

function titleErrors(title: string): FieldErrors {
  if (title === '') return { title: [message.required('Title')] };
  if (isBlank(title)) return { title: [message.blank('Title')] };
  return codePoints(title) > TITLE_MAX ? { title: [message.maxLength('Title', TITLE_MAX)] } : {};
}

const known = new WeakMap<DraftContent, readonly DraftProblem[]>();

/** The problems for which the server would refuse this draft, by the same rules; none for a valid draft. */
export function draftProblems(content: DraftContent): readonly DraftProblem[] {
  const before = known.get(content);
  if (before) return before;
  const fields = readFields(content.fields);
  const layout = readLayout(content.layout, fields.ok ? fields.fields : content.fields);
  const problems = locateProblems(content, {
    ...titleErrors(content.title),
    ...(fields.ok ? {} : englishDefinitionErrors(fields.problems)),
    ...(layout.ok ? {} : englishDefinitionErrors(layout.problems)),
  });
  known.set(content, problems);
  return problems;
}
