import { FormattedMessage, useIntl } from 'react-intl';
import { changePage } from '#components/forms/builder/changes/draft-changes.ts';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { PanelTitle } from '#components/forms/builder/panel/panel.tsx';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { type FormPage, LAYOUT_LIMITS } from '#lib/forms/layout.ts';

/** A page's title and description. */
export function PageProperties({ page, at }: { page: FormPage; at: number }) {
  const intl = useIntl();
  const { change } = useDraft();
  const problem = useProblem('page', page.id);
  const set = (part: 'title' | 'text', value: string) =>
    change(
      (draft) =>
        changePage(draft, page.id, ({ [part]: _, ...rest }) =>
          value === '' ? rest : { ...rest, [part]: value },
        ),
      intl.formatMessage({ id: 'builder.did_page' }, { number: at + 1 }),
      `${page.id}.${part}`,
    );
  return (
    <>
      <PanelTitle>
        <FormattedMessage id="builder.page_n" values={{ number: at + 1 }} />
      </PanelTitle>
      <div data-part="title">
        <TextField
          dir="auto"
          maxLength={LAYOUT_LIMITS.title}
          label={<FormattedMessage id="builder.page_title" />}
          value={page.title ?? ''}
          error={problem('title')}
          onChange={({ target }) => set('title', target.value)}
        />
      </div>
      <div data-part="text">
        <TextAreaField
          dir="auto"
          label={<FormattedMessage id="builder.page_text" />}
          help={<FormattedMessage id="builder.markdown_help" />}
          value={page.text ?? ''}
          error={problem('text')}
          onChange={({ target }) => set('text', target.value)}
        />
      </div>
    </>
  );
}
