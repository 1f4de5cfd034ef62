import type { IncomingMessage, ServerResponse } from 'node:http';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PageFailure } from '#components/layout/page-failure.ts';
import ErrorPage from '../../pages/_error.tsx';
import { renderWithMessages } from './render.tsx';

it.each([
  [404, 'This page doesn’t exist'],
  [500, 'This page couldn’t be shown'],
  [503, 'This page couldn’t be shown'],
])('shows our own message for %i, with a way out', (status, title) => {
  renderWithMessages(<ErrorPage status={status} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(screen.getByText(String(status))).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/');
});

it('shows an error for a failed response, and an empty page for none', () => {
  const { getInitialProps } = ErrorPage;
  const at = { pathname: '/_error', query: {}, AppTree: () => null };
  expect(getInitialProps({ ...at, err: Object.assign(new Error('x'), { statusCode: 500 }) })).toEqual({
    status: 500,
  });
  expect(getInitialProps(at)).toEqual({ status: 404 });
});

it('responds with the status of the API that a page could not be loaded for', () => {
  const res = { statusCode: 500 } as ServerResponse;
  const err = new PageFailure({ status: 429, message: 'Too many requests' });
  const at = { pathname: '/_error', query: {}, AppTree: () => null };
  expect(ErrorPage.getInitialProps({ ...at, res, err })).toEqual({ status: 429 });
  expect(res.statusCode).toBe(429);
});

it('lets a visitor sign in and come back, wherever there is nothing to see', () => {
  const { getInitialProps } = ErrorPage;
  const renderPage = (signedIn: boolean, statusCode: number) =>
    getInitialProps({
      pathname: '/_error',
      query: {},
      AppTree: () => null,
      asPath: '/f/camp?lang=de',
      req: { hubkeep: { signedIn } } as IncomingMessage,
      res: { statusCode } as ServerResponse,
    });
  const visitor = renderPage(false, 404);
  expect(visitor.signIn).toBe('/auth/signin?next=%2Ff%2Fcamp%3Flang%3Dde');
  expect(renderPage(true, 404).signIn).toBeUndefined();
  expect(renderPage(false, 500).signIn).toBeUndefined();
  renderWithMessages(<ErrorPage {...visitor} />);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', visitor.signIn);
});
