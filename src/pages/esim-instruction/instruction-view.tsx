import type { Esim } from '../../contract/esims.ts'
import type { Device } from '../../domain/device.ts'
import { formatDate } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { OperatorContacts } from '../../ui/operator-contacts.tsx'
import { OfflineCopyNotice } from '../../ui/offline-copy-notice.tsx'
import { useSite } from '../../ui/site.tsx'
import { AppInvitation, AppLink } from './app-invitation.tsx'
import { InstallElsewhere } from './install-elsewhere.tsx'
import { InstallOnPhone } from './install-on-phone.tsx'

type Props = {
  readonly esim: Esim
  readonly mail: 'sent' | 'failed' | null
  readonly device: Device
}

export function Instruction({ esim, mail, device }: Props) {
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
      {device === 'ios' || device === 'android' ? (
        <InstallOnPhone esim={esim} phone={device} />
      ) : (
        <InstallElsewhere esim={esim} />
      )}
      <Reminders esim={esim} />
      <section>
        <h2>{words('tariff.operatorTitle')}</h2>
        <OperatorContacts operator={esim.operator} />
      </section>
      <p className="soft">
        {words('instruction.boughtOn', { date: formatDate(esim.purchasedAt) })}
      </p>
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
