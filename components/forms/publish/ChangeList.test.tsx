import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FormChangeImpact } from '#lib/contract/form-changes.ts';
import { CHANGE_CODES, effectOf } from '#lib/forms/compare-forms.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ChangeList } from './ChangeList.tsx';

const change = (code: FormChangeImpact['code'], more: Partial<FormChangeImpact> = {}): FormChangeImpact => ({
  code,
  label: 'Nights',
  field: 'f',
  detail: null,
  answers: null,
  ...more,
});

it.each(CHANGE_CODES)('the change %s is a sentence', (code) => {
  const { container } = renderWithMessages(<ChangeList effect={effectOf(code)} changes={[change(code)]} />);
  const sentence = container.querySelector('li')?.textContent ?? '';
  expect(sentence).toMatch(/\.$/);
  expect(sentence).not.toMatch(/[{}]|undefined|null/);
});

it('shows how many submissions a change affects and that removed values are retained', () => {
  renderWithMessages(
    <>
      <ChangeList effect="narrows" changes={[change('now_required', { answers: 6 })]} />
      <ChangeList effect="removes" changes={[change('field_removed', { answers: 1 })]} />
    </>,
  );
  expect(screen.getByText('6 answers affected')).toBeInTheDocument();
  expect(screen.getByText('1 answer to it is kept')).toBeInTheDocument();
});

it('describes rules in plain language and shows the former name of a renamed field', () => {
  renderWithMessages(
    <ChangeList
      effect="narrows"
      changes={[change('rule_added', { detail: 'max_length' }), change('words_changed', { detail: 'Days' })]}
    />,
  );
  const text = document.body.textContent ?? '';
  expect(text).toContain('Nights has a new rule for the maximum length.');
  expect(text).toContain('“Days” is called Nights now.');
});

it('shows markup in a label as it was typed', () => {
  const { container } = renderWithMessages(
    <ChangeList effect="safe" changes={[change('field_added', { label: '<img src=x onerror=alert(1)>' })]} />,
  );
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
});
