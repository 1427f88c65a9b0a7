import { z } from 'zod'
import { isSameOrigin } from '../../kit/http.ts'
import { secretID } from '../../kit/tokens.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { balanceText, tariffName } from '../../words/plan-words.ts'
import { readEsim, toBalance } from '../../esims/esim-rows.ts'
import type { EsimRow } from '../../esims/esim-rows.ts'
import { usageWebhook } from '../../esims/usage.ts'
import { DevDocument, devPage } from './dev-document.tsx'
import type { FormOf, ParamsOf } from './dev-document.tsx'

/** Selectable amounts of used data, in percent. */
const shares = ['10', '85', '100'] as const
/** Assumed total MB of an unlimited plan. */
const assumedTotalMb = 10_240

export const usageParams = z.object({ hash: z.string() })
export const usageForm = z.object({ percent: z.enum(shares).optional().catch(undefined) })

/** Shows the test network of an eSIM with a button for each amount of used data. */
export async function showUsage(c: ParamsOf<typeof usageParams>): Promise<Response> {
  const { context } = c.var
  const { locale, words, config } = context
  const row = await esimOf(c)
  if (!row) return c.notFound()
  const { tariff, balance } = toBalance(row, context)
  return devPage(
    c,
    <DevDocument locale={locale} brand={config.BRAND_NAME} title={words('dev.usageTitle')}>
      <h1>{words('dev.usageTitle')}</h1>
      <p className="soft">{words('dev.usageText')}</p>
      <p>
        {tariffName(context, tariff)}: {balanceText(context, balance)}
      </p>
      <form method="post">
        {shares.map((share) => (
          <button key={share} name="percent" value={share} className="quiet">
            {words('dev.usageReport', { percent: share })}
          </button>
        ))}
      </form>
      <p>
        <a href={href(locale, 'operatorInfo', null, { hash: row.esim_hash })}>
          {words('dev.usageBalance')}
        </a>
      </p>
    </DevDocument>,
  )
}

/** Reports the usage as a network does, and redirects to the balance. */
export async function reportUsage(
  c: FormOf<typeof usageParams, typeof usageForm>,
): Promise<Response> {
  const { context } = c.var
  if (!isSameOrigin(c.req.raw.headers, c.req.url))
    return c.text(context.words('api.foreignPost'), 403)
  const row = await esimOf(c)
  if (!row) return c.notFound()
  const { percent } = c.req.valid('form')
  if (percent === undefined) return showUsage(c)
  const { iccid, esim_hash: hash } = row
  const limit = toBalance(row, context).balance.dataLimitMb ?? assumedTotalMb
  const dataUsedMb = Math.ceil((limit * Number(percent)) / 100)
  const reportedAt = context.now.toISOString()
  await usageWebhook.handle(context, { id: secretID(), iccid, dataUsedMb, reportedAt })
  return c.redirect(href(context.locale, 'operatorInfo', null, { hash }), 303)
}

async function esimOf(c: ParamsOf<typeof usageParams>): Promise<EsimRow | null> {
  const { db, locale } = c.var.context
  return readEsim(db, c.req.valid('param').hash, locale)
}
