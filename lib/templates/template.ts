import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { FieldDefinition, Option } from '#lib/fields/definition.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import type { FormLayout } from '#lib/forms/layout.ts';

/** A form to begin with: everything in it may be changed. */
export type FormTemplate = {
  title: string;
  description: string;
  fields: FieldDefinition[];
  layout: FormLayout;
  settings?: Partial<FormSettings>;
};

type More = Omit<FieldDefinition, 'id' | 'name' | 'label' | 'type'>;

/** A field of a template: its name is its id. */
export const templateField = (
  type: FieldType,
  name: string,
  label: string,
  more: More = {},
): FieldDefinition => ({
  id: name,
  name,
  label,
  type,
  ...more,
});

/** What can be chosen: by id, as it reads. */
export const options = (choices: Record<string, string>): Option[] =>
  Object.entries(choices).map(([id, label]) => ({ id, label }));

export const YES_NO = options({ yes: 'Yes', no: 'No' });

/** Fields on a page, by name. */
export const fieldBlocks = (...names: string[]) => names.map((field) => ({ kind: 'field' as const, field }));
