import { expect, it } from 'vitest';
import { renderWithWords } from '#tests/component/render.tsx';
import { Bars } from './Bars.tsx';

it('draws each bar as long as its share of all, not of the largest', () => {
  const { container } = renderWithWords(
    <Bars
      label="Colours"
      total={40}
      bars={[
        { key: 'red', label: 'Red', count: 10 },
        { key: 'blue', label: 'Blue', count: 0 },
      ]}
    />,
  );
  const widths = [...container.querySelectorAll('i')].map((bar) => bar.style.width);
  expect(widths).toEqual(['25%', '0%']);
  expect(container.textContent).toContain('10 · 25%');
});
