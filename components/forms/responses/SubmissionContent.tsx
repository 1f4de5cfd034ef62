import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ValueView } from '#components/fields/ValueView.tsx';
import type { SubmissionDetail } from '#lib/contract/submissions.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { submissionFileUrl } from '#services/submissions.ts';
import { color, space } from '#styles/tokens.ts';
import { typedTextOf } from './typed-texts.ts';

const Page = styled.section`
  & + & {
    margin-top: ${space(6)};
    padding-top: ${space(5)};
    border-top: 1px solid ${color('line')};
  }

  > h3 {
    margin-bottom: ${space(4)};
    font-size: 16px;
    overflow-wrap: anywhere;
  }

  > h4 {
    margin: ${space(5)} 0 ${space(3)};
    font-size: 14px;
    overflow-wrap: anywhere;
  }
`;

const FieldValue = styled.dl`
  margin: 0 0 ${space(4)};
  break-inside: avoid;

  > dt {
    margin-bottom: 2px;
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }

  > dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const Nothing = styled.span`
  color: ${color('quiet')};
  font-style: italic;
`;

const Typed = styled.p`
  margin: 2px 0 0;
  color: ${color('quiet')};
  font-size: 13px;
`;

/** The values of a submission, page by page and under the labels of its version. */
export function SubmissionContent({ formId, submission }: { formId: string; submission: SubmissionDetail }) {
  const byId = new Map(submission.fields.map((field) => [field.id, field]));
  const fileOf = (id: string) => {
    const file = submission.files[id];
    return file && { name: file.name, href: submissionFileUrl(formId, id) };
  };
  const show = (field: FieldDefinition) => (
    <FieldValue key={field.id}>
      <dt>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>
        <ValueView
          field={field}
          value={ownValue(submission.values, field.name)}
          fileOf={fileOf}
          empty={
            <Nothing>
              <FormattedMessage id="submissions.no_value" />
            </Nothing>
          }
        />
        {typedTextOf(submission, field.name).map((text) => (
          <Typed key={text}>
            <FormattedMessage id="submissions.typed" values={{ text: <bdi dir="ltr">{text}</bdi> }} />
          </Typed>
        ))}
      </dd>
    </FieldValue>
  );
  return submission.layout.pages.map((page) => (
    <Page key={page.id}>
      {page.title && (
        <h3>
          <bdi>{page.title}</bdi>
        </h3>
      )}
      {page.blocks.map((block) => {
        if (block.kind === 'section') {
          return (
            <h4 key={block.id}>
              <bdi>{block.title}</bdi>
            </h4>
          );
        }
        const field = block.kind === 'field' ? byId.get(block.field) : undefined;
        return field ? show(field) : null;
      })}
    </Page>
  ));
}
