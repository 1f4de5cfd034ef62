import { TEXT_LIMITS } from '#lib/fields/definition.ts';
import { hasUnreadableCharacters, isBlank } from '#lib/text/text.ts';

/** Whether a text of a file can be the label of a choice, as a definition takes it. */
export const isOptionLabel = (text: string): boolean =>
  text.length <= TEXT_LIMITS.option && !isBlank(text) && !hasUnreadableCharacters(text);
