import type { Esim } from '../operations.ts'
import { lpaString } from '../../kit/activation-code.ts'
import { formatPhone } from '../../words/phone.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'

type Props = {
  readonly esim: Esim
  /** The phone that the codes are for. A computer omits it, and shows the codes for every phone. */
  readonly phone?: Phone
}

/** Shows the codes to enter by hand. Android accepts them as one line. */
export function EsimCodes({ esim, phone }: Props) {
  const { words } = useSite()
  return (
    <dl className="codes">
      {phone === 'android' && <EsimLine esim={esim} />}
      <CopyLine label={words('instruction.smdp')} value={esim.smdpAddress} />
      <CopyLine label={words('instruction.code')} value={esim.matchingId} />
      {esim.confirmationCode && (
        <CopyLine label={words('instruction.confirmation')} value={esim.confirmationCode} />
      )}
      {phone === undefined && <EsimLine esim={esim} />}
    </dl>
  )
}

export function EsimLine({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return <CopyLine label={words('instruction.lpa')} value={lpaString(esim)} />
}

/** Shows the numbers that support needs. */
export function EsimNumbers({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('instruction.iccid')} value={esim.iccid} />
      {esim.mobileNumber && (
        <CopyLine
          label={words('instruction.number')}
          value={esim.mobileNumber}
          shown={formatPhone(esim.mobileNumber)}
        />
      )}
    </dl>
  )
}

/**
 * Shows the codes of an installed eSIM for support. The steps with the QR code return when the
 * traveller undoes the last step. They need a network, as the installation does.
 */
export function CodesAgain({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <details className="fold">
      <summary>{words('instruction.codesAgain')}</summary>
      {esim.step !== 'connected' && <p className="soft">{words('instruction.codesHint')}</p>}
      <EsimCodes esim={esim} />
      <EsimNumbers esim={esim} />
    </details>
  )
}

export function EsimQrCode({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <figure>
      <QrCode text={lpaString(esim)} label={words('instruction.qrLabel')} />
      <figcaption>{words('instruction.qrTitle')}</figcaption>
    </figure>
  )
}
