import { expect, it } from 'vitest';
import { emojiChoices, loadEmojiNames } from './emoji-choices.ts';

it('offers the emoji whose names begin with what was typed, then those that have it, each once', async () => {
  const names = await loadEmojiNames();
  const found = emojiChoices(names, 'ship');
  expect(found[0]).toEqual({ name: 'ship', emoji: '🚢' });
  expect(found.map(({ name }) => name)).toContain('passenger_ship');
  expect(new Set(found.map(({ emoji }) => emoji)).size).toBe(found.length);
  expect(emojiChoices(names, 'no-such-thing')).toEqual([]);
  expect(emojiChoices(names, 'a').length).toBeLessThanOrEqual(8);
});
