'use no memo';

import type { FieldRecord } from '#components/fields/field-record.ts';
import { RecordField } from '#components/fields/RecordField.tsx';
import type { FormPage } from '#lib/forms/layout.ts';
import { fieldsById } from './form-pages.ts';
import { LinkedText } from './LinkedText.tsx';
import styles from './PageBlocks.module.css';

/** A text as HTML that the server has sanitized; where there is none (an older version), as plain text. */
export function WrittenText({ html, text }: { html: string | undefined; text: string }) {
  if (html === undefined)
    return (
      <div className={styles.written} data-plain dir="auto">
        <LinkedText text={text} />
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by the server, without HTML of its own
  return <div className={styles.written} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

type Props = {
  page: FormPage;
  record: FieldRecord;
  /** Determines visibility once a script runs, where `record` contains all fields. */
  currentRecord: FieldRecord;
  html: Record<string, string>;
  picture: (id: string) => string;
};

/** The blocks of a page: fields, and the content between them. */
export function PageBlocks({ page, record, currentRecord, html, picture }: Props) {
  const fields = fieldsById(record.fields);
  const currentFields = fieldsById(currentRecord.fields);
  return (
    <div className={styles.blocks}>
      {page.blocks.map((block) => {
        if (block.kind === 'field') {
          const field = fields.get(block.field);
          const own = currentFields.get(block.field);
          const isLater =
            record !== currentRecord && own !== undefined && !currentRecord.state(own).isVisible;
          return (
            <div key={block.field} data-later={isLater || undefined}>
              {field && <RecordField record={record} field={field} path={field.name} />}
            </div>
          );
        }
        return (
          <div key={block.id}>
            {block.kind === 'section' && (
              <div className={styles.section}>
                <h3 dir="auto">{block.title}</h3>
                {block.text && <WrittenText html={html[block.id]} text={block.text} />}
              </div>
            )}
            {block.kind === 'text' && <WrittenText html={html[block.id]} text={block.text} />}
            {block.kind === 'picture' && (
              // biome-ignore lint/performance/noImgElement: the picture comes from the API, at the size that it has
              <img className={styles.picture} src={picture(block.picture)} alt={block.alt} loading="lazy" />
            )}
          </div>
        );
      })}
    </div>
  );
}
