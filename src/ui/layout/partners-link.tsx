import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'

/** Opens the sign-in of partners; who is signed in is led on to the cabinet. */
export function PartnersLink() {
  const { locale, words } = useSite()
  return (
    <a href={href(locale, 'login', null, { as: 'partner' })} data-dialog="sign-in">
      {words('layout.forPartners')}
    </a>
  )
}
