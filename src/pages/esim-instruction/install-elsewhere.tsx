import type { Esim } from '../../contract/esims.ts'
import { installLinks } from '../../domain/activation-code.ts'
import { useSite } from '../../ui/site.tsx'
import { CannotAdd } from './cannot-add.tsx'
import { EsimCodes, EsimNumbers, EsimQrCode } from './esim-codes.tsx'
import { InstallLink } from './install-link.tsx'
import { InstallSteps, phones } from './install-steps.tsx'

/**
 * For a visitor on a computer or an unknown device. Shows the QR code for the phone's camera, and
 * the codes and steps for both systems.
 */
export function InstallElsewhere({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const links = installLinks(esim)
  return (
    <>
      <section className="sheet document">
        <EsimQrCode esim={esim} />
        <div>
          <p className="soft">{words('instruction.qrHint')}</p>
          {links && (
            <div className="actions">
              {phones.map((phone) => (
                <InstallLink key={phone} phone={phone} href={links[phone]} />
              ))}
            </div>
          )}
          <EsimCodes esim={esim} />
          <EsimNumbers esim={esim} />
        </div>
      </section>
      <InstallSteps />
      <CannotAdd esim={esim} phones={phones} />
    </>
  )
}
