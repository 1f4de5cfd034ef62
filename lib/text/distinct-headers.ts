/**
 * The headers of a file, with duplicates numbered: `City`, `City (2)`; an import's mapping refers to these.
 */
export function distinctHeaders(headers: readonly string[]): string[] {
  const written = new Set(headers);
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return headers.map((header) => {
    let name = header;
    let count = counts.get(header) ?? 1;
    while (taken.has(name) || (name !== header && written.has(name))) {
      count += 1;
      name = `${header} (${count})`.trim();
    }
    counts.set(header, count);
    taken.add(name);
    return name;
  });
}
