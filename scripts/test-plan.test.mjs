import { describe, expect, it } from 'vitest';
import { planLanes, planSteps, sharesBuild } from './test-plan.mjs';

const STEPS = [
  ...['types', 'lint', 'unused', 'component', 'unit', 'build', 'pages', 'api', 'browser', 'install'],
];

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
    ['tests/pages/page-weights.test.ts', 'pages'],
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
    expect(names).toEqual(['unit', 'component', 'api', 'build', 'pages', 'browser', 'install']);
    expect(args('unit')).toEqual(['-t', 'refuses \\(a\\) name', '--passWithNoTests']);
    expect(args('browser')).toEqual(['-g', 'refuses \\(a\\) name', '--pass-with-no-tests']);
  });
});

describe('the lanes of a run', () => {
  it('run what keeps no time in two lanes beside install, and the other parts by themselves', () => {
    expect(planLanes(STEPS)).toEqual([
      [['types', 'unit', 'build', 'pages'], ['lint', 'unused', 'component'], ['install']],
      [['api']],
      [['browser']],
    ]);
  });

  it.each([[['install']], [['unit', 'component']], [['api', 'install']], [['build', 'browser']]])(
    'run one after the other where install has nothing beside it: %j',
    (names) => expect(planLanes(names)).toEqual(names.map((name) => [[name]])),
  );

  it('run install beside those that run', () => {
    expect(planLanes(['component', 'install'])).toEqual([[['component'], ['install']]]);
    expect(planLanes(['build', 'api', 'install'])).toEqual([[['build'], ['install']], [['api']]]);
  });

  it('build the pages once where the installation builds them anyway', () => {
    expect(sharesBuild(STEPS)).toBe(true);
    expect(sharesBuild(['build', 'browser'])).toBe(false);
    expect(sharesBuild(['install'])).toBe(false);
  });

  it('have every step of a run once, whatever is chosen', () => {
    for (const first of STEPS) {
      const names = STEPS.filter((name) => name !== first);
      expect(planLanes(names).flat(2).sort()).toEqual([...names].sort());
    }
  });
});
