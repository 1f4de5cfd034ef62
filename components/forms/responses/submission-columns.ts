import type { Submission, SubmissionFields } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';

/** All fields that a form ever had, prepared for a screen. */
export type SubmissionColumns = {
  /** The outermost fields, in order. */
  fields: FieldDefinition[];
  /** All of them, including those of nested forms, by id. */
  byId: ReadonlyMap<string, FieldDefinition>;
  versions: number[];
  /** A submission's value of an outermost field, whatever the field's name in its version was. */
  valueOf: (submission: Pick<Submission, 'version' | 'values'>, fieldId: string) => unknown;
};

export function createSubmissionColumns({ fields, versions }: SubmissionFields): SubmissionColumns {
  const byId = new Map<string, FieldDefinition>();
  const visit = (list: readonly FieldDefinition[]): void => {
    for (const field of list) {
      byId.set(field.id, field);
      visit(field.fields ?? []);
    }
  };
  visit(fields);
  const names = new Map(versions.map((version) => [version.version, version.names]));
  return {
    fields,
    byId,
    versions: versions.map(({ version }) => version),
    valueOf({ version, values }, fieldId) {
      const name = names.get(version)?.[fieldId];
      return name === undefined ? undefined : ownValue(values, name);
    },
  };
}

/** Whether a list can be sorted by a field. */
export const isSortable = ({ type }: FieldDefinition): boolean =>
  type !== 'file' && type !== 'json' && type !== 'form';

/** Whether its values are aligned to the end of their cell, which is easier to read. */
export const isNumber = (field: FieldDefinition): boolean => field.type === 'number' && !isList(field);
