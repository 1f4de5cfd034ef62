import { plainBytes } from '#lib/text/plain-bytes.ts';

/**
 * Messages for refused values, as in docs/product-rules.md §4 and docs/contract.md §5. `label` is the field's
 * label as users see it.
 */

export const required = (label: string) => `Please enter ${label}`;
export const blank = (label: string) => `${label} cannot be a blank character`;
export const oneOf = (label: string, options: readonly string[]) =>
  `${label} must be one of [${options.join(', ')}]`;
export const invalidType = (label: string, type: string) => `${label} is not a valid ${type}`;

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const characters = (n: number) => count(n, 'character', 'characters');

export const exactLength = (label: string, length: number) =>
  `${label} must be exactly ${characters(length)} long`;
export const minLength = (label: string, min: number) => `${label} must be at least ${characters(min)} long`;
export const maxLength = (label: string, max: number) => `${label} cannot be longer than ${characters(max)}`;
export const lengthRange = (label: string, min: number, max: number) =>
  `${label} must be between ${min} and ${characters(max)} long`;

export const exactNumber = (label: string, value: number) => `${label} must be equal to ${value}`;
export const minNumber = (label: string, min: number) => `${label} cannot be less than ${min}`;
export const maxNumber = (label: string, max: number) => `${label} cannot be greater than ${max}`;
export const numberRange = (label: string, min: number, max: number) =>
  `${label} must be between ${min} and ${max}`;

const entries = (n: number) => count(n, 'entry', 'entries');

export const exactCount = (label: string, length: number) => `${label} must have exactly ${entries(length)}`;
export const minCount = (label: string, min: number) => `${label} must have at least ${entries(min)}`;
export const maxCount = (label: string, max: number) => `${label} cannot have more than ${entries(max)}`;
export const countRange = (label: string, min: number, max: number) =>
  `${label} must have between ${min} and ${entries(max)}`;

export const dateFormat = (label: string, format: string) => `${label} must be a date written as ${format}`;
export const invalidDate = (label: string) => `${label} is not a day of the calendar`;
export const pattern = (label: string) => `${label} does not have the required form`;
export const patternTooSlow = (label: string) =>
  `${label} takes too long to check; shorten it, or ask for a simpler pattern`;
export const unreadableCharacters = (label: string) =>
  `${label} contains characters that cannot be shown; type it again without them`;

export const earliest = (label: string, time: string | number) => `${label} cannot be before ${time}`;
export const latest = (label: string, time: string | number) => `${label} cannot be after ${time}`;
export const timeRange = (label: string, from: string | number, to: string | number) =>
  `${label} must be between ${from} and ${to}`;

export const extensions = (label: string, allowed: readonly string[]) =>
  `${label} must be a file of one of these types: ${allowed.join(', ')}`;

export const maxBytes = (label: string, max: number) => `${label} cannot be larger than ${plainBytes(max)}`;

export const ambiguous = (label: string, first: string, second: string) =>
  `${label} can be read as ${first} or as ${second}; choose the one that you mean`;
export const tooPrecise = (label: string) =>
  `${label} has more digits than can be kept exactly; write at most 15`;
export const outOfRange = (label: string) => `${label} is too large or too small a number to be kept`;
export const skippedTime = (label: string, first: string, second: string) =>
  `${label} is a time that does not exist, because the clocks are put forward; choose ${first} or ${second}`;
export const repeatedTime = (label: string, first: string, second: string) =>
  `${label} is a time that comes twice, because the clocks are put back; choose ${first} or ${second}`;

export const unknownField = (name: string) => `There is no field named “${name}”`;
