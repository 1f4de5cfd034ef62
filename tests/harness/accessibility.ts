import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page } from '@playwright/test';

/** What this reads of axe's results: https://www.deque.com/axe/core-documentation/api-documentation/#results-object */
type Violation = {
  id: string;
  help: string;
  nodes: { target: string[]; failureSummary?: string }[];
};
type AxeOptions = {
  resultTypes: ['violations'];
  runOnly?: { type: 'rule'; values: string[] };
  rules?: Record<string, { enabled: boolean }>;
};
type WithAxe = { axe?: { run(where: Document, options: AxeOptions): Promise<{ violations: Violation[] }> } };

const require = createRequire(import.meta.url);
/** The script of axe that this package has with it. */
const AXE = createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');
let source: Promise<string> | undefined;

const LIGHT: AxeOptions = {
  resultTypes: ['violations'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
};
/** What depends on colours alone, and so has to be looked at again in the dark. */
const DARK: AxeOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** What may differ in a narrower window: all but colours, which are the same there. */
const WITHOUT_COLOURS: AxeOptions = {
  ...LIGHT,
  rules: { ...LIGHT.rules, 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
};

async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  source ??= readFile(AXE, 'utf8');
  // As an expression without a value of its own: a value would be sent back.
  await frame.evaluate(`${await source}\nvoid 0;`);
}

/** @returns what a run of axe, which is loaded, finds on the page */
async function violationsOf(page: Page, options: AxeOptions): Promise<string[]> {
  const violations = await page.evaluate(async (runOptions) => {
    const { axe } = globalThis as typeof globalThis & WithAxe;
    if (!axe) throw new Error('The page was left while it was analysed');
    return (await axe.run(document, runOptions)).violations;
  }, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
}

/** Nothing on this page is inaccessible but for its colours: a quarter of the work of `expectAccessible`. */
export async function expectAccessibleStructure(page: Page): Promise<void> {
  await Promise.all(page.frames().map(loadAxe));
  expect(await violationsOf(page, WITHOUT_COLOURS)).toEqual([]);
}

/**
 * Nothing on this page is inaccessible, in light or dark (WCAG 2.2 AA and axe's own advice). Each name
 * contains the visible text, too; axe calls that rule experimental and leaves it off. The package's own builder
 * loads the script for each analysis, which takes as long as the analysis does.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await Promise.all(page.frames().map(loadAxe));
  for (const [colorScheme, options] of [
    ['light', LIGHT],
    ['dark', DARK],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page, options), `in ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
