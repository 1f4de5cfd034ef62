import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODE_FOLDERS, ROOT } from './sources.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)));
const code = listed
  .filter((path) => /\.(?:tsx?|mjs|css)$/.test(path))
  .filter(
    (path) => CODE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) || path.startsWith('tests/'),
  );

/** Text of comments; a `//` behind a colon belongs to an address. */
const commentsIn = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g)].map(([comment]) => comment);

/** Documents that a comment cites: by path, or by a word that stands for one outside of the repository. */
function wrongCitations(comment: string): string[] {
  const paths = [...comment.matchAll(/(?<![\w./-])((?:docs\/)?[\w/-]*[a-z-]+\.md)\b(?= §| |\)|,|\.|$)/gi)]
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith('docs/') || /^(?:style|look|design|specification)\.md$/.test(path))
    .filter((path) => !existsSync(join(ROOT, path)));
  const phrases = comment.match(/\b(?:specification|design|style guide) §\d+|\bthe specification\b/gi) ?? [];
  return [...paths, ...phrases];
}

describe('comments', () => {
  it('cite only documents that are in the repository', () => {
    const wrong = code
      .filter((path) => !path.endsWith('cited-documents.test.ts'))
      .flatMap((path) =>
        commentsIn(readFileSync(join(ROOT, path), 'utf8'))
          .flatMap(wrongCitations)
          .map((cited) => `${path} cites ${cited}: move the rule to docs/product-rules.md and cite that`),
      );
    expect(wrong).toEqual([]);
  });

  it('would be refused with a document that is not there', () => {
    expect(wrongCitations('/** As docs/gone.md §2 has it. */')).toEqual(['docs/gone.md']);
    expect(wrongCitations('// A rule (specification §5), see style.md.')).toEqual([
      'style.md',
      'specification §5',
    ]);
    expect(wrongCitations('/** Fixed (docs/product-rules.md §7). */')).toEqual([]);
  });

  it('cite sections of the product rules that are there', () => {
    const sections =
      readFileSync(join(ROOT, 'docs/product-rules.md'), 'utf8').match(/^## \d+\. /gm)?.length ?? 0;
    const cited = code
      .filter((path) => !path.endsWith('cited-documents.test.ts'))
      .flatMap((path) =>
        [...readFileSync(join(ROOT, path), 'utf8').matchAll(/product-rules\.md §(\d+)/g)].map(
          ([, number]) => ({
            path,
            number: Number(number),
          }),
        ),
      );
    expect(cited.length).toBeGreaterThan(10);
    expect(cited.filter(({ number }) => number < 1 || number > sections)).toEqual([]);
  });
});
