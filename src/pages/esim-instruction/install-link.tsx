import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'

type Props = {
  readonly phone: Phone
  readonly href: string
  /**
   * Whether the link is for the visitor's own phone. It then opens the settings directly, without
   * the reminders.
   */
  readonly isMain?: boolean
}

export function InstallLink({ phone, href, isMain = false }: Props) {
  const { words } = useSite()
  const dialog = { 'data-dialog': 'mind', 'data-dialog-go': words('instruction.goOn') }
  const system = phone === 'ios' ? 'IOS' : 'Android'
  return (
    <p className="install">
      <a className={isMain ? 'button tall' : 'button quiet'} href={href} {...(!isMain && dialog)}>
        {words(`instruction.install${system}`)}
      </a>
      <small>{words(`instruction.install${system}Hint`)}</small>
    </p>
  )
}
