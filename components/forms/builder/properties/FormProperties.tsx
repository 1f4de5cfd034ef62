import { FormattedMessage, useIntl } from 'react-intl';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { HintText, PanelTitle } from '#components/forms/builder/panel/panel.tsx';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { TITLE_MAX } from '#lib/text/constants.ts';

/** The properties of the form: title and description. */
export function FormProperties() {
  const intl = useIntl();
  const { content, change } = useDraft();
  const problem = useProblem('form');
  return (
    <>
      <PanelTitle>
        <FormattedMessage id="builder.form" />
      </PanelTitle>
      <div data-part="title">
        <TextField
          required
          dir="auto"
          maxLength={TITLE_MAX}
          label={<FormattedMessage id="builder.title" />}
          value={content.title}
          error={problem('title')}
          onChange={({ target }) =>
            change(
              (draft) => ({ ...draft, title: target.value }),
              intl.formatMessage({ id: 'builder.did_title' }),
              'title',
            )
          }
        />
      </div>
      <div data-part="description">
        <TextAreaField
          dir="auto"
          maxLength={5000}
          label={<FormattedMessage id="builder.description" />}
          value={content.description}
          error={problem('description')}
          onChange={({ target }) =>
            change(
              (draft) => ({ ...draft, description: target.value }),
              intl.formatMessage({ id: 'builder.did_description' }),
              'description',
            )
          }
        />
      </div>
      <HintText>
        <FormattedMessage id="builder.keys_help" />
      </HintText>
    </>
  );
}
