const loaded: Record<string, string> = {};

/** The messages of the code that is loaded so far. */
export const catalog: Readonly<Record<string, string>> = loaded;

/** The build adds a call of it to each module that names messages (scripts/message-loader.mjs). */
export function addMessages(messages: Readonly<Record<string, string>>): void {
  Object.assign(loaded, messages);
}
