import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/harness/longest-first.ts';

const exclude = [...configDefaults.exclude, '.next/**', '.cache/**', 'data/**'];

/** Five parts of `npm test`; what each is for stands in tests/README.md. */
export default defineConfig({
  test: {
    // As many as the slowest machine has cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The time limits end what hangs; what is slow because the machine is busy passes.
    projects: [
      {
        test: {
          name: 'unit',
          // Its files share their modules (docs/decisions/0103-test-files-share-their-modules.md).
          isolate: false,
          environment: 'node',
          include: [
            '{lib,server,services,context,locales,styles}/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'tests/architecture/**/*.test.ts',
          ],
          exclude,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'pages',
          environment: 'node',
          include: ['tests/pages/**/*.test.ts'],
          exclude,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'component',
          // Its files share their modules (docs/decisions/0103-test-files-share-their-modules.md).
          isolate: false,
          environment: 'jsdom',
          // One rule is added to a sheet, as in production; by default the text of the sheet is parsed again for each.
          env: { SC_DISABLE_SPEEDY: 'false' },
          include: [
            '{components,context,pages,services,lib,tests/component}/**/*.test.tsx',
            'components/**/*.test.ts',
          ],
          exclude,
          setupFiles: ['tests/harness/component.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          // Its files share their modules (docs/decisions/0103-test-files-share-their-modules.md).
          isolate: false,
          environment: 'node',
          include: ['tests/{api,security}/**/*.test.ts'],
          exclude,
          globalSetup: ['tests/harness/postgres.ts'],
          // Its tests wait for the database, for processes and for time limits: twice as many as there are cores.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'install',
          environment: 'node',
          include: ['tests/install/**/*.test.ts'],
          exclude,
          // Packages are downloaded: how long that takes is the network's to say.
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
