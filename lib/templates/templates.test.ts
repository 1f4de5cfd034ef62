import { describe, expect, it } from 'vitest';
import { createFormRequest } from '#lib/contract/form.ts';
import { createEvaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { validate } from '#lib/fields/validate.ts';
import { applyPageConditions } from '#lib/forms/layout.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import { TEMPLATE_NAMES, TEMPLATES } from './index.ts';

describe.each(TEMPLATE_NAMES)('the template %s', (name) => {
  const template = TEMPLATES[name];
  const positioned = template.layout.pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'field' ? [block.field] : [])),
  );

  it('is a definition and a layout that the server takes', () => {
    const read = readFields(template.fields);
    expect(read).toMatchObject({ ok: true });
    expect(readLayout(template.layout, template.fields)).toMatchObject({ ok: true });
    expect(createFormRequest.safeParse({ ...template, visibility: 'shared' }).success).toBe(true);
  });

  it('places every field once', () => {
    expect([...positioned].sort()).toEqual(template.fields.map(({ id }) => id).sort());
  });

  it('has a field that depends on another value', () => {
    const depends = (fields: readonly FieldDefinition[]): boolean =>
      fields.some(
        (field) => field.visible_if ?? field.required_if ?? (field.fields && depends(field.fields)),
      );
    expect(depends(template.fields)).toBe(true);
  });

  it('sends its receipt to a field that is an address', () => {
    const to = template.settings?.receipt_field;
    if (to) expect(template.fields.find(({ id }) => id === to)?.type).toBe('email');
  });

  it('asks for what is missing', () => {
    expect(validate(applyPageConditions(template.fields, template.layout), {}).ok).toBe(false);
  });
});

it('an order works out what is to be paid', () => {
  const { fields } = TEMPLATES.order;
  const evaluator = createEvaluator(fields, {
    items: [
      { product: 'small', amount: 2 },
      { product: 'large', amount: 1 },
    ],
    delivery: 'deliver',
  });
  expect(evaluator.valueOf('subtotal')).toBe(44);
  expect(evaluator.valueOf('total')).toBe(48.9);
  expect(evaluator.isVisible('address')).toBe(true);
  expect(evaluator.isRequired('phone')).toBe(true);
  evaluator.set('delivery', 'collect');
  expect(evaluator.valueOf('total')).toBe(44);
  expect(evaluator.isVisible('address')).toBe(false);
});

it('a registration asks for guests only where there are some', () => {
  const { fields, layout } = TEMPLATES.registration;
  const shown = applyPageConditions(fields, layout);
  const evaluator = createEvaluator(shown, { attends: 'on_site', brings_guests: 'no' });
  expect(evaluator.isVisible('guests')).toBe(false);
  evaluator.set('brings_guests', 'yes');
  expect(evaluator.isVisible('guests')).toBe(true);
  evaluator.set('guests', [{ guest_name: 'Ada' }, { guest_name: 'Grace' }]);
  expect(evaluator.valueOf('people')).toBe(3);
});
