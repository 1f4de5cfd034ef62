import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { HttpError } from '#services/http-client.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { TextField } from './Field.tsx';
import { useForm } from './use-form.ts';

type Values = { email: string; name: string };

function Example({ send }: { send: (values: Values) => Promise<void> }) {
  const form = useForm<Values>({
    initial: { email: '', name: '' },
    check: ({ name }) => ({ name: name ? null : 'Please enter Name' }),
    send,
    unreachable: 'The server can’t be reached',
  });
  return (
    <form {...form.form}>
      {form.problem && <p role="alert">{form.problem}</p>}
      <TextField {...form.bind('email')} label="Email" required />
      <TextField {...form.bind('name')} label="Name" required />
      <button type="submit">{form.busy ? 'Sending' : 'Send'}</button>
    </form>
  );
}

const refusal = (status: number, data: unknown) => new HttpError({ status, data, headers: {} });

const submit = () => userEvent.click(screen.getByRole('button'));

test('checks before it sends, and leads to the first error', async () => {
  const send = vi.fn();
  renderWithMessages(<Example send={send} />);
  await submit();
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText('Please enter Name')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Name'), 'A');
  expect(screen.queryByText('Please enter Name')).toBeNull();
});

test('shows a refusal of the server under the field it concerns, and preserves the input', async () => {
  const fields = { email: ['This address is taken'] };
  const send = async () => {
    throw refusal(422, { message: 'Some fields are not valid', code: 'invalid_fields', fields });
  };
  renderWithMessages(<Example send={send} />);
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.example');
  await userEvent.type(screen.getByLabelText('Name'), 'Amina');
  await submit();
  expect(screen.getByText('This address is taken')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveValue('a@b.example');
  expect(screen.getByLabelText('Name')).toHaveValue('Amina');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows problems without a field above the form', async () => {
  const send = async () => {
    throw refusal(429, { message: 'Too many attempts. Try again in 5 minutes.', code: 'limited' });
  };
  renderWithMessages(<Example send={send} />);
  await userEvent.type(screen.getByLabelText('Name'), 'A');
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('Too many attempts. Try again in 5 minutes.');
});

test('shows its own message when the server is unreachable', async () => {
  const send = async () => {
    throw new HttpError('network');
  };
  renderWithMessages(<Example send={send} />);
  await userEvent.type(screen.getByLabelText('Name'), 'A');
  await submit();
  expect(screen.getByRole('alert')).toHaveTextContent('The server can’t be reached');
});
