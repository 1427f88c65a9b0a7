import type { ReactNode } from 'react'
import { href } from '../locale/paths.ts'
import { useSite } from './site.tsx'

type Props = { readonly className?: string; readonly children: ReactNode }

/** Opens the support form in a dialog, or on its page without JavaScript. */
export function SupportLink({ className, children }: Props) {
  const { locale } = useSite()
  return (
    <a className={className} href={`${href(locale, 'contacts')}#support`} data-dialog="support">
      {children}
    </a>
  )
}
