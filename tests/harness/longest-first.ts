import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, longest first: one that starts among the last runs on by itself. Where vitest knows no times, it
 * orders files by their size, which says little of those that wait for processes.
 */
const LONGEST = [
  'tests/security/scenarios/scenarios.test.ts',
  'tests/security/every-address.test.ts',
  'tests/security/rights/sequences.test.ts',
  'tests/api/large-folder-move.test.ts',
  'tests/api/process-stop.test.ts',
  'tests/api/table-indexes.test.ts',
  'tests/api/large-copy.test.ts',
  'tests/security/bugs/13-export-download.test.ts',
  'tests/api/process.test.ts',
  'tests/api/table-column-writes.test.ts',
  'tests/api/process-kills.test.ts',
  'tests/security/bugs/16-limit-before-rights.test.ts',
  'tests/api/submission-exports.test.ts',
  'tests/api/several-processes.test.ts',
  'tests/api/removal-at-scale.test.ts',
  'tests/api/jobs.test.ts',
  'tests/api/parallel-writes.test.ts',
  'server/platform/database/embedded.test.ts',
  // Small ones that would come last.
  'tests/api/document-import-kill.test.ts',
  'tests/api/purge-kill.test.ts',
  'tests/api/document-kill.test.ts',
  'tests/api/process-helpers-killed.test.ts',
  'tests/api/bulk-changes-meanwhile.test.ts',
  'tests/api/large-space-trash.test.ts',
  'tests/api/picture-limits.test.ts',
  'tests/api/bulk-change-kill.test.ts',
  'tests/api/account-reset.test.ts',
  'tests/api/item-order-scale.test.ts',
  'tests/api/import-kill.test.ts',
  'tests/api/table-column-kill.test.ts',
  'tests/api/process-full-disk.test.ts',
  'tests/api/user-command.test.ts',
  'tests/api/mail.test.ts',
  'tests/api/submission-delivery-kill.test.ts',
  'tests/api/mail-unreachable.test.ts',
  'tests/api/mail-kill.test.ts',
  'tests/api/archive-limits.test.ts',
  'tests/api/table-index-kill.test.ts',
  'tests/api/indexer-kill.test.ts',
  'tests/api/process-roles.test.ts',
  'tests/api/process-backup.test.ts',
  'tests/api/process-user.test.ts',
  'tests/security/secrets.test.ts',
  'server/platform/jobs/supervised-runner.test.ts',
];

for (const name of LONGEST) {
  if (!existsSync(join(import.meta.dirname, '..', '..', name)))
    throw new Error(`${name}, which was to start first, is gone`);
}

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
