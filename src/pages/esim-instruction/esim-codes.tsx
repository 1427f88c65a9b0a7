import type { Esim } from '../../contract/esims.ts'
import { lpaString } from '../../domain/activation-code.ts'
import { formatPhone } from '../../locale/phone.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'

/** The codes to enter by hand. */
export function EsimCodes({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('instruction.smdp')} value={esim.smdpAddress} />
      <CopyLine label={words('instruction.code')} value={esim.matchingId} />
      {esim.confirmationCode && (
        <CopyLine label={words('instruction.confirmation')} value={esim.confirmationCode} />
      )}
    </dl>
  )
}

/** The ICCID for support, and the single line that some phones accept instead of two codes. */
export function EsimNumbers({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <dl className="codes">
      <CopyLine label={words('instruction.lpa')} value={lpaString(esim)} />
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

export function EsimQrCode({ esim }: { esim: Esim }) {
  const { words } = useSite()
  return (
    <figure>
      <QrCode text={lpaString(esim)} label={words('instruction.qrLabel')} />
      <figcaption>{words('instruction.qrTitle')}</figcaption>
    </figure>
  )
}
