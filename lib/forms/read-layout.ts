import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import {
  createProblemCollector,
  type ProblemCollector,
  readOptionalText,
  readText,
} from '#lib/fields/problem-collector.ts';
import { readCondition } from '#lib/fields/read-conditions.ts';
import { isRecord } from '#lib/text/is-record.ts';
import {
  applyPageConditions,
  BLOCK_KINDS,
  type Block,
  type FormLayout,
  type FormPage,
  LAYOUT_LIMITS,
} from './layout.ts';

export type ReadLayout = { ok: true; layout: FormLayout } | { ok: false; problems: readonly ProblemAtPath[] };

const ID = /^[A-Za-z0-9_.:-]{1,100}$/;

/** A page must not depend on fields after it: its condition counts as that of each of its fields. */
function refuseCircles(
  fields: readonly FieldDefinition[],
  layout: FormLayout,
  problems: ProblemCollector,
): void {
  const shown = applyPageConditions([...fields], layout);
  const cyclic = new Set(createEvaluationPlan(shown).cyclic.map(({ id }) => id));
  layout.pages.forEach((page, at) => {
    const isInCircle = page.blocks.some((block) => block.kind === 'field' && cyclic.has(block.field));
    if (page.visible_if && isInCircle)
      problems.add(`layout.pages[${at}].visible_if`, { code: 'page_depends_on_itself', params: {} });
  });
}

/**
 * Parses an untrusted layout, for these fields; unknown fields are left out.
 * @returns the layout as given, not yet completed, or the problems by path: `layout.pages[1].title`
 */
export function readLayout(input: unknown, fields: readonly FieldDefinition[]): ReadLayout {
  const problems = createProblemCollector();
  const ids = new Set<string>();
  const used = new Set<string>();
  const known = new Set(fields.map(({ id }) => id));
  let blocks = 0;

  const readId = (value: unknown, path: string): string => {
    if (typeof value !== 'string' || !ID.test(value)) {
      problems.add(path, { code: 'invalid', params: { label: 'Id', type: 'id' } });
      return '';
    }
    if (ids.has(value)) problems.add(path, { code: 'id_taken', params: { of: 'page and block' } });
    ids.add(value);
    return value;
  };
  const text = (value: unknown, path: string, label: string) =>
    readOptionalText(value, path, label, { max: LAYOUT_LIMITS.text, multiline: true }, problems);
  const title = (value: unknown, path: string) =>
    readOptionalText(value, path, 'Title', { max: LAYOUT_LIMITS.title }, problems);

  const readBlock = (value: unknown, path: string): Block[] => {
    const block = isRecord(value) ? value : {};
    blocks += 1;
    if (block.kind === 'field') {
      const { field } = block;
      if (typeof field !== 'string' || !known.has(field)) return [];
      if (used.has(field)) problems.add(path, { code: 'field_placed_twice', params: {} });
      used.add(field);
      return [{ kind: 'field', field }];
    }
    if (block.kind === 'section') {
      const own = text(block.text, `${path}.text`, 'Text');
      return [
        {
          kind: 'section',
          id: readId(block.id, `${path}.id`),
          title:
            readText(block.title, `${path}.title`, 'Title', { max: LAYOUT_LIMITS.title }, problems) ?? '',
          ...(own === undefined ? {} : { text: own }),
        },
      ];
    }
    if (block.kind === 'text') {
      const options = { max: LAYOUT_LIMITS.text, multiline: true };
      const own = readText(block.text, `${path}.text`, 'Text', options, problems) ?? '';
      return [{ kind: 'text', id: readId(block.id, `${path}.id`), text: own }];
    }
    if (block.kind === 'picture') {
      const alt = readOptionalText(
        block.alt,
        `${path}.alt`,
        'Description',
        { max: LAYOUT_LIMITS.title },
        problems,
      );
      const picture = readText(block.picture, `${path}.picture`, 'Picture', { max: 100 }, problems) ?? '';
      return [{ kind: 'picture', id: readId(block.id, `${path}.id`), picture, alt: alt ?? '' }];
    }
    problems.add(`${path}.kind`, { code: 'one_of', params: { label: 'Kind', options: BLOCK_KINDS } });
    return [];
  };

  const readPage = (value: unknown, path: string): FormPage => {
    const page = isRecord(value) ? value : {};
    const list = Array.isArray(page.blocks) ? page.blocks.slice(0, LAYOUT_LIMITS.blocks + 1) : [];
    if (page.blocks !== undefined && !Array.isArray(page.blocks))
      problems.add(`${path}.blocks`, { code: 'invalid', params: { label: 'Blocks', type: 'list' } });
    const heading = title(page.title, `${path}.title`);
    const content = text(page.text, `${path}.text`, 'Text');
    const made: FormPage = {
      id: readId(page.id, `${path}.id`),
      blocks: list.flatMap((block: unknown, at) => readBlock(block, `${path}.blocks[${at}]`)),
    };
    if (heading !== undefined) made.title = heading;
    if (content !== undefined) made.text = content;
    const condition = readCondition(page.visible_if, `${path}.visible_if`, [fields], problems);
    if (condition) made.visible_if = condition;
    return made;
  };

  const pages = isRecord(input) ? input.pages : undefined;
  if (!Array.isArray(pages))
    return {
      ok: false,
      problems: [{ code: 'invalid', params: { label: 'Layout', type: 'layout' }, path: 'layout' }],
    };
  if (pages.length > LAYOUT_LIMITS.pages)
    problems.add('layout.pages', { code: 'max_count', params: { label: 'Pages', max: LAYOUT_LIMITS.pages } });
  const read = pages
    .slice(0, LAYOUT_LIMITS.pages)
    .map((page: unknown, at) => readPage(page, `layout.pages[${at}]`));
  if (blocks > LAYOUT_LIMITS.blocks)
    problems.add('layout', { code: 'max_count', params: { label: 'Blocks', max: LAYOUT_LIMITS.blocks } });
  const layout = { pages: read };
  if (problems.none()) refuseCircles(fields, layout, problems);
  return problems.none() ? { ok: true, layout } : { ok: false, problems: problems.problems };
}
