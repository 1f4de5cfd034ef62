import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import type { RowCondition } from '#lib/fields/definition.ts';
import { ROW_OPERATORS } from '#lib/fields/row-operators.ts';

const comparison = z.object({
  field: z.string().meta({ description: 'The id of a column.' }),
  op: z.enum(ROW_OPERATORS),
  value: z
    .union([z.string(), z.number(), z.array(z.string())])
    .optional()
    .meta({
      description:
        'A list with any_of, all_of and none_of: ids of options, people (`me` for who reads) or linked rows. With within, and possibly with before and after: today, yesterday, tomorrow, this_week, last_week, next_week, the same with month and year, past_7_days, next_7_days.',
    }),
});

/** Which rows of a table are found: the conditions of fields, and more that rows are filtered by. */
export const rowCondition: z.ZodType<RowCondition> = z
  .union([
    comparison,
    z.object({
      get and(): z.ZodArray<z.ZodType<RowCondition>> {
        return z.array(rowCondition);
      },
    }),
    z.object({
      get or(): z.ZodArray<z.ZodType<RowCondition>> {
        return z.array(rowCondition);
      },
    }),
    z.object({
      get not(): z.ZodType<RowCondition> {
        return rowCondition;
      },
    }),
  ])
  .meta({ id: 'RowCondition' });
