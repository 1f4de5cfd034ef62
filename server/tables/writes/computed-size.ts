import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';

/** Characters that formulas compute for the rows of one request: a few joined texts make gigabytes of a request of one megabyte. */
const COMPUTED_MAX = 32 * 1024 ** 2;

/**
 * What refuses the rows of a request from where its formulas have computed more text than a process should have at once. A row alone
 * always fits: a formula's text has 10,000 characters at most.
 */
export function createComputedLimit({ fields }: { fields: readonly FieldDefinition[] }) {
  const formulas = fields.filter(({ formula }) => formula !== undefined);
  let left = COMPUTED_MAX;
  return (values: Values): { errors: FieldErrors } | null => {
    for (const { name } of formulas) {
      const value = values[name];
      if (typeof value === 'string') left -= value.length;
      if (left < 0)
        return {
          errors: { [name]: ['Formulas compute too much text for so many rows at once. Send fewer'] },
        };
    }
    return null;
  };
}
