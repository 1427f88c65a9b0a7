import type { Context } from 'hono'
import type { Esim } from '../contract/purchase.ts'
import { hash as hashSchema } from '../contract/common.ts'
import type { AppEnv } from '../http/env.ts'
import { failurePage, notFound } from '../http/failure.tsx'
import { page } from '../http/page.ts'
import { installLinks, lpaString } from '../shared/domain/activation-code.ts'
import { formatDate } from '../shared/locale/formats.ts'
import { href } from '../shared/locale/paths.ts'
import { CopyLine } from '../shared/ui/copy-line.tsx'
import { KeptCopy } from '../shared/ui/kept-copy.tsx'
import { QrCode } from '../shared/ui/qr-code.tsx'
import { useSite } from '../shared/ui/site.tsx'
import { InstallSteps } from '../views/install-steps.tsx'
import { tariffName } from '../shared/locale/tariff-words.ts'

/** A purchased eSIM with all that is needed to install it, by camera, by tap or by hand; the steps alone without a hash. */
export const instructionPage = page('instruction', show, { access: 'private' })

async function show(c: Context<AppEnv>) {
  const { words, upstream } = c.var
  const given = c.req.query('hash')
  if (given === undefined) {
    const title = words('instruction.generalTitle')
    return c.render(<General />, { title, noindex: true })
  }
  const hash = hashSchema.safeParse(given)
  if (!hash.success) return notFound(c)
  const answer = await upstream.esim({ hash: hash.data })
  if (!answer.ok) return failurePage(c, answer)
  return c.render(<Instruction esim={answer.value.data} />, {
    title: words('instruction.title'),
    noindex: true,
  })
}

function Instruction({ esim }: { esim: Esim }) {
  const site = useSite()
  const { locale, words } = site
  return (
    <>
      <KeptCopy />
      <section className="masthead">
        <p className="eyebrow">{tariffName(site, esim.tariff)}</p>
        <h1>{words('instruction.heading', { place: esim.tariff.placeTitle })}</h1>
        <p className="lead">{words('instruction.lead')}</p>
        {esim.isSample && <p className="stamp">{words('instruction.sample')}</p>}
      </section>
      <Codes esim={esim} />
      <section>
        <h2>{words('instruction.mindTitle')}</h2>
        <ol className="steps">
          <li>
            <p>{words('instruction.mindOwnSIM')}</p>
          </li>
          <li>
            <p>{words('instruction.mindDelete')}</p>
          </li>
          <li>
            <p>
              {words(
                esim.tariff.market === 'russia'
                  ? 'instruction.mindActivateRussia'
                  : 'instruction.mindActivateTravel',
                { date: formatDate(esim.activateBy) },
              )}
            </p>
          </li>
        </ol>
      </section>
      <InstallSteps />
      <p className="actions">
        <a className="button quiet" href={href(locale, 'operatorInfo', null, { hash: esim.hash })}>
          {words('instruction.balance')}
        </a>
        <button className="button quiet" type="button" data-print hidden>
          {words('instruction.print')}
        </button>
      </p>
    </>
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
        {links && (
          <p className="actions">
            <a className="button" href={links.ios} title={words('instruction.installIOSHint')}>
              {words('instruction.installIOS')}
            </a>
            <a
              className="button quiet"
              href={links.android}
              title={words('instruction.installAndroidHint')}
            >
              {words('instruction.installAndroid')}
            </a>
          </p>
        )}
        <dl className="codes">
          <CopyLine label={words('instruction.smdp')} value={esim.smdpAddress} />
          <CopyLine label={words('instruction.code')} value={esim.matchingId} />
          {esim.confirmationCode && (
            <CopyLine label={words('instruction.confirmation')} value={esim.confirmationCode} />
          )}
          <CopyLine label={words('instruction.lpa')} value={lpa} />
          <CopyLine label={words('instruction.iccid')} value={esim.iccid} />
          {esim.mobileNumber && (
            <CopyLine label={words('instruction.number')} value={esim.mobileNumber} />
          )}
        </dl>
        <p className="soft">
          {words('instruction.boughtOn', { date: formatDate(esim.purchasedAt) })}
        </p>
      </div>
    </section>
  )
}

function General() {
  const { locale, words } = useSite()
  return (
    <>
      <section className="masthead">
        <h1>{words('instruction.generalTitle')}</h1>
        <p className="lead">{words('instruction.lead')}</p>
      </section>
      <InstallSteps />
      <p className="actions">
        <a className="button" href={href(locale, 'countries')}>
          {words('payment.choose')}
        </a>
      </p>
    </>
  )
}
