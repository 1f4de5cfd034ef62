import { expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { WriterFaces } from './WriterFaces.tsx';

it('names everybody who writes, also those without a name', () => {
  const person = (name: string) => ({ id: `id-${name}`, name, avatar_url: null });
  const textOf = (names: string[], max: number) =>
    renderWithMessages(
      <WriterFaces people={names.map(person)} size={20} max={max} />,
    ).container.firstElementChild?.getAttribute('title');
  expect(textOf(['Ada', 'Bo'], 5)).toBe('Ada and Bo are writing now');
  expect(textOf([''], 5)).toBe('Somebody is writing now');
  expect(textOf(['Ada', 'Bo', 'Cy'], 2)).toBe('Ada, Bo and 1 more are writing now');
});
