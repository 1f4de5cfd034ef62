import { useIntl } from 'react-intl';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { useShell } from '#context/ShellContext.tsx';

/** The address of the page on which a form is filled. */
export function useFormLink(slug: string): string {
  return `${useShell().config.publicUrl}/f/${slug}`;
}

/** The link to a form, to be copied. */
export function FormLink({ slug }: { slug: string }) {
  const intl = useIntl();
  return (
    <CopyLink link={useFormLink(slug)} label={intl.formatMessage({ id: 'form_share.link' })} labelShown />
  );
}
