import type { Esim } from '../../contract/esims.ts'
import { installLinks } from '../../domain/activation-code.ts'
import { useSite } from '../../ui/site.tsx'
import { EsimCodes, EsimNumbers, EsimQrCode } from './esim-codes.tsx'
import { InstallLink } from './install-link.tsx'
import { Steps, phones } from './install-steps.tsx'
import type { Phone } from './install-steps.tsx'

/** For a visitor on the phone: the button, then the codes and the steps of this system only. */
export function InstallOnPhone({ esim, phone }: { esim: Esim; phone: Phone }) {
  const { words } = useSite()
  const links = installLinks(esim)
  const [other = phone] = phones.filter((each) => each !== phone)
  return (
    <section className="sheet stack">
      {links && <InstallLink phone={phone} href={links[phone]} isMain />}
      <p className="soft">{words(links ? 'instruction.byHand' : 'instruction.byHandOnly')}</p>
      <EsimCodes esim={esim} />
      <h2>{words('instruction.stepsTitle')}</h2>
      <Steps phone={phone} />
      <details className="fold">
        <summary>{words('instruction.otherPhone')}</summary>
        <EsimQrCode esim={esim} />
        <h3>{words(`instruction.${other}`)}</h3>
        {links && <InstallLink phone={other} href={links[other]} />}
        <Steps phone={other} />
      </details>
      <details className="fold">
        <summary>{words('instruction.numbers')}</summary>
        <EsimNumbers esim={esim} />
      </details>
    </section>
  )
}
