import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test } from 'vitest';
import { createInlineIntlShape, InlineIntlContext } from '#components/ui/inline-intl.tsx';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import type { FieldProblem } from '#lib/fields/problem.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { translateProblem } from '#lib/fields/translate-problem.ts';
import type { MessageCatalog } from '#lib/text/inline-messages.ts';
import { fillMessagesFor } from '#locales/fill/index.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FieldList } from './FieldList.tsx';
import type { FormRecord } from './form-record.ts';
import { useProblems, useRecord } from './use-record.ts';

beforeAll(() =>
  Promise.all([
    import('./AddressEditor.tsx'),
    import('./ListEditor.tsx'),
    import('./NestedForm.tsx'),
    import('./NumberEditor.tsx'),
  ]),
);

let record: FormRecord;

function Filling({ fields, messages }: { fields: FieldDefinition[]; messages: MessageCatalog }) {
  const own = useRecord(fields, { formatProblem: (problem) => translateProblem(problem, messages) });
  record = own;
  return (
    <InlineIntlContext value={createInlineIntlShape(messages)}>
      <ErrorSummary problems={useProblems(own)} />
      <FieldList record={own} />
    </InlineIntlContext>
  );
}

async function fill(language: string) {
  const read = readFields([
    { name: 'name', label: 'Ihr Name', type: 'text', rules: [{ rule: 'max_length', value: 10 }] },
    { name: 'nights', label: 'Nächte', type: 'number', rules: [{ rule: 'max', value: 1000.5 }] },
    { name: 'tags', label: 'Stichwort', type: 'email', multiple: true },
    {
      name: 'people',
      label: 'Person',
      type: 'form',
      multiple: true,
      rules: [{ rule: 'min_count', value: 2 }],
      fields: [{ name: 'mail', label: 'Adresse', type: 'email' }],
    },
  ]);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  await act(async () => void render(<Filling fields={read.fields} messages={fillMessagesFor(language)} />));
}

const summary = () => screen.getByRole('alert').textContent;

test('fields say their hints and what is wrong in the language of their page', async () => {
  await fill('de');
  const name = screen.getByRole('textbox', { name: /Ihr Name/ });
  await userEvent.type(name, 'Ada Lovela');
  expect(screen.getByText('noch 0 Zeichen')).toBeVisible();
  await userEvent.type(name, 'ce');
  expect(screen.getByText('2 Zeichen zu viel')).toBeVisible();
  await userEvent.tab();
  // At the field, and in the summary.
  expect(screen.getAllByText('„Ihr Name“ darf nicht länger als 10 Zeichen sein')).toHaveLength(2);
  await userEvent.type(screen.getByRole('textbox', { name: /Nächte/ }), '2000');
  await userEvent.type(screen.getByRole('textbox', { name: /Stichwort/ }), 'x');
  await act(async () => void record.check());
  expect(summary()).toContain('Bitte prüfen Sie 5 Antworten');
  expect(summary()).toContain('„Nächte“ darf nicht größer als 1.000,5 sein');
  expect(summary()).toContain('„Stichwort“ ist keine gültige E-Mail-Adresse');
  expect(summary()).toContain('Person 2: Bitte geben Sie „Adresse“ an');
  await userEvent.click(screen.getByRole('button', { name: 'Person 1 entfernen' }));
  expect(screen.getAllByText('„Person“ muss mindestens 2 Einträge haben')).not.toEqual([]);
  expect(screen.getByText('Person 1 ist entfernt. 1 Eintrag bleibt.')).toBeInTheDocument();
});

test('shows the server’s problems in the language of the page, each with its field and record', async () => {
  await fill('pl');
  await userEvent.click(screen.getByRole('button', { name: 'Dodaj kolejny element: Person' }));
  const details: FieldProblem[] = [
    { code: 'required', params: { label: 'Adresse' }, path: 'people[1].mail' },
    {
      ...{ code: 'max_number', params: { label: 'Nächte', max: 9 }, path: 'nights' },
      message: 'Nächte: tak wiele nocy nie ma',
    },
    { code: 'unknown_field', params: { label: 'gone' }, path: 'gone' },
  ];
  const errors = { ...englishErrors(details), version: ['This version does not exist'] };
  let rest = {};
  await act(async () => {
    rest = record.takeServerErrors({ errors, details });
  });
  expect(summary()).toContain('Proszę sprawdzić 2 odpowiedzi');
  expect(summary()).toContain('Person 2: Proszę wypełnić pole „Adresse”');
  expect(summary()).toContain('Nächte: tak wiele nocy nie ma');
  expect(rest).toEqual({
    gone: ['Nie ma pola o nazwie „gone”'],
    version: ['This version does not exist'],
  });
});

test('shows the server’s message when the page does not know the code of a problem', async () => {
  await fill('pl');
  const newer = { code: 'not_prime', params: { label: 'Nächte' }, path: 'nights' };
  const body: { errors: Record<string, string[]>; details: FieldProblem[] } = JSON.parse(
    JSON.stringify({ errors: { nights: ['Nächte is not a prime'] }, details: [newer] }),
  );
  await act(async () => void record.takeServerErrors(body));
  expect(summary()).toContain('Nächte is not a prime');
});

test('uses the server’s messages in English', async () => {
  await fill('en-GB');
  await act(async () => void record.check());
  expect(summary()).toContain('5 answers need another look');
  expect(summary()).toContain('Please enter Ihr Name');
});
