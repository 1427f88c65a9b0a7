import type { ReactNode } from 'react'
import { href } from '../locale/paths.ts'
import { useSite } from './site.tsx'

type Props = { readonly className?: string; readonly children: ReactNode }

/** Opens the form for support: in a dialog, or without JavaScript on its page. */
export function SupportLink({ className, children }: Props) {
  const { locale } = useSite()
  return (
    <a className={className} href={`${href(locale, 'contacts')}#support`} data-dialog="support">
      {children}
    </a>
  )
}
