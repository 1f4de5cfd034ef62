import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { FieldProblemState } from './field-problem.ts';

/**
 * The problems that are shown of a record's fields: of those that the user has left, and of those that have one.
 * @param look finds the problem that a field has now
 * @param onChange the shown problem of a field is another
 */
export function createShownProblems(
  look: (field: FieldDefinition) => FieldProblemState | null,
  onChange: (field: FieldDefinition) => void,
) {
  const problems = new Map<FieldDefinition, FieldProblemState>();
  const left = new Set<FieldDefinition>();
  const set = (field: FieldDefinition, problem: FieldProblemState | null): void => {
    if (problem) problems.set(field, problem);
    else if (!problems.delete(field)) return;
    onChange(field);
  };
  return {
    of: (field: FieldDefinition) => problems.get(field),
    set,
    /** From now on the problems of a field are shown. */
    leave: (field: FieldDefinition) => void left.add(field),
    isLeft: (field: FieldDefinition) => left.has(field),
    /** The value of a field may be another. */
    update(field: FieldDefinition): void {
      if (left.has(field) || problems.has(field)) set(field, look(field));
    },
  };
}
