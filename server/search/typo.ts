/**
 * How many typing errors are tolerated in a word of this length; short words are too similar to one another.
 */
export function mostTypos(word: string): number {
  const length = [...word].length;
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Typing errors between two words: an added, missing or changed letter, or two swapped (optimal string
 * alignment).
 */
export function distance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, left] of a.entries()) {
    const current = [row + 1];
    for (const [column, right] of b.entries()) {
      let least = Math.min(
        (previous[column + 1] ?? 0) + 1,
        (current[column] ?? 0) + 1,
        (previous[column] ?? 0) + (left === right ? 0 : 1),
      );
      if (row > 0 && column > 0 && left === b[column - 1] && a[row - 1] === right) {
        least = Math.min(least, (older[column - 1] ?? 0) + 1);
      }
      current.push(least);
    }
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
