import { expect, it } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { Bars } from './Bars.tsx';

it('draws each bar as long as its share of all, not of the largest', () => {
  const { container } = renderWithMessages(
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

it('truncates long names when cut is set, and shows the whole name on hover', () => {
  const long = 'A page with a very long title '.repeat(8).trim();
  const { container, rerender } = renderWithMessages(
    <Bars cut label="Pages" total={2} bars={[{ key: 'p', label: long, count: 1 }]} />,
  );
  expect(container.querySelector('bdi')).toHaveAttribute('title', long);
  expect(container.querySelector('bdi')).toHaveTextContent(long);
  rerender(<Bars label="Options" total={2} bars={[{ key: 'o', label: long, count: 1 }]} />);
  expect(container.querySelector('bdi')).not.toHaveAttribute('title');
});
