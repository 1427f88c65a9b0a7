import type { Esim } from '../../contract/purchase.ts'
import { installLinks, lpaString } from '../../domain/activation-code.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { formatPhone } from '../../locale/phone.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { CopyLine } from '../../ui/copy-line.tsx'
import { OperatorContacts } from '../../ui/operator-contacts.tsx'
import { OfflineCopyNotice } from '../../ui/offline-copy-notice.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'
import { AppInvitation, AppLink } from './app-invitation.tsx'
import { InstallSteps } from './install-steps.tsx'

type Props = {
  readonly esim: Esim
  readonly mail: 'sent' | 'failed' | null
}

export function Instruction({ esim, mail }: Props) {
  const site = useSite()
  const { locale, words } = site
  return (
    <>
      <OfflineCopyNotice />
      <section className="masthead">
        <p className="eyebrow">{tariffName(site, esim.tariff)}</p>
        <h1>{words('instruction.heading', { place: esim.tariff.placeTitle })}</h1>
        <p className="lead">{words('instruction.lead')}</p>
        {esim.isSample && <p className="stamp">{words('instruction.sample')}</p>}
      </section>
      {mail && (
        <p className="notice" role="status">
          {words(mail === 'sent' ? 'instruction.resent' : 'instruction.resendFailed')}
        </p>
      )}
      <Codes esim={esim} />
      <Reminders esim={esim} />
      <InstallSteps />
      <section>
        <h2>{words('tariff.operatorTitle')}</h2>
        <OperatorContacts operator={esim.operator} />
      </section>
      <form
        className="actions"
        method="post"
        action={href(locale, 'instruction', null, { hash: esim.hash })}
      >
        <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash: esim.hash })}>
          {words('instruction.balance')}
        </a>
        <button className="button quiet">{words('instruction.resend')}</button>
        <AppLink />
        <button className="button quiet" type="button" data-print hidden>
          {words('instruction.print')}
        </button>
      </form>
      <AppInvitation />
    </>
  )
}

function Reminders({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const isRussian = esim.tariff.market === 'russia'
  const activate = isRussian ? 'instruction.mindActivateRussia' : 'instruction.mindActivateTravel'
  const reminders = [
    words('instruction.mindOwnSIM'),
    words('instruction.mindDelete'),
    words(activate, { date: formatDate(esim.activateBy) }),
  ]
  return (
    <section id="mind">
      <h2>{words('instruction.mindTitle')}</h2>
      <ol className="steps">
        {reminders.map((text) => (
          <li key={text}>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Codes({ esim }: { esim: Esim }) {
  const { words } = useSite()
  const lpa = lpaString(esim)
  const links = installLinks(esim)
  return (
    <section className="sheet document">
      <figure>
        <QrCode text={lpa} label={words('instruction.qrLabel')} />
        <figcaption>{words('instruction.qrTitle')}</figcaption>
      </figure>
      <div>
        <p className="soft">{words('instruction.qrHint')}</p>
        {links && <InstallLinks links={links} />}
        <dl className="codes">
          <CopyLine label={words('instruction.smdp')} value={esim.smdpAddress} />
          <CopyLine label={words('instruction.code')} value={esim.matchingId} />
          {esim.confirmationCode && (
            <CopyLine label={words('instruction.confirmation')} value={esim.confirmationCode} />
          )}
          <CopyLine label={words('instruction.lpa')} value={lpa} />
          <CopyLine label={words('instruction.iccid')} value={esim.iccid} />
          {esim.mobileNumber && (
            <CopyLine
              label={words('instruction.number')}
              value={esim.mobileNumber}
              shown={formatPhone(esim.mobileNumber)}
            />
          )}
        </dl>
        <p className="soft">
          {words('instruction.boughtOn', { date: formatDate(esim.purchasedAt) })}
        </p>
      </div>
    </section>
  )
}

function InstallLinks({ links }: { links: { readonly ios: string; readonly android: string } }) {
  const { words } = useSite()
  const dialog = { 'data-dialog': 'mind', 'data-dialog-go': words('instruction.goOn') }
  return (
    <p className="actions">
      <a
        className="button"
        href={links.ios}
        title={words('instruction.installIOSHint')}
        {...dialog}
      >
        {words('instruction.installIOS')}
      </a>
      <a
        className="button quiet"
        href={links.android}
        title={words('instruction.installAndroidHint')}
        {...dialog}
      >
        {words('instruction.installAndroid')}
      </a>
    </p>
  )
}
