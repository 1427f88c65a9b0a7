import type { Esim } from '../../contract/esims.ts'
import { installLinks } from '../../domain/activation-code.ts'
import { useSite } from '../../ui/site.tsx'
import { CannotAdd } from './cannot-add.tsx'
import { EsimCodes, EsimLine, EsimNumbers, EsimQrCode } from './esim-codes.tsx'
import { InstallLink } from './install-link.tsx'
import { StepsOnPhone, phones } from './install-steps.tsx'
import type { Phone } from './install-steps.tsx'

type Props = {
  readonly esim: Esim
  readonly phone: Phone
  /** False in an app's own browser, and in versions of iOS before 17.4. */
  readonly opensLinks: boolean
}

/** For a visitor on the phone. Shows the button, and the codes and steps for this system only. */
export function InstallOnPhone({ esim, phone, opensLinks }: Props) {
  const { words } = useSite()
  const links = installLinks(esim)
  const link = opensLinks ? links?.[phone] : undefined
  const [other = phone] = phones.filter((each) => each !== phone)
  return (
    <section className="sheet stack">
      {link && <InstallLink phone={phone} href={link} isMain />}
      <p className="soft">{words(link ? 'instruction.byHand' : 'instruction.byHandOnly')}</p>
      <EsimCodes esim={esim} phone={phone} />
      <h2>{words('instruction.stepsTitle')}</h2>
      <StepsOnPhone phone={phone} isHere />
      <CannotAdd esim={esim} phones={[phone]} />
      <details className="fold">
        <summary>{words('instruction.otherPhone')}</summary>
        <EsimQrCode esim={esim} />
        <h3>{words(`instruction.${other}`)}</h3>
        {links && <InstallLink phone={other} href={links[other]} />}
        {other === 'android' && (
          <dl className="codes">
            <EsimLine esim={esim} />
          </dl>
        )}
        <StepsOnPhone phone={other} />
      </details>
      <details className="fold">
        <summary>{words('instruction.numbers')}</summary>
        <EsimNumbers esim={esim} />
      </details>
    </section>
  )
}
