import { esimHash } from '../../contract/common.ts'
import { formatMoney } from '../../locale/formats.ts'
import { sizeText } from '../../locale/tariff-words.ts'
import { product } from '../../domain/product.ts'
import { forbidIndexing } from '../../domain/forbid-indexing.ts'
import { latinName } from '../../share-picture/latin-name.ts'
import { firstLegible } from '../../share-picture/lettering.ts'
import { sharePicture } from '../../share-picture/share-picture.ts'
import type { AppContext } from '../app-env.ts'
import { cacheControl } from '../../domain/cache-control.ts'
import { linkErrorPage, notFoundPage } from '../page/error-pages.tsx'
import { pictureBrand } from './share-pictures.ts'

/** A picture of a finished trip, to share: place, data and price. Nothing personal. */
export async function tripPicture(c: AppContext): Promise<Response> {
  const { locale, words, config, api } = c.var
  c.set('isPrivate', true)
  c.header('Cache-Control', cacheControl.private)
  forbidIndexing(c)
  const hash = esimHash.safeParse(c.req.query('hash')).data
  if (hash === undefined) return notFoundPage(c)
  const answer = await api.esimInfo({ hash })
  if (!answer.ok) return linkErrorPage(c, answer.error)
  const { esim } = answer.value.data
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
  const file = await sharePicture({
    brand: pictureBrand(config),
    title: firstLegible(placeTitle, isMulti ? product.name : latinName(country)),
    lead: facts.filter((fact) => fact !== null).join(' · '),
    stub: isMulti ? String(countryCodes.length) : { country, note: size },
    hasRoute: true,
  })
  return c.body(file, 200, {
    'Content-Type': 'image/png',
    'Content-Disposition': 'inline; filename="trip.png"',
  })
}
