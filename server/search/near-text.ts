/** Longer ones are compared by their beginning: its bits fit in one number. */
const PATTERN_MAX = 31;

/**
 * The fewest typing errors (a character added, missing or changed) between `pattern` and any part of `text`: one
 * pass over the text, all of the pattern's characters at once as bits (Myers 1999).
 */
export function typosInText(text: string, pattern: string): number {
  const characters = [...pattern].slice(0, PATTERN_MAX);
  if (characters.length === 0) return 0;
  const places = new Map<string, number>();
  for (const [at, character] of characters.entries()) {
    places.set(character, (places.get(character) ?? 0) | (1 << at));
  }
  const last = 1 << (characters.length - 1);
  let [more, less, typos, least] = [-1, 0, characters.length, characters.length];
  for (const character of text) {
    const equal = places.get(character) ?? 0;
    const vertical = equal | less;
    const across = (((equal & more) + more) ^ more) | equal;
    let up = less | ~(across | more);
    let down = more & across;
    if (up & last) typos += 1;
    if (down & last) typos -= 1;
    up <<= 1;
    down <<= 1;
    more = down | ~(vertical | up);
    less = up & vertical;
    if (typos < least) least = typos;
  }
  return least;
}
