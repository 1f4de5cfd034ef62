import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useIsNarrow } from './use-is-narrow.ts';

const Width = ({ rendered }: { rendered?: boolean | null }) => <p>{String(useIsNarrow(rendered))}</p>;

afterEach(() => vi.unstubAllGlobals());

it.each([true, false, null])('is as the page was loaded for the browser, on the server: %s', (rendered) => {
  expect(renderToString(<Width rendered={rendered} />)).toBe(`<p>${rendered}</p>`);
});

it.each([true, false])(
  'hydrates as the server rendered it, and is then what the window is: %s',
  (isNarrow) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(<Width rendered={!isNarrow} />);
    const onRecoverableError = vi.fn();
    render(<Width rendered={!isNarrow} />, { container, hydrate: true, onRecoverableError });
    expect(screen.getByText(String(isNarrow))).toBeVisible();
    expect(onRecoverableError).not.toHaveBeenCalled();
  },
);
