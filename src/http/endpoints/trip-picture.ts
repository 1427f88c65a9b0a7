import { formatMoney } from '../../locale/formats.ts'
import { sizeText } from '../../locale/tariff-words.ts'
import { product } from '../../domain/product.ts'
import { latinName } from '../../share-picture/latin-name.ts'
import { notFoundPage } from '../page/error-pages.tsx'
import { esimErrorPage, refundedEsimPage } from '../page/esim-error-page.tsx'
import type { LinkContext } from './secret-link.ts'
import { pictureBrand } from './share-pictures.ts'

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
  if (esim?.balance.status === 'refunded') return refundedEsimPage(c)
  if (esim?.balance.isOver !== true) return notFoundPage(c)
  const { tariff, balance } = esim
  const { placeTitle, countryCodes, validityDays, kind } = tariff
  const size = sizeText({ locale, words }, tariff)
  const [country = ''] = countryCodes
  const isMulti = kind === 'multi'
  const facts = [
    size,
    words('units.days', { count: validityDays }),
    balance.paid && formatMoney(locale, balance.paid),
  ]
  // Only pictures need the font, so it is not loaded when the worker starts.
  const { sharePicture } = await import('../../share-picture/share-picture.ts')
  const file = await sharePicture({
    brand: pictureBrand(config),
    title: [placeTitle, isMulti ? product.name : latinName(country)],
    lead: facts.filter((fact) => fact !== null).join(' · '),
    stub: isMulti ? String(countryCodes.length) : { country, note: size },
    hasRoute: true,
  })
  return c.body(file, 200, {
    'Content-Type': 'image/png',
    'Content-Disposition': 'inline; filename="trip.png"',
  })
}
