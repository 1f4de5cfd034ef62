/** Whether two values are equal as JSON; a key with an undefined value counts as missing. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const a = Object.entries(one).filter(([, value]) => value !== undefined);
  const b = new Map(Object.entries(other).filter(([, value]) => value !== undefined));
  return a.length === b.size && a.every(([key, value]) => b.has(key) && sameValue(value, b.get(key)));
}
