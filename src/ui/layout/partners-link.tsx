import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'

/** Opens the partners' sign-in, which redirects a signed-in partner to the cabinet. */
export function PartnersLink() {
  const { locale, words } = useSite()
  return (
    <a href={href(locale, 'login', null, { as: 'partner' })} data-dialog="sign-in">
      {words('layout.forPartners')}
    </a>
  )
}
