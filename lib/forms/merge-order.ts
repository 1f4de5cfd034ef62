/** The indices of a longest increasing subsequence. */
function longestRise(numbers: readonly number[]): Set<number> {
  const tails: number[] = [];
  const before = new Map<number, number>();
  for (const [at, number] of numbers.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    const previous = tails[low - 1];
    if (previous !== undefined) before.set(at, previous);
    tails[low] = at;
  }
  const found = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = before.get(at)) found.add(at);
  return found;
}

/**
 * The keys that moved relative to `base`: the fewest whose removal leaves the others in their previous order.
 */
export function movedKeys(base: readonly string[], list: readonly string[]): Set<string> {
  const places = new Map(base.map((key, at) => [key, at]));
  const common = list.filter((key) => places.has(key));
  const unmoved = longestRise(common.map((key) => places.get(key) ?? 0));
  return new Set(common.filter((_, at) => !unmoved.has(at)));
}

export type Side = 'mine' | 'theirs';

/** For each unmoved key (and the beginning, `null`) the keys that follow it on one side. */
function runsOf(list: readonly string[], fixed: ReadonlySet<string>): Map<string | null, string[]> {
  const runs = new Map<string | null, string[]>();
  let anchor: string | null = null;
  for (const key of list) {
    if (fixed.has(key)) anchor = key;
    else runs.set(anchor, [...(runs.get(anchor) ?? []), key]);
  }
  return runs;
}

/**
 * Merges two orders of these keys: what neither side moved keeps its order, what one side moved or added
 * follows its predecessor there. Two additions at one position are ordered by their keys, whichever side made
 * them.
 * @param keys all that must be in the list
 * @param sideOf the side that decides where both have different positions
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  keys: ReadonlySet<string>,
  sideOf: (key: string) => Side,
): string[] {
  const [inMine, inTheirs] = [new Set(mine), new Set(theirs)];
  const common = base.filter((key) => inMine.has(key) && inTheirs.has(key));
  const [byMine, byTheirs] = [movedKeys(common, mine), movedKeys(common, theirs)];
  const wasThere = new Set(common);
  const fixed = common.filter((key) => keys.has(key) && !byMine.has(key) && !byTheirs.has(key));
  const fixedSet = new Set(fixed);

  /** The side that decides the position of a key that moved. */
  const owner = (key: string): Side => {
    if (!inTheirs.has(key)) return 'mine';
    if (!inMine.has(key)) return 'theirs';
    if (wasThere.has(key) && byMine.has(key) !== byTheirs.has(key))
      return byMine.has(key) ? 'mine' : 'theirs';
    return sideOf(key);
  };
  const owned = (list: readonly string[], side: Side) =>
    runsOf(
      list.filter((key) => fixedSet.has(key) || (keys.has(key) && owner(key) === side)),
      fixedSet,
    );
  const [runsMine, runsTheirs] = [owned(mine, 'mine'), owned(theirs, 'theirs')];
  const after = (anchor: string | null): string[] =>
    [runsMine.get(anchor) ?? [], runsTheirs.get(anchor) ?? []]
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
      .flat();
  const merged = [...after(null), ...fixed.flatMap((key) => [key, ...after(key)])];
  const included = new Set(merged);
  return [...merged, ...[...keys].filter((key) => !included.has(key))];
}
