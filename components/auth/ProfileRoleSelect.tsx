import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { AntdProvider } from '#components/ui/AntdProvider.tsx';
import type { ControlProps } from '#components/ui/Field.tsx';
import { MAIN_ID } from '#components/ui/SkipLink.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { BasicSettings } from '#lib/contract/core.ts';
import { color, space } from '#styles/tokens.ts';

const Title = styled.span`
  display: flex;
  justify-content: space-between;
  gap: ${space(4)};
  font-weight: 400;

  > small {
    overflow: hidden;
    color: ${color('quiet')};
    font-size: 13px;
    text-overflow: ellipsis;
  }
`;

export type RoleSelectProps = ControlProps & {
  roles: BasicSettings['profile_roles'];
  placeholder: string;
  value: string;
  onChoose: (code: string) => void;
};

/** Job titles beside their departments, found by a part of either. Heavy: load it when needed. */
export function ProfileRoleSelect({
  id,
  roles,
  placeholder,
  value,
  onChoose,
  'aria-describedby': describedBy,
  ...control
}: RoleSelectProps) {
  const chosenId = `${id}-chosen`;
  const chosen = roles.find((role) => role.code === value)?.name;
  return (
    <AntdProvider>
      <Select
        {...control}
        id={id}
        // Its field holds what is searched for, so that what is chosen has to be said beside it.
        aria-describedby={[chosenId, describedBy].filter(Boolean).join(' ')}
        size="large"
        // Dimmed while the list is open, it could hardly be read.
        styles={{ root: { width: '100%' }, content: { opacity: 1 } }}
        {...(control['aria-invalid'] ? { status: 'error' } : {})}
        placeholder={placeholder}
        value={value || null}
        onChange={(code) => onChoose(code ?? '')}
        getPopupContainer={(field) => document.getElementById(MAIN_ID) ?? field}
        showSearch={{ optionFilterProp: ['label', 'department'] }}
        // Not antd's groups: their headings would stand among the options for screen readers.
        options={roles.map(({ code, name, department }) => ({ value: code, label: name, department }))}
        optionRender={({ data }) => (
          <Title>
            {data.label} <small>{data.department}</small>
          </Title>
        )}
        notFoundContent={
          // The field names this id as its active option then, and a list box without an option is none.
          <div role="option" id={`${id}_list_-1`} aria-selected={false} aria-disabled tabIndex={-1}>
            <FormattedMessage id="profile_role.none" />
          </div>
        }
        suffixIcon={<ChevronDown aria-hidden size={16} strokeWidth={1.75} />}
      />
      <VisuallyHidden id={chosenId}>{chosen ?? placeholder}</VisuallyHidden>
    </AntdProvider>
  );
}
