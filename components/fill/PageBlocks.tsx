'use no memo';

import styled from 'styled-components';
import type { FieldRecord } from '#components/fields/field-record.ts';
import { RecordField } from '#components/fields/RecordField.tsx';
import type { FormPage } from '#lib/form/layout.ts';
import { color, space } from '#styles/tokens.ts';
import { fieldsById } from './form-pages.ts';
import { LinkedText } from './LinkedText.tsx';
import { formRadius } from './parts.ts';

const Blocks = styled.div`
  display: grid;
  gap: ${space(7)};
  min-width: 0;

  > * {
    min-width: 0;
  }

  > :empty {
    display: none;
  }
`;

export const Written = styled.div`
  color: ${color('text')};
  overflow-wrap: anywhere;

  &[data-plain] {
    white-space: pre-line;
  }

  > * + * {
    margin-top: ${space(3)};
  }

  h1,
  h2,
  h3,
  h4 {
    font-size: 1.1em;
  }

  ul,
  ol {
    padding-inline-start: 1.4em;
    list-style: revert;
  }

  a {
    text-decoration: underline;
    text-underline-offset: 2px;
  }

  blockquote {
    margin: 0;
    padding-inline-start: ${space(4)};
    border-inline-start: 3px solid ${color('line')};
    color: ${color('quiet')};
  }

  table {
    display: block;
    overflow-x: auto;
    border-collapse: collapse;
  }

  td,
  th {
    padding: ${space(1)} ${space(3)};
    border: 1px solid ${color('line')};
    text-align: start;
  }

  pre,
  code {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: 0.9em;
    white-space: pre-wrap;
  }
`;

const Section = styled.div`
  padding-top: ${space(5)};
  border-top: 1px solid ${color('line')};

  :first-child > & {
    padding-top: 0;
    border-top: 0;
  }

  h3 {
    font-size: 20px;
    overflow-wrap: anywhere;
  }

  h3 + * {
    margin-top: ${space(2)};
    color: ${color('quiet')};
  }
`;

const Picture = styled.img`
  width: 100%;
  height: auto;
  max-height: 480px;
  border-radius: ${formRadius};
  object-fit: contain;
`;

/** A text as the server made it safe; where it could not (an older version), as it was written. */
export function WrittenText({ html, text }: { html: string | undefined; text: string }) {
  if (html === undefined)
    return (
      <Written data-plain dir="auto">
        <LinkedText text={text} />
      </Written>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by the server, without HTML of its own
  return <Written dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

type Props = {
  page: FormPage;
  record: FieldRecord;
  /** Says what is shown once a script runs, where `record` shows all. */
  live: FieldRecord;
  html: Record<string, string>;
  picture: (id: string) => string;
};

/** What stands on a page: fields, and what is between them. */
export function PageBlocks({ page, record, live, html, picture }: Props) {
  const fields = fieldsById(record.fields);
  const liveFields = fieldsById(live.fields);
  return (
    <Blocks>
      {page.blocks.map((block) => {
        if (block.kind === 'field') {
          const field = fields.get(block.field);
          const own = liveFields.get(block.field);
          const isLater = record !== live && own !== undefined && !live.state(own).isVisible;
          return (
            <div key={block.field} data-later={isLater || undefined}>
              {field && <RecordField record={record} field={field} path={field.name} />}
            </div>
          );
        }
        return (
          <div key={block.id}>
            {block.kind === 'section' && (
              <Section>
                <h3 dir="auto">{block.title}</h3>
                {block.text && <WrittenText html={html[block.id]} text={block.text} />}
              </Section>
            )}
            {block.kind === 'text' && <WrittenText html={html[block.id]} text={block.text} />}
            {block.kind === 'picture' && (
              <Picture src={picture(block.picture)} alt={block.alt} loading="lazy" />
            )}
          </div>
        );
      })}
    </Blocks>
  );
}
