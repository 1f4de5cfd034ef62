import type { IntlShape } from 'react-intl';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';

/** The problem of a tree of conditions, as its editor shows it: which condition lacks a column or a value. */
export function conditionProblem(intl: IntlShape, problem: ProblemAtPath): string {
  const missing = /\.(?:field|op|value)(?:\[\d+\])?$/.exec(problem.path);
  if (!missing) return englishDefinitionProblem(problem);
  const places = [...problem.path.slice(0, missing.index).matchAll(/\[(\d+)\]/g)].map(
    ([, at]) => Number(at) + 1,
  );
  return intl.formatMessage({ id: 'table.condition_incomplete' }, { place: places.join('.') || '1' });
}
