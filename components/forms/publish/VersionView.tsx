import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { FormVersion } from '#lib/contract/form.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { type Block, completeLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.article`
  display: grid;
  gap: ${space(4)};
  margin-top: ${space(3)};

  > h3 {
    font-size: 18px;
    overflow-wrap: anywhere;
  }

  > p {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }
`;

const Page = styled.section`
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};

  > h4 {
    margin-bottom: ${space(2)};
    font-size: 14px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

const List = styled.ul`
  display: grid;
  gap: ${space(3)};

  ul {
    margin-top: ${space(2)};
    padding-left: ${space(4)};
    border-left: 2px solid ${color('line')};
  }

  li > strong {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

/** A published version as it was: its pages, their fields, and the settings of those. */
export function VersionView({ version }: { version: FormVersion }) {
  const read = readFields(version.fields);
  if (!read.ok) return <FormattedMessage id="form_publish.unreadable" />;
  const layout = readLayout(version.layout, read.fields);
  const { pages } = completeLayout(read.fields, layout.ok ? layout.layout : NO_LAYOUT);
  const byId = new Map(read.fields.map((field) => [field.id, field]));
  return (
    <Box>
      <h3 dir="auto">{version.title}</h3>
      {version.description && <p dir="auto">{version.description}</p>}
      {pages.map((page, at) => (
        <Page key={page.id}>
          <h4 dir="auto">
            {page.title ?? <FormattedMessage id="form_publish.page" values={{ number: at + 1 }} />}
          </h4>
          <List>
            {page.blocks.map((block) => (
              <BlockLine key={block.kind === 'field' ? block.field : block.id} block={block} fields={byId} />
            ))}
          </List>
        </Page>
      ))}
    </Box>
  );
}

function BlockLine({ block, fields }: { block: Block; fields: ReadonlyMap<string, FieldDefinition> }) {
  if (block.kind === 'field') {
    const field = fields.get(block.field);
    return field ? <FieldLine field={field} /> : null;
  }
  const summary = block.kind === 'picture' ? block.alt : block.kind === 'section' ? block.title : block.text;
  return (
    <li>
      <small dir="auto">{summary}</small>
    </li>
  );
}

function FieldLine({ field }: { field: FieldDefinition }) {
  return (
    <li>
      <strong dir="auto">{field.label}</strong>
      <small>
        <FormattedMessage id={`field_type.${field.type}`} />
        {field.required !== false && field.formula === undefined && (
          <>
            {' · '}
            <FormattedMessage id="form_new.required" />
          </>
        )}
      </small>
      {field.help && <small dir="auto">{field.help}</small>}
      {field.options && <small dir="auto">{field.options.map(({ label }) => label).join(' · ')}</small>}
      {field.fields && (
        <List>
          {field.fields.map((inner) => (
            <FieldLine key={inner.id} field={inner} />
          ))}
        </List>
      )}
    </li>
  );
}
