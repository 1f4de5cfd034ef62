import type { Item } from '#lib/contract/item.ts';

/**
 * How far the reading of an item's file is, as screens show it. What was written here is complete from the beginning: that search
 * finds it a moment later shows nowhere.
 */
export function readingState({ file_name, processing }: Item): Item['processing']['state'] {
  return file_name === null && processing.state !== 'failed' ? 'ready' : processing.state;
}
