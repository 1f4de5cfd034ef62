import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import { invalidMailDomain, parseMailDomains } from '#components/hub/settings/mail-domains.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { Form } from '#components/ui/FormHeading.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { CLAIMS_MAX, TITLE_MAX } from '#lib/text/constants.ts';
import { blank, invalidType, maxLength, required } from '#lib/text/messages.ts';
import { codePoints, isBlank } from '#lib/text/text.ts';
import { changeGroup, createGroup } from '#services/groups.ts';
import { parseClaims, writeClaims } from './group-claims.ts';

const DESCRIPTION_MAX = 2000;

function nameProblem(name: string, label: string): string | null {
  if (name === '') return required(label);
  if (isBlank(name)) return blank(label);
  return codePoints(name) > TITLE_MAX ? maxLength(label, TITLE_MAX) : null;
}

type GroupDialogProps = {
  hub: Hub;
  /** The group to change; a new one without it. */
  group?: HubGroup;
  onClose: () => void;
  onSaved: (group: HubGroup) => void | Promise<void>;
};

function claimsProblem(intl: IntlShape, text: string): string | null {
  const { claims, wrong, long } = parseClaims(text);
  if (wrong) return intl.formatMessage({ id: 'groups.join_claims_wrong' }, { line: wrong });
  if (long) return intl.formatMessage({ id: 'groups.join_claims_long' }, { line: long });
  return claims.length > CLAIMS_MAX
    ? intl.formatMessage({ id: 'groups.join_claims_many' }, { max: CLAIMS_MAX })
    : null;
}

/** Creates a group, or changes its name, description, mail domains and claims. */
export function GroupDialog({ hub, group, onClose, onSaved }: GroupDialogProps) {
  const intl = useIntl();
  const toast = useToast();
  const { signOn } = useShell().config;
  const label = intl.formatMessage({ id: 'groups.name' });
  const description = intl.formatMessage({ id: 'groups.description' });
  const form = useForm({
    initial: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      join_domains: group?.join_domains.join('\n') ?? '',
      join_claims: writeClaims(group?.join_claims ?? []),
    },
    check: (values) => {
      const wrong = invalidMailDomain(parseMailDomains(values.join_domains));
      return {
        name: nameProblem(values.name, label),
        description:
          codePoints(values.description) > DESCRIPTION_MAX ? maxLength(description, DESCRIPTION_MAX) : null,
        join_domains: wrong ? invalidType(wrong, 'mail domain') : null,
        join_claims: claimsProblem(intl, values.join_claims),
      };
    },
    send: async ({ name, description, join_domains, join_claims }) => {
      const wanted = {
        name,
        description,
        join_domains: parseMailDomains(join_domains),
        join_claims: parseClaims(join_claims).claims,
      };
      const handle = hub.domain_handle;
      const { data } = group
        ? await changeGroup(handle, group.id, wanted)
        : await createGroup(handle, wanted);
      toast({
        tone: 'success',
        text: intl.formatMessage({ id: group ? 'groups.saved' : 'groups.created' }, { name: data.name }),
      });
      await onSaved(data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  return (
    <Modal
      open
      onClose={onClose}
      title={
        group ? (
          <FormattedMessage id="groups.edit_title" values={{ name: <bdi>{group.name}</bdi> }} />
        ) : (
          <FormattedMessage id="groups.create_title" />
        )
      }
    >
      <Form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField {...form.bind('name')} label={label} required dir="auto" autoComplete="off" />
        <TextAreaField {...form.bind('description')} label={description} rows={2} dir="auto" />
        <TextAreaField
          {...form.bind('join_domains')}
          label={<FormattedMessage id="groups.join_domains" />}
          help={<FormattedMessage id="groups.join_domains_help" />}
          rows={2}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          placeholder="example.org"
        />
        {(signOn || group?.join_claims.length) && (
          <TextAreaField
            {...form.bind('join_claims')}
            label={<FormattedMessage id="groups.join_claims" />}
            help={<FormattedMessage id="groups.join_claims_help" values={{ name: signOn ?? '' }} />}
            rows={2}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            placeholder={intl.formatMessage({ id: 'groups.join_claims_example' })}
          />
        )}
        <Button type="submit" variant="primary" busy={form.busy}>
          <FormattedMessage id={group ? 'groups.save' : 'groups.create_submit'} />
        </Button>
      </Form>
    </Modal>
  );
}
