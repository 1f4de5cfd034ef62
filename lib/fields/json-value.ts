import { isNestedDeeper } from '#lib/text/json-depth.ts';
import { hasUnreadableCharacters, isJson } from '#lib/text/text.ts';

/** Maximum nesting of lists and objects; with all that may contain a value, less than a body may have. */
const DEPTH_MAX = 64;

/** Whether a text can be stored within JSON: no NUL, no half of a surrogate pair. */
const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * Whether a `json` field's value is valid: a text that contains JSON, or a value that JSON can represent and
 * a database store.
 */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') {
    const isText = !hasUnreadableCharacters(value, { multiline: true });
    return isText && !isNestedDeeper(value, DEPTH_MAX) && isJson(value);
  }
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, depth } = next;
    if (typeof one === 'string') {
      if (!isStorableText(one)) return false;
    } else if (typeof one === 'number') {
      if (!Number.isFinite(one)) return false;
    } else if (typeof one === 'object' && one !== null) {
      if (depth > DEPTH_MAX) return false;
      for (const [key, inner] of Object.entries(one)) {
        if (!isStorableText(key)) return false;
        open.push({ value: inner, depth: depth + 1 });
      }
    } else if (typeof one !== 'boolean' && one !== null) return false;
  }
  return true;
}
