import { describe, expect, it } from 'vitest';
import { planSteps } from './test-plan.mjs';

const STEPS = ['types', 'lint', 'unused', 'build', 'unit', 'component', 'api', 'browser', 'install'];

describe('npm test', () => {
  it('runs everything without arguments', () => {
    expect(planSteps([], STEPS).names).toEqual(STEPS);
  });

  it.each([
    ['unit', ['unit']],
    ['check', ['types', 'lint', 'unused']],
    ['browser', ['build', 'browser']],
    ['lint', ['lint']],
  ])('runs the part %s', (part, names) => expect(planSteps([part], STEPS).names).toEqual(names));

  it.each([
    ['lib/text/rules.test.ts', 'unit'],
    ['server/platform/config/config.test.ts', 'unit'],
    ['components/common/Badge.test.tsx', 'component'],
    ['tests/api/token.test.ts', 'api'],
    ['tests/security/scenarios.test.ts:12', 'api'],
    ['tests/browser/sign-up.spec.ts', 'browser'],
    ['tests/architecture', 'unit'],
    ['tests/install/install.test.ts', 'install'],
  ])('runs the file %s with the part %s', (file, part) => {
    const { names, args } = planSteps([file], STEPS);
    expect(names).toContain(part);
    expect(args(part)).toEqual([file]);
  });

  it('hands on what stands behind a part', () => {
    expect(planSteps(['api', '-t', 'signs in'], STEPS).args('api')).toEqual(['-t', 'signs in']);
  });

  it('takes anything else for the name of a test, letter by letter', () => {
    const { names, args } = planSteps(['refuses (a) name'], STEPS);
    expect(names).toEqual(['unit', 'component', 'api', 'build', 'browser', 'install']);
    expect(args('unit')).toEqual(['-t', 'refuses \\(a\\) name', '--passWithNoTests']);
    expect(args('browser')).toEqual(['-g', 'refuses \\(a\\) name', '--pass-with-no-tests']);
  });
});
