import type { Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { StorefrontConfig } from '../storefront-settings.ts'
import { product } from '../kit/product.shared.ts'
import { paths } from '../words/paths.shared.ts'
import type { AppEnv } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'
import type { ParamsContext, LinkContext } from './page-input.ts'
import { formatMoney } from '../words/formats.shared.ts'
import { sizeText } from '../words/plan-words.ts'
import { notFoundPage } from './error-pages.tsx'
import { esimErrorPage, refundedEsimPage } from '../esims/pages/esim-error-page.tsx'
import { once } from '../kit/text.shared.ts'

/** `shop.png`, or the code of a country. No other name matches the route. */
export const picturePath = `${paths.sharePicture}{(?:shop|[a-z]{2})\\.png}` as const

/** Allows other sites to show the response, such as a share picture. */
export function allowCrossOrigin() {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('isCrossOrigin', true)
    await next()
  })
}

export const pictureParams = z.object({
  file: z.string().transform((file) => file.replace('.png', '')),
})

/** Returns the share picture of the shop or of a country with plans. Other names are not found. */
export async function picturePng(
  c: ParamsContext<typeof pictureParams>,
  next: Next,
): Promise<Response | void> {
  const { words, config, dictionaries } = c.var
  const { file: name } = c.req.valid('param')
  const countries = name === 'shop' ? [] : (await dictionaries.countries()).list
  const country = countries.find(({ countryCode2Letters }) => countryCode2Letters === name)
  if (name !== 'shop' && !country) return next()
  // Only pictures need the font, so it is not loaded when the worker starts.
  const { sharePicture } = await import('./share-picture/share-picture.ts')
  const file = await sharePicture({
    brand: pictureBrand(config),
    title: country ? [country.title, latinName(name)] : [words('share.title')],
    lead: country ? words('share.countryLead') : words('share.lead'),
    country: country ? name : null,
  })
  return c.body(file, 200, { 'Content-Type': 'image/png', 'Cache-Control': cacheControl.day })
}

/** Returns the brand, and the shop's host name for a brand that the font cannot draw. */
function pictureBrand({
  BRAND_NAME,
  SITE_ORIGIN,
}: Pick<StorefrontConfig, 'BRAND_NAME' | 'SITE_ORIGIN'>): readonly string[] {
  return [BRAND_NAME, new URL(SITE_ORIGIN).host]
}

/**
 * Returns a picture of a finished trip to share. It shows place, data and price, and nothing
 * personal.
 */
export async function tripPicture(c: LinkContext): Promise<Response> {
  const { locale, words, config, api } = c.var
  const { hash } = c.req.valid('query')
  const answer = await api.esimInfo({ hash })
  if (!answer.ok) return esimErrorPage(c, answer.error)
  const { esim } = answer.value.data
  if (esim?.balance.status === 'refunded') return refundedEsimPage(c, esim.balance.isRefunding)
  if (esim?.balance.isOver !== true) return notFoundPage(c)
  const { tariff: plan, balance } = esim
  const { placeTitle, countryCodes, validityDays, kind } = plan
  const size = sizeText({ locale, words }, plan)
  const [country = ''] = countryCodes
  const isMulti = kind === 'multi'
  const facts = [
    size,
    words('units.days', { count: validityDays }),
    balance.paid && formatMoney(locale, balance.paid),
  ]
  // Only pictures need the font, so it is not loaded when the worker starts.
  const { sharePicture } = await import('./share-picture/share-picture.ts')
  const file = await sharePicture({
    brand: pictureBrand(config),
    title: [placeTitle, isMulti ? product.name : latinName(country)],
    lead: facts.filter((fact) => fact !== null).join(' · '),
    country: isMulti ? null : country,
    hasRoute: true,
  })
  return c.body(file, 200, {
    'Content-Type': 'image/png',
    'Content-Disposition': 'inline; filename="trip.png"',
  })
}

const english = once(() => new Intl.DisplayNames('en', { type: 'region' }))

/** Returns the English name of a country. @param code lower-case country code */
function latinName(code: string): string {
  return english().of(code.toUpperCase()) ?? code.toUpperCase()
}
