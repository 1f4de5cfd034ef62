// What must not be committed, besides what the linter detects.

/** In bytes; the largest file of the repository, a fixture, has 300 kB. */
export const MAX_FILE_BYTES = 512 * 1024;
export const MAX_SUBJECT = 72;

const MARKERS = /^(?:<{7}|\|{7}|>{7})(?: |$)/;
const TEST_FILE = /\.(?:test|spec)\.(?:tsx?|mjs)$/;
const ONLY = /\b(?:test|it|describe|suite)(?:\.\w+)*\.only\b/;

/**
 * @param {string} diff of `git diff --cached --unified=0 --no-prefix` (one file or many)
 * @returns {string[]} `path:line: what is wrong` of each added line that must not be committed
 */
export function forbiddenLines(diff) {
  const found = [];
  let path = '';
  let line = 0;
  let inHunk = false;
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -\S+ \+(\d+)/.exec(text);
    if (text.startsWith('diff --git ')) inHunk = false;
    else if (hunk) {
      line = Number(hunk[1]);
      inHunk = true;
    } else if (!inHunk) {
      if (text.startsWith('+++ ')) path = text.slice(4).replace(/\t$/, '');
    } else if (text.startsWith('+')) {
      const added = text.slice(1);
      if (MARKERS.test(added)) found.push(`${path}:${line}: a conflict marker`);
      if (TEST_FILE.test(path) && ONLY.test(added))
        found.push(`${path}:${line}: a test that runs alone (.only)`);
      line += 1;
    }
  }
  return found;
}

/** @param {{ path: string, bytes: number }[]} files @returns {string[]} */
export function tooLargeFiles(files) {
  return files
    .filter(({ bytes }) => bytes > MAX_FILE_BYTES)
    .map(({ path, bytes }) => `${path}: ${Math.ceil(bytes / 1024)} kB; at most ${MAX_FILE_BYTES / 1024} kB`);
}

/** @param {string} message as Git passes it, with its comments @returns {string[]} its problems */
export function messageProblems(message) {
  const [text = ''] = message.split(/^# -+ >8 -+$/m);
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start === -1) return [];
  const [subject = '', second = ''] = lines.slice(start).map((line) => line.trimEnd());
  // Written by Git itself, or squashed into another commit before it is pushed.
  if (/^(?:Merge |Revert "|fixup! |squash! |amend! )/.test(subject)) return [];
  const length = [...subject].length;
  return [
    ...(length > MAX_SUBJECT ? [`The subject has ${length} characters; at most ${MAX_SUBJECT}.`] : []),
    ...(second === '' ? [] : ['The second line must be empty: the body begins on the third.']),
  ];
}
