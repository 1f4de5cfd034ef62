import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { VisibilityNotice } from '#components/space/members/VisibilityNotice.tsx';
import { widensVisibility } from '#components/space/members/widens-visibility.ts';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { SelectField, TextAreaField, TextField } from '#components/ui/Field.tsx';
import { fieldProblems } from '#components/ui/field-problems.ts';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useCloseGuard } from '#components/ui/use-close-guard.tsx';
import { useForm } from '#components/ui/use-form.ts';
import { useShell } from '#context/ShellContext.tsx';
import { assignableRoles, VISIBILITIES, type Visibility } from '#lib/access/roles.ts';
import { createSpaceRequest, type Space } from '#lib/contract/space.ts';
import { suggestSpaceSlug } from '#lib/text/handle.ts';
import { failureOf } from '#services/http.ts';
import { changeSpace, createSpace } from '#services/space.ts';
import { space } from '#styles/tokens.ts';

const Fields = styled.form`
  display: grid;
  gap: ${space(5)};
`;

const Address = styled.span`
  overflow-wrap: anywhere;
`;

const DEFAULT_ROLES = ['viewer', 'commenter', 'editor'] as const;
type DefaultRole = (typeof DEFAULT_ROLES)[number];

type SpaceFormProps = {
  hub: { name: string; domain_handle: string };
  /** The space to change; omitted for a new one. */
  initial?: Space;
  onClose: () => void;
  onSaved: (space: Space) => void;
  /** Somebody else changed it meanwhile. */
  onConflict?: () => void;
};

type SubmitLabelProps = Pick<SpaceFormProps, 'hub'> & { space: Space | undefined; visibility: Visibility };

/** Says so where saving shows the space to more people. */
function SubmitLabel({ space, visibility, hub }: SubmitLabelProps) {
  if (!space) return <FormattedMessage id="hub.create_space" />;
  if (visibility === 'private' || !widensVisibility(space.visibility, visibility))
    return <FormattedMessage id="space.save" />;
  return <FormattedMessage id={`space_people.widen_${visibility}`} values={{ hub: <bdi>{hub.name}</bdi> }} />;
}

type DefaultRoleFieldProps = {
  role: DefaultRole;
  before: DefaultRole | undefined;
  onChange: (role: DefaultRole) => void;
};

function DefaultRoleField({ role, before, onChange }: DefaultRoleFieldProps) {
  const intl = useIntl();
  return (
    <SelectField
      label={<FormattedMessage id="hub.space_default_role" />}
      required
      value={role}
      onChange={(event) => onChange(DEFAULT_ROLES.find((known) => known === event.target.value) ?? 'viewer')}
    >
      {assignableRoles(DEFAULT_ROLES, before).map((value) => (
        <option key={value} value={value}>
          {intl.formatMessage({ id: `hub.role_${value}` })}
        </option>
      ))}
    </SelectField>
  );
}

/** Creates or changes a space: name, address and visibility. */
export function SpaceForm({ hub, initial: space, onClose, onSaved, onConflict }: SpaceFormProps) {
  const intl = useIntl();
  const formId = useId();
  const { publicUrl } = useShell().config;
  const disclose = useDisclosure();
  const [visibility, setVisibility] = useState<Visibility>(space?.visibility ?? 'shared');
  const [role, setRole] = useState<DefaultRole>(space?.default_role ?? 'editor');
  // The address follows the name until the user types another one.
  const [ownSlug, setOwnSlug] = useState(space !== undefined);

  const form = useForm({
    initial: { name: space?.name ?? '', slug: space?.slug ?? '', description: space?.description ?? '' },
    check: (values) => fieldProblems(createSpaceRequest, { ...values, visibility }),
    send: async (values) => {
      const request = { ...values, visibility, default_role: role };
      try {
        const saved = await (space
          ? disclose((accepted) => changeSpace(space, { ...request, ...accepted }))
          : createSpace(request));
        if (saved) onSaved(saved.data);
      } catch (error) {
        if (!onConflict || failureOf(error)?.code !== 'stale_revision') throw error;
        onConflict();
      }
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });

  const typed = form.values;
  const isDirty = space
    ? (['name', 'slug', 'description'] as const).some((name) => typed[name] !== space[name]) ||
      visibility !== space.visibility ||
      role !== space.default_role
    : Object.values(typed).some(Boolean);
  const { close, guard } = useCloseGuard(isDirty && !form.busy, onClose);

  const setName = (name: string) => {
    form.set('name', name);
    if (!ownSlug) form.set('slug', name.trim() ? suggestSpaceSlug(name) : '');
  };

  return (
    <>
      <Modal
        open
        onClose={close}
        title={<FormattedMessage id={space ? 'space.settings' : 'hub.new_space'} />}
        footer={
          <>
            <Button onClick={close}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button variant="primary" type="submit" form={formId} busy={form.busy}>
              <SubmitLabel space={space} visibility={visibility} hub={hub} />
            </Button>
          </>
        }
      >
        <Fields id={formId} {...form.form}>
          {form.problem && <Notice tone="error">{form.problem}</Notice>}
          <TextField
            {...form.bind('name')}
            onChange={(event) => setName(event.target.value)}
            label={<FormattedMessage id="hub.space_name" />}
            placeholder={intl.formatMessage({ id: 'hub.space_name_placeholder' })}
            required
            autoFocus
            dir="auto"
            autoComplete="off"
          />
          <TextField
            {...form.bind('slug')}
            onChange={(event) => {
              setOwnSlug(event.target.value !== '');
              form.set('slug', event.target.value);
            }}
            label={<FormattedMessage id="hub.space_address" />}
            help={
              form.values.slug && <Address>{`${publicUrl}/${hub.domain_handle}/${form.values.slug}`}</Address>
            }
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextAreaField
            {...form.bind('description')}
            label={<FormattedMessage id="hub.space_description" />}
            dir="auto"
            rows={2}
          />
          <ChoiceGroup
            legend={<FormattedMessage id="hub.space_visibility" />}
            name="visibility"
            value={visibility}
            onChange={setVisibility}
            options={VISIBILITIES.map((value) => ({
              value,
              label: <FormattedMessage id={`visibility.${value}`} />,
              help: <FormattedMessage id={`hub.space_${value}`} values={{ hub: hub.name }} />,
            }))}
          />
          {space && <VisibilityNotice from={space.visibility} to={visibility} hubName={hub.name} />}
          {visibility !== 'private' && (
            <DefaultRoleField role={role} before={space?.default_role} onChange={setRole} />
          )}
        </Fields>
      </Modal>
      {guard}
    </>
  );
}
