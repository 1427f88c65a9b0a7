import type { ReactNode } from 'react'
import { href } from '../locale/paths.ts'
import { useSite } from './site.tsx'

type Props = {
  readonly className?: string
  /** Names the order or eSIM of the page, so that the visitor does not need to look it up. */
  readonly about?: SupportSubject
  readonly children: ReactNode
}

/** Identifies an order or an eSIM, and does not open its page. The page's id is a secret. */
type SupportSubject = { readonly order: string } | { readonly iccid: string | undefined }

/** Opens the support form in a dialog, or on its page without JavaScript. */
export function SupportLink({ className, about, children }: Props) {
  const { locale } = useSite()
  return (
    <a
      className={className}
      href={`${href(locale, 'contacts', null, about)}#support`}
      data-dialog="support"
    >
      {children}
    </a>
  )
}
