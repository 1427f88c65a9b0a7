/** A country or region whose version of a phone may lack eSIM. `hk` is Hong Kong and Macao. */
export const homeMarkets = ['cn', 'hk', 'tw', 'kr', 'jp', 'us', 'au'] as const
export type HomeMarket = (typeof homeMarkets)[number]

/**
 * `yes` has eSIM, except in the home markets of `notFrom`. For `some`, only some versions have
 * eSIM, and no list names them. `cell` is a tablet of which only the Wi-Fi + Cellular version has
 * eSIM.
 */
const esimSupports = ['yes', 'some', 'cell', 'no'] as const

/** A phone or tablet by the name on its box. */
export type PhoneModel = {
  /** `samsung-galaxy-s23` */
  readonly id: string
  readonly brand: string
  /** The name as people say it, with the brand unless the name is known without it. */
  readonly title: string
  readonly esim: (typeof esimSupports)[number]
  readonly notFrom: readonly HomeMarket[]
  /** Other names, such as `iPhone SE 2020`. */
  readonly aliases: readonly string[]
  /** Android's Build.MODEL. A `*` at the end matches any version: `SM-S911*`. */
  readonly codes: readonly string[]
  /** Keys of content/phone-model-sources.csv. */
  readonly sources: readonly string[]
}

const columns = 'brand,model,esim,not_from,also,codes,sources'
const namesWithoutBrand = /^(iPhone|iPad|Galaxy|Pixel|Fairphone)\b/

/** Parses content/phone-models.csv. Throws an error that names the line. */
export function readPhoneModels(csv: string): readonly PhoneModel[] {
  const [head, ...lines] = csv.trim().split('\n')
  if (head !== columns) throw new Error(`phone-models.csv:1: expected the columns ${columns}`)
  const models = lines.map((line, index) => readPhoneModel(line, `phone-models.csv:${index + 2}`))
  const lineOf = new Map<string, number>()
  for (const [index, { id }] of models.entries()) {
    const first = lineOf.get(id)
    if (first !== undefined)
      throw new Error(`phone-models.csv:${index + 2}: line ${first} has the same model`)
    lineOf.set(id, index + 2)
  }
  return models
}

function readPhoneModel(line: string, place: string): PhoneModel {
  const cells = line.split(',')
  const [brand = '', name = '', esim, notFrom = '', also = '', codes = '', sources = ''] = cells
  const support = esimSupports.find((each) => each === esim)
  if (cells.length !== 7) throw new Error(`${place}: expected 7 cells, got ${cells.length}`)
  if (!brand || !name || !sources)
    throw new Error(`${place}: brand, model and sources are required`)
  if (!support) throw new Error(`${place} esim: expected ${esimSupports.join(', ')}, got "${esim}"`)
  return {
    id: idOf(`${brand} ${name}`),
    brand,
    title: namesWithoutBrand.test(name) ? name : `${brand} ${name}`,
    esim: support,
    notFrom: listOf(notFrom, ' ').map((code) => marketOf(code, place)),
    aliases: listOf(also, '|'),
    codes: listOf(codes, '|'),
    sources: listOf(sources, ' '),
  }
}

function marketOf(code: string, place: string): HomeMarket {
  const market = homeMarkets.find((each) => each === code)
  if (!market)
    throw new Error(`${place} not_from: expected ${homeMarkets.join(', ')}, got "${code}"`)
  return market
}

function listOf(cell: string, separator: string): readonly string[] {
  return cell === '' ? [] : cell.split(separator)
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', ' plus')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The answers of a phone's owner, or null before an answer. */
export type PhoneAnswers = {
  readonly boughtIn: HomeMarket | 'elsewhere' | null
  readonly lock: 'free' | 'locked' | null
}

type Verdict = {
  readonly fit: 'fits' | 'depends' | 'no'
  readonly reason:
    | 'fits'
    | 'noEsim'
    | 'locked'
    | 'china'
    | 'twoCards'
    | 'market'
    | 'cellular'
    | 'versions'
    | 'bought'
  /** Markets whose versions do not fit, while it is unknown where the phone was bought. */
  readonly unless: readonly HomeMarket[]
}

/**
 * Home markets in which many travellers buy phones. If a model lacks eSIM in one of them, its
 * verdict depends on the answer.
 */
const largeMarkets: readonly HomeMarket[] = ['kr', 'jp', 'us']

/** Decides whether a phone can install an eSIM, by the model and the owner's answers. */
export function verdictOf(model: PhoneModel, { boughtIn, lock }: PhoneAnswers): Verdict {
  if (model.esim === 'no') return noFit('noEsim')
  if (lock === 'locked') return noFit('locked')
  if (boughtIn !== null && boughtIn !== 'elsewhere' && model.notFrom.includes(boughtIn))
    return noFit(reasonOf(model, boughtIn))
  const unless = boughtIn === null ? model.notFrom : []
  if (model.esim === 'cell') return { fit: 'depends', reason: 'cellular', unless }
  if (model.esim === 'some') return { fit: 'depends', reason: 'versions', unless }
  if (unless.some((market) => largeMarkets.includes(market)))
    return { fit: 'depends', reason: 'bought', unless }
  return { fit: 'fits', reason: 'fits', unless }
}

function noFit(reason: Verdict['reason']): Verdict {
  return { fit: 'no', reason, unless: [] }
}

/** Apple sells iPhones with two trays in Hong Kong. Other makers switch eSIM off there. */
function reasonOf({ brand }: PhoneModel, market: HomeMarket): Verdict['reason'] {
  if (market === 'cn') return 'china'
  return market === 'hk' && brand === 'Apple' ? 'twoCards' : 'market'
}

/** `imei` means 15 digits, which `*#06#` shows beside the EID. */
type EidProblem = 'length' | 'imei' | 'checkDigits'

const eidLength = 32
const imeiLength = 15

/**
 * Checks an EID, the number of a phone's eSIM chip, as typed or copied. Returns null for a valid
 * EID.
 *
 * The last two of its 32 digits are check digits: the whole number is 1 modulo 97 (GSMA SGP.02,
 * section 2.2.2, and SGP.29).
 */
export function eidProblem(text: string): EidProblem | null {
  const digits = text.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return 'length'
  if (digits.length === imeiLength) return 'imei'
  if (digits.length !== eidLength) return 'length'
  return BigInt(digits) % 97n === 1n ? null : 'checkDigits'
}
