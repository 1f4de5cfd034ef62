import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first: one that starts among the last runs on by itself. */
const LONGEST = [
  'tests/security/scenarios/scenarios.test.ts',
  'tests/api/process-stop.test.ts',
  'tests/api/large-folder-move.test.ts',
  'tests/security/every-address.test.ts',
  'tests/api/process.test.ts',
  'tests/security/rights/sequences.test.ts',
  'tests/api/process-kills.test.ts',
  'tests/api/removal-at-scale.test.ts',
  'tests/security/bugs/13-export-download.test.ts',
  'tests/api/several-processes.test.ts',
  'tests/api/parallel-writes.test.ts',
  'tests/api/submission-exports.test.ts',
];

/** Orders test files: `LONGEST` before all others, which are ordered by vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
