import type { Submission, SubmissionFields } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';

/** What was ever asked by a form, as a screen uses it. */
export type SubmissionColumns = {
  /** The outermost fields, in order. */
  fields: FieldDefinition[];
  /** All of them, also those of forms in the form, by id. */
  byId: ReadonlyMap<string, FieldDefinition>;
  versions: number[];
  /** The value that an answer has in an outermost field, by whatever name its version had for it. */
  valueOf: (answer: Pick<Submission, 'version' | 'values'>, fieldId: string) => unknown;
};

export function createSubmissionColumns({ fields, versions }: SubmissionFields): SubmissionColumns {
  const byId = new Map<string, FieldDefinition>();
  const walk = (list: readonly FieldDefinition[]): void => {
    for (const field of list) {
      byId.set(field.id, field);
      walk(field.fields ?? []);
    }
  };
  walk(fields);
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

/** Whether a list can be put in order by a field. */
export const isSortable = ({ type }: FieldDefinition): boolean =>
  type !== 'file' && type !== 'json' && type !== 'form';

/** Whether its values are read faster where they stand at the end of their cell. */
export const isNumber = (field: FieldDefinition): boolean => field.type === 'number' && !isList(field);
