import { Paperclip } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { displayNumber, displayTime } from '#lib/fields/display-value.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { phoneAddress } from '#lib/fields/phone-number.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { valueToText } from './editor-props.ts';
import { FormattedMessage, useIntl } from './field-messages.ts';
import { InputFormatContext } from './input-format.ts';
import styles from './ValueView.module.css';

/** A submitted file: its name, and its URL for users with access to it. */
export type FileView = { name: string; href?: string };

type Props = {
  field: FieldDefinition;
  value: unknown;
  /** Details of a file by its id; the id itself is shown by default. */
  fileOf?: (id: string) => FileView | undefined;
  /** Shown when there is no value. */
  empty?: ReactNode;
};

/** A URL that is safe as a link: it can't run a script. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

function LinkTo({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function One({ field, value, fileOf }: Props) {
  const intl = useIntl();
  const { locale: language = intl.language, timeZone } = useContext(InputFormatContext) ?? {};
  const text = valueToText(value);
  if (isChoice(field)) {
    const option = field.options?.find(({ id }) => id === value);
    return (
      <span className={styles.chip} dir="auto">
        {option?.label ?? (text || <FormattedMessage id="fields.hidden_option" />)}
      </span>
    );
  }
  switch (field.type) {
    case 'number':
      return (
        <span className={styles.text}>
          {typeof value === 'number' ? displayNumber(value, language) : text}
        </span>
      );
    case 'date':
    case 'time':
    case 'datetime':
      return typeof value === 'string' ? (
        // The server's local time may differ, unless the page has a time zone.
        <time dateTime={value} title={value} suppressHydrationWarning>
          {displayTime(field.type, value, language, timeZone)}
        </time>
      ) : (
        <span className={styles.text}>{text}</span>
      );
    case 'url':
      return isWebAddress(text) ? (
        <LinkTo href={text}>
          {
            <span className={styles.text} dir="ltr">
              {text}
            </span>
          }
        </LinkTo>
      ) : (
        <span className={styles.text}>{text}</span>
      );
    case 'email':
      return (
        <a href={`mailto:${encodeURIComponent(text)}`}>
          <span className={styles.text} dir="ltr">
            {text}
          </span>
        </a>
      );
    case 'phone':
      return (
        <a href={phoneAddress(text)}>
          <span className={styles.text} dir="ltr">
            {text}
          </span>
        </a>
      );
    case 'json':
      return (
        <code className={styles.code} dir="ltr">
          {text}
        </code>
      );
    case 'file': {
      const file = fileOf?.(text);
      return (
        <span className={styles.file}>
          <Paperclip aria-hidden size={14} strokeWidth={1.75} />
          {file?.href ? (
            <LinkTo href={file.href}>{file.name}</LinkTo>
          ) : (
            <span className={styles.text}>{file?.name ?? text}</span>
          )}
        </span>
      );
    }
    case 'form':
      return (
        <dl className={styles.pairs}>
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
        </dl>
      );
    default:
      return (
        <span className={styles.text} dir="auto">
          {text}
        </span>
      );
  }
}

/** A read-only value of any type: choices by their labels, safe links, formatted dates. */
export function ValueView({ field, value, fileOf, empty }: Props) {
  if (isMissing(field, value)) return <>{empty ?? <span className={styles.quiet}>–</span>}</>;
  if (!isList(field)) return <One field={field} value={value} fileOf={fileOf} />;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [List, look] =
    field.type === 'form' ? (['ol', styles.records] as const) : (['ul', styles.several] as const);
  return (
    <List className={look} data-lines={isChoice(field) ? undefined : true}>
      {values.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values of an answer have no other name, and stay where they are
        <li key={at}>
          <One field={field} value={one} fileOf={fileOf} />
        </li>
      ))}
    </List>
  );
}
