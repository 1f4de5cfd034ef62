import { ownValue } from '#lib/fields/own-value.ts';
import { isRecord } from '#lib/text/is-record.ts';

('use no memo');

import { useNonce } from '#context/nonce.ts';
import { POSTED_NAMES } from '#lib/browser/posted-submission.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { FillData } from './fill-data.ts';
import { FormattedMessage } from './fill-messages.ts';
import styles from './NoScriptParts.module.css';
import parts from './parts.module.css';

/** Styles for when no script runs: all pages are visible, and controls that need a script are hidden. */
const RULES = [
  '[data-later]{display:block!important}',
  '[data-noscript]{display:flex!important}',
  '[data-script],[data-add],[data-act]{display:none!important}',
].join('');

export function NoScriptStyles() {
  const nonce = useNonce();
  return (
    <noscript
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rules of this file, which styles of components can't reach
      dangerouslySetInnerHTML={{ __html: `<style nonce="${nonce ?? ''}">${RULES}</style>` }}
    />
  );
}

export function Honeypot() {
  return (
    <div className={styles.unseen} aria-hidden>
      <label>
        <FormattedMessage id="fill.website" />
        <input type="text" name={POSTED_NAMES.website} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}

type StoredFile = { path: string; id: string };

/** The files of a posted and refused submission, which are on the server already. */
function storedFiles(fields: readonly FieldDefinition[], values: Values, around = ''): StoredFile[] {
  return fields.flatMap((field) => {
    const value = ownValue(values, field.name);
    const path = around ? `${around}.${field.name}` : field.name;
    if (field.type === 'file') {
      const ids = Array.isArray(value) ? value : [value];
      return ids.flatMap((id) => (typeof id === 'string' ? [{ path, id }] : []));
    }
    if (field.type !== 'form' || typeof value !== 'object' || value === null) return [];
    const records: [string, unknown][] = Array.isArray(value)
      ? value.map((record, at) => [`${path}[${at}]`, record])
      : [[path, value]];
    return records.flatMap(([at, record]) =>
      isRecord(record) ? storedFiles(field.fields ?? [], record, at) : [],
    );
  });
}

/** Hidden inputs that are posted without a script, besides the fields. */
export function NoScriptInputs({ data }: { data: FillData }) {
  const { definition, challenge, posted, isEmbedded, submissionKey } = data;
  const hidden: [string, string][] = [
    [POSTED_NAMES.version, String(posted?.version ?? definition.version)],
    [POSTED_NAMES.language, definition.language],
    [POSTED_NAMES.token, challenge?.token ?? ''],
    [POSTED_NAMES.key, posted?.key || submissionKey],
    [POSTED_NAMES.embed, isEmbedded ? '1' : ''],
  ];
  const files = posted ? storedFiles(definition.fields, posted.values) : [];
  return (
    <>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {files.map(({ path, id }) => (
        <input key={id} type="hidden" name={path} value={id} />
      ))}
      {challenge && challenge.bits > 0 && (
        <div className={parts.note} data-noscript data-tone="warning">
          <FormattedMessage id="fill.needs_script" />
        </div>
      )}
    </>
  );
}
