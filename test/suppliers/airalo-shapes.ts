import type { AccountOrder, AiraloSim } from './airalo-account.ts'
import type { SampleDestination, SampleOperator, SamplePackage } from './airalo-packages.ts'

/** Objects of the API as in its documentation. */

const image = { width: 132, height: 100, url: 'https://cdn.airalo.com/images/sample.png' }
const guide = '<p><b>To access Data:</b></p><ol><li>Enable data roaming.</li></ol>'
const installation = {
  manual_installation: guide,
  qrcode_installation: guide,
  installation_guides: { en: 'https://www.airalo.com/help/getting-started-with-airalo' },
}
// Rates are rounded, because the shop uses only USD.
// oxfmt-ignore
const rates = {
  USD: 1, EUR: 0.92, GBP: 0.79, AUD: 1.42, BRL: 5.1, CAD: 1.39, AED: 3.67, INR: 92.3, IDR: 17_019,
  ILS: 3.09, JPY: 156, KWD: 0.31, MYR: 3.98, MXN: 17.45, SGD: 1.27, KRW: 1479, VND: 26_334,
  ZAR: 16.43,
}

/** Formats a time as `2025-04-15 14:02:38`. */
export function timeOf(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

export function destinationShape(destination: SampleDestination) {
  const { slug, code, title, operators } = destination
  const [cheapest] = operators.flatMap(({ packages }) => packages)
  if (!cheapest) throw new Error(`${slug} has no packages`)
  return {
    slug,
    country_code: code,
    title,
    image,
    min_price: pricesOf(cheapest),
    operators: operators.map(operatorShape),
  }
}

function operatorShape(operator: SampleOperator) {
  const apn = { apn_type: operator.apn === null ? 'automatic' : 'manual', apn_value: operator.apn }
  const codes = Object.keys(operator.networks)
  return {
    id: operator.id,
    title: operator.title,
    type: operator.type,
    plan_type: 'data',
    is_roaming: true,
    rechargeability: operator.canTopUp,
    packages: operator.packages.map((offer) => packageShape(operator, offer)),
    style: 'light',
    gradient_start: '#000000',
    gradient_end: '#ffffff',
    is_prepaid: false,
    esim_type: 'Prepaid',
    warning: null,
    ...apn,
    info: ['5G data-only eSIM.'],
    image,
    activation_policy: 'first-usage',
    is_kyc_verify: operator.needsIdentity,
    other_info: null,
    coverages: codes.map((code) => ({ name: code, code, networks: networksOf(operator, code) })),
    install_window_days: operator.installDays,
    topup_grace_window_days: operator.canTopUp ? 180 : null,
    apn: { ios: apn, android: apn },
    countries: codes.map((code) => ({ country_code: code, title: code, image })),
    ...operator.fields,
  }
}

function networksOf({ networks }: SampleOperator, code: string) {
  return Object.entries(networks[code] ?? {}).map(([name, types]) => ({ name, types }))
}

function packageShape(operator: SampleOperator, offer: SamplePackage) {
  return {
    ...offerShape(offer, 'sim'),
    short_info: null,
    qr_installation: guide,
    manual_installation: guide,
    is_fair_usage_policy: offer.fairUsage !== undefined,
    fair_usage_policy: offer.fairUsage ?? null,
  }
}

export function topUpShape(offer: SamplePackage) {
  const { voice, text, ...shape } = offerShape(offer, 'topup')
  return { ...shape, voice: voice ?? 0, text: text ?? 0, short_info: '' }
}

function offerShape(offer: SamplePackage, type: 'sim' | 'topup') {
  const { voice = null, text = null } = offer
  return {
    id: type === 'sim' ? offer.id : topUpID(offer),
    type,
    price: offer.price,
    net_price: offer.netPrice,
    amount: offer.amount,
    day: offer.day,
    is_unlimited: offer.amount === 0,
    title: `${dataOf(offer)} - ${offer.day} Days`,
    data: dataOf(offer),
    voice,
    text,
    prices: pricesOf(offer),
  }
}

export function topUpID({ id }: SamplePackage): string {
  return `${id}-topup`
}

function dataOf({ amount }: SamplePackage): string {
  return amount === 0 ? 'Unlimited' : `${amount / 1024} GB`
}

function pricesOf({ price, netPrice }: SamplePackage) {
  const convertToAll = (amount: number) =>
    Object.fromEntries(
      Object.entries(rates).map(([code, rate]) => [code, Math.round(amount * rate * 100) / 100]),
    )
  return { net_price: convertToAll(netPrice), recommended_retail_price: convertToAll(price) }
}

export function submittedShape(order: AccountOrder) {
  return {
    ...commonShape(order),
    validity: order.offer.day,
    price: order.offer.price,
    pricing_model: 'net_pricing',
    text: null,
    voice: null,
    net_price: order.offer.netPrice,
    ...(order.type === 'topup' ? {} : { brand_settings_name: 'our perfect brand' }),
    ...(order.type === 'topup' ? {} : { sims: order.sim ? [simShape(order.sim)] : [] }),
  }
}

/** An order in a list or by its id, where numbers are strings. */
export function storedShape(order: AccountOrder, include: readonly string[]) {
  return {
    ...commonShape(order),
    validity: String(order.offer.day),
    price: order.offer.price.toFixed(2),
    ...(include.includes('sims') ? { sims: order.sim ? [simShape(order.sim)] : [] } : {}),
    ...(include.includes('status') ? { status: { name: order.status, slug: order.status } } : {}),
  }
}

function commonShape(order: AccountOrder) {
  return {
    id: order.id,
    code: `${timeOf(order.createdAt).slice(0, 10).replaceAll('-', '')}-${order.id}`,
    currency: 'USD',
    package_id: order.type === 'topup' ? topUpID(order.offer) : order.offer.id,
    quantity: 1,
    type: order.type,
    description: order.description,
    esim_type: 'Prepaid',
    package: `${order.operator.title}-${dataOf(order.offer)} - ${order.offer.day} Days`,
    data: dataOf(order.offer),
    created_at: timeOf(order.createdAt),
    ...installation,
  }
}

function simShape({ id, iccid, matchingID, host = 'RSP-3088.IDEMIA.IO' }: AiraloSim) {
  const qrcode = `LPA:1$${host}$${matchingID}`
  return {
    id,
    created_at: '2026-11-21 10:00:00',
    iccid,
    lpa: host,
    imsis: null,
    matching_id: matchingID,
    qrcode,
    qrcode_url: `https://www.airalo.com/qr?id=${id}`,
    airalo_code: null,
    apn_type: 'automatic',
    apn_value: null,
    is_roaming: true,
    confirmation_code: null,
    apn: {
      ios: { apn_type: 'automatic', apn_value: 'globaldata' },
      android: { apn_type: 'automatic', apn_value: 'globaldata' },
    },
    msisdn: '883190601604295',
    direct_apple_installation_url: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${qrcode}`,
  }
}
