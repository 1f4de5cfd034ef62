import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { asText } from './editor-props.ts';
import { shownNumber, shownTime } from './shown-value.ts';
import { isRecord } from './start-values.ts';
import { FormattedMessage } from './words.ts';

const Text = styled.span`
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

const Quiet = styled.span`
  color: ${color('quiet')};
`;

const Code = styled.code`
  display: block;
  overflow-wrap: anywhere;
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: 13px;
  white-space: pre-wrap;
`;

const Several = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;

  &[data-lines] {
    flex-direction: column;
    gap: 2px;
  }
`;

const Chip = styled.span`
  display: inline-block;
  padding: 1px 8px;
  border-radius: ${radius('chip')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

const File = styled.span`
  display: inline-flex;
  gap: 6px;
  align-items: baseline;
  overflow-wrap: anywhere;

  > svg {
    flex: none;
    align-self: center;
    color: ${color('quiet')};
  }
`;

const Records = styled.ol`
  display: grid;
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Pairs = styled.dl`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding-inline-start: ${space(3)};
  border-inline-start: 2px solid ${color('line')};

  dt {
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }

  dd {
    margin: 0;
  }
`;

/** A file that was given: its name, and where its bytes are for those who may have them. */
export type FileView = { name: string; href?: string };

type Props = {
  field: FieldDefinition;
  value: unknown;
  /** What is known of a file by its id; the id itself is shown unless given. */
  fileOf?: (id: string) => FileView | undefined;
  /** What stands where nothing was answered. */
  empty?: ReactNode;
};

/** An address that may be followed: nothing that runs a script. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

function LinkTo({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function One({ field, value, fileOf }: Props) {
  const text = asText(value);
  if (isChoice(field)) {
    const option = field.options?.find(({ id }) => id === value);
    return (
      <Chip dir="auto">{option?.label ?? (text || <FormattedMessage id="fields.hidden_option" />)}</Chip>
    );
  }
  switch (field.type) {
    case 'number':
      return <Text>{typeof value === 'number' ? shownNumber(value) : text}</Text>;
    case 'date':
    case 'time':
    case 'datetime':
      return typeof value === 'string' ? (
        // Where the server stands, it may be another hour.
        <time dateTime={value} title={value} suppressHydrationWarning>
          {shownTime(field.type, value)}
        </time>
      ) : (
        <Text>{text}</Text>
      );
    case 'url':
      return isWebAddress(text) ? (
        <LinkTo href={text}>{<Text dir="ltr">{text}</Text>}</LinkTo>
      ) : (
        <Text>{text}</Text>
      );
    case 'email':
      return (
        <a href={`mailto:${encodeURIComponent(text)}`}>
          <Text dir="ltr">{text}</Text>
        </a>
      );
    case 'phone':
      return (
        <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>
          <Text dir="ltr">{text}</Text>
        </a>
      );
    case 'json':
      return <Code dir="ltr">{text}</Code>;
    case 'file': {
      const file = fileOf?.(text);
      return (
        <File>
          <Paperclip aria-hidden size={14} strokeWidth={1.75} />
          {file?.href ? <LinkTo href={file.href}>{file.name}</LinkTo> : <Text>{file?.name ?? text}</Text>}
        </File>
      );
    }
    case 'form':
      return (
        <Pairs>
          {field.fields?.map((inner) => (
            <div key={inner.id}>
              <dt dir="auto">{inner.label}</dt>
              <dd>
                <ValueView
                  field={inner}
                  value={isRecord(value) && Object.hasOwn(value, inner.name) ? value[inner.name] : undefined}
                  fileOf={fileOf}
                />
              </dd>
            </div>
          ))}
        </Pairs>
      );
    default:
      return <Text dir="auto">{text}</Text>;
  }
}

/** A value of any type, to be read: choices by their labels, links that are safe to follow, days as people write them. */
export function ValueView({ field, value, fileOf, empty }: Props) {
  if (isMissing(field, value)) return <>{empty ?? <Quiet>–</Quiet>}</>;
  if (!isList(field)) return <One field={field} value={value} fileOf={fileOf} />;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const List = field.type === 'form' ? Records : Several;
  return (
    <List data-lines={isChoice(field) ? undefined : true}>
      {values.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values of an answer have no other name, and stay where they are
        <li key={at}>
          <One field={field} value={one} fileOf={fileOf} />
        </li>
      ))}
    </List>
  );
}
