import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'

/** Opens the partnership form. Its first row links to support for customers. */
export function ContactButton() {
  const { locale, words } = useSite()
  return (
    <a
      className="button quiet"
      href={`${href(locale, 'contacts')}#partnership`}
      data-dialog="partnership"
    >
      {words('layout.contact')}
    </a>
  )
}
