import type { EsimBalance } from '../../contract/esims.ts'
import { opensPage } from '../../domain/opens-page.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

/** Gives or withdraws consent to emails about the data of an eSIM. Emails link to `#emails`. */
export function UsageMails({ esim, hasFailed }: { esim: EsimBalance; hasFailed: boolean }) {
  const { locale, words } = useSite()
  const { hasUsageMails: isOn, status, dataLimitMb } = esim.balance
  const isAboutData = dataLimitMb !== null && status !== 'finished'
  const on = isAboutData ? 'balance.mailsOn' : 'balance.mailsOnEnd'
  const offer = isAboutData ? 'balance.mailsOffer' : 'balance.mailsOfferEnd'
  return (
    <section id="emails" className="notice">
      <h2>{words('balance.mailsTitle')}</h2>
      {hasFailed && (
        <p role="alert" {...opensPage}>
          {words('balance.mailsFailed')}
        </p>
      )}
      <p>{words(isOn ? on : offer)}</p>
      <form method="post" action={href(locale, 'operatorInfo', null, { hash: esim.hash })}>
        <button className="button quiet" name="mails" value={isOn ? 'off' : 'on'}>
          {words(isOn ? 'balance.mailsStop' : 'balance.mailsStart')}
        </button>
      </form>
    </section>
  )
}
