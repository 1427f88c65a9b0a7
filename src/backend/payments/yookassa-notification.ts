import { parseJson } from '../parse-json.ts'
import { notificationObject } from './yookassa-objects.ts'

/** https://yookassa.ru/developers/using-api/webhooks#ip, read in November 2026. */
const networks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
]
const networkOfIPv6 = '2a02:5180:'

const events = ['payment.succeeded', 'payment.canceled', 'refund.succeeded']

type Notification =
  | { readonly paymentID: string }
  /** The status of the answer when there is no payment to look up. */
  | { readonly status: 200 | 400 | 403 }

/**
 * The payment a notification is about. The API has no signature: the sender's address must be in
 * YooKassa's networks. Cloudflare sets the header, so a visitor cannot choose it.
 */
export async function readNotification(request: Request): Promise<Notification> {
  if (!isFromYookassa(request.headers.get('CF-Connecting-IP') ?? '')) return { status: 403 }
  const parsed = notificationObject.safeParse(parseJson(await request.text()))
  if (!parsed.success) return { status: 400 }
  const { event, object } = parsed.data
  if (!events.includes(event)) return { status: 200 }
  const paymentID = event.startsWith('refund.') ? object.payment_id : object.id
  return paymentID === undefined ? { status: 400 } : { paymentID }
}

function isFromYookassa(address: string): boolean {
  if (address.startsWith(networkOfIPv6)) return true
  const number = numberOf(address)
  return number !== null && networks.some((network) => isInNetwork(number, network))
}

function isInNetwork(address: number, network: string): boolean {
  const [base = '', bits = ''] = network.split('/')
  const size = 2 ** (32 - Number(bits))
  return Math.floor(address / size) === Math.floor((numberOf(base) ?? 0) / size)
}

/** An IPv4 address as a number; null for anything else. */
function numberOf(address: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number)
  if (parts === undefined || parts.some((part) => part > 255)) return null
  return parts.reduce((number, part) => number * 256 + part, 0)
}
