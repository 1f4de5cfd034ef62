import { expect, it } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ItemMeta } from './ItemMeta.tsx';

it.each([
  ['Ada', /^By Ada · changed /],
  // The holder of a share link doesn't see the author.
  ['', /^Changed /],
])('the line under a title begins with a capital letter when the author is “%s”', (name, text) => {
  const item = buildItem({ created_by: { id: '02', name } });
  const { container } = renderWithMessages(<ItemMeta item={item} minutes={null} />);
  expect(container.textContent).toMatch(text);
});
