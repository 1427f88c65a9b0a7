import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'

export function PartnersLink() {
  const { locale, words } = useSite()
  return (
    <a href={href(locale, 'login', null, { as: 'partner' })} data-dialog="sign-in">
      {words('layout.forPartners')}
    </a>
  )
}
