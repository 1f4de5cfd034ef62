import { expect, it } from 'vitest';
import type { Space } from '#lib/contract/space.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { SpaceSubtitle } from './SpaceSubtitle.tsx';

const space = (description: string) => ({ description, visibility: 'shared' }) as Partial<Space> as Space;

it('keeps the direction of a description from what stands beside it', () => {
  const { container } = renderWithMessages(<SpaceSubtitle space={space('كل ما يتعلق بالمدرسة')} />);
  expect(container).toHaveTextContent('كل ما يتعلق بالمدرسة · Shared');
  expect(container.querySelector('bdi')?.textContent).toBe('كل ما يتعلق بالمدرسة');
});

it('says who sees the space where it has no description', () => {
  const { container } = renderWithMessages(<SpaceSubtitle space={space('')} />);
  expect(container).toHaveTextContent(/^Shared$/);
});
