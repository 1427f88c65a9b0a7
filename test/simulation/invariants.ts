import { monthDocuments } from '../../src/office/month-documents.ts'
import { monthMovements, monthPayments } from '../../src/office/month-payments.ts'
import { monthStatement } from '../../src/office/month-statement.ts'
import { undocumentedMoney } from '../../src/office/undocumented-money.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { monthBeside, monthOf } from '../../src/kit/time.shared.ts'
import type { CalendarMonth } from '../../src/kit/time.shared.ts'
import { configOf } from '../../src/settings.ts'
import { readOrders } from './books.ts'
import { heldAt } from './bank.ts'
import type { Bank } from './bank.ts'
import type { PostOffice } from './post.ts'
import type { Supply } from './supply.ts'
import type { World } from './world.ts'

export type Surroundings = {
  readonly bank: Bank
  readonly post: PostOffice
  readonly supply: Supply
  /** The keys of all order forms. */
  readonly forms: ReadonlySet<string>
}

/** Queries that return no row, at any moment, with what a row would mean. */
const neverTrue = {
  'an eSIM has the profile of another line': `SELECT e.iccid FROM esims e
    LEFT JOIN stock s ON s.iccid = e.iccid
    WHERE s.order_id IS NOT e.order_id OR s.line_position IS NOT e.line_position`,
  'two refunds return the same line': `SELECT r.order_id FROM refunds r,
      json_each(r.positions) covered WHERE r.state IN ('requested', 'sent', 'succeeded')
    GROUP BY r.order_id, covered.value HAVING count(DISTINCT r.request_id) > 1`,
  'an eSIM was delivered from a frozen order, or before its day': `SELECT e.iccid FROM esims e
    JOIN orders o ON o.id = e.order_id
    JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
    WHERE e.purchased_at > o.frozen_at OR date(e.purchased_at) < l.deliver_on`,
  'the eSIM of a frozen order was emailed': `SELECT m.dedupe_key FROM outbox m
    JOIN orders o ON o.id = m.order_id WHERE m.purpose = 'esim' AND m.sent_at > o.frozen_at`,
  'the numbers of receipts have a gap': `SELECT last, count FROM (SELECT
      coalesce(max(receipt_number), 0) AS last, count(receipt_number) AS count FROM orders)
    WHERE last <> count`,
  'the numbers of credit notes have a gap': `SELECT last, count FROM (SELECT
      coalesce(max(number), 0) AS last, count(*) AS count FROM credit_notes)
    WHERE last <> count`,
  'nobody asked for a profile': `SELECT key FROM bought
    WHERE key NOT IN (SELECT key FROM purchases)`,
  'a bought profile is lost': `SELECT p.key FROM bought b JOIN purchases p ON p.key = b.key
    WHERE b.kind = 'plan' AND p.status = 'done' AND b.iccid NOT IN (SELECT iccid FROM stock)`,
  'a line was bought twice': `SELECT p.order_id FROM bought b JOIN purchases p ON p.key = b.key
    LEFT JOIN stock s ON b.kind = 'plan' AND s.iccid = b.iccid
    WHERE s.iccid IS NULL OR s.order_id = p.order_id
    GROUP BY p.order_id, p.line_position HAVING count(*) > 1`,
  'a top-up was added to another eSIM': `SELECT p.key FROM bought b
    JOIN purchases p ON p.key = b.key WHERE b.kind = 'top-up' AND p.iccid <> b.iccid`,
  'a returned profile is for sale': `SELECT iccid FROM cancelled
    WHERE iccid IN (SELECT iccid FROM stock_for_sale)`,
}

/** The same at the end, when nothing fails any more and all jobs have run. */
const falseInTheEnd = {
  'a foreign key is broken': 'PRAGMA foreign_key_check',
  'the database is damaged': `SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
  'the ledger lacks a fact': `SELECT * FROM booked WHERE kind <> 'declined' AND NOT EXISTS (
    SELECT 1 FROM payment_facts f WHERE (f.provider, f.kind, f.id, f.amount_minor, f.currency)
      = (booked.provider, booked.kind, booked.id, booked.minor, booked.currency))`,
  'no provider booked a fact': `SELECT id FROM payment_facts f WHERE provider <> 'manual'
    AND NOT EXISTS (SELECT 1 FROM booked WHERE (f.provider, f.kind, f.id, f.amount_minor)
      = (booked.provider, booked.kind, booked.id, booked.minor))`,
  'a provider made a refund twice': `SELECT refund FROM booked WHERE refund IS NOT NULL
    GROUP BY refund HAVING count(*) > 1`,
  'nobody requested a refund': `SELECT refund FROM booked WHERE refund IS NOT NULL
    AND refund NOT IN (SELECT id FROM refunds)`,
  'a form has placed two orders': `SELECT id FROM orders
    WHERE idempotency_key NOT IN (SELECT key FROM forms)`,
  'a paid line waits, and nobody sees it': `SELECT o.id, l.position FROM orders o
    JOIN line_states l ON l.order_id = o.id
    WHERE o.status = 'paid' AND l.is_waiting AND o.frozen_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM alerts a WHERE a.order_id = o.id AND a.ended_at IS NULL)`,
  'an order at a supplier is open': `SELECT key, status FROM purchases
    WHERE status IN ('new', 'sent', 'accepted')`,
  'something is bought, and nobody knows it': `SELECT p.key, p.status FROM bought b
    JOIN purchases p ON p.key = b.key WHERE p.status NOT IN ('done', 'held', 'returned')`,
  'a customer has a returned profile': `SELECT e.iccid FROM esim_states e
    JOIN cancelled c ON c.iccid = e.iccid WHERE NOT e.is_refunded AND NOT EXISTS (
      SELECT 1 FROM alerts a WHERE a.order_id = e.order_id AND a.kind = 'profile-returned')`,
  'an email never arrived': `SELECT purpose, dedupe_key FROM outbox m
    WHERE id NOT IN (SELECT id FROM arrived) AND given_up_at IS NULL AND bounced_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = m.order_id AND o.frozen_at IS NOT NULL)`,
  'somebody got the eSIM of somebody else': `SELECT a.recipient FROM arrived a
    JOIN esims e ON instr(a.text, e.esim_hash)
    JOIN order_lines l ON l.order_id = e.order_id AND l.position = e.line_position
    WHERE a.recipient <> coalesce(l.recipient, e.email) AND NOT EXISTS (SELECT 1 FROM top_ups u
      JOIN orders o ON o.id = u.order_id WHERE u.esim_hash = e.esim_hash AND o.email = a.recipient)`,
  'an eSIM has no email': `SELECT iccid FROM esims WHERE NOT EXISTS (SELECT 1 FROM outbox
    WHERE purpose = 'esim' AND dedupe_key = order_id || ':' || line_position)`,
  'an email has no eSIM': `SELECT dedupe_key FROM outbox WHERE purpose = 'esim'
    AND dedupe_key NOT IN (SELECT order_id || ':' || line_position FROM esims)`,
  'a receipt is missing, or not needed': `SELECT o.id FROM orders o WHERE (
      o.paid_at IS NOT NULL AND EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id
        AND (l.recipient IS NOT NULL OR l.kind = 'top-up' OR l.position > 1)
        AND NOT EXISTS (SELECT 1 FROM order_lines old
          WHERE old.order_id = o.id AND old.replaced_by = l.position)))
    <> EXISTS (SELECT 1 FROM outbox WHERE purpose = 'receipt' AND dedupe_key = o.id)`,
  'an automatic refund returns no line': `SELECT id FROM refunds
    WHERE origin = 'automatic' AND positions = '[]'`,
  'an automatic refund came without a word': `SELECT r.id FROM refunds r, json_each(r.positions) c
    WHERE r.origin = 'automatic' AND r.state = 'succeeded' AND NOT EXISTS (SELECT 1 FROM outbox m
      WHERE m.purpose IN ('sold-out', 'delayed', 'refund') AND m.order_id = r.order_id)`,
  'a refund of an order was not emailed': `SELECT id FROM orders o WHERE status IN ('refunded', 'lost')
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE purpose = 'refund'
      AND (dedupe_key = o.id OR dedupe_key LIKE o.id || ':%'))`,
  'an email is about no refund': `SELECT dedupe_key FROM outbox WHERE purpose = 'refund'
    AND dedupe_key LIKE 'refunded:%' AND substr(dedupe_key, 10) NOT IN (SELECT id FROM refunds)`,
  'a refund, or its failure, was not emailed': `SELECT r.id, f.has_failed, told, taken FROM (
      SELECT made.*, EXISTS (SELECT 1 FROM payment_facts b WHERE b.provider = made.provider
        AND b.id = made.id AND b.kind = 'refund-failed') AS has_failed,
        EXISTS (SELECT 1 FROM outbox WHERE dedupe_key = 'refunded:' || made.refund_id) AS told,
        EXISTS (SELECT 1 FROM outbox
          WHERE dedupe_key = 'refund-failed:' || made.provider || ':' || made.id) AS taken
      FROM payment_facts made WHERE made.kind = 'refunded') f
    JOIN refunds r ON r.id = f.refund_id JOIN orders o ON o.id = r.order_id
    WHERE o.paid_at IS NOT NULL AND o.status NOT IN ('refunded', 'lost') AND r.origin <> 'hand'
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE dedupe_key LIKE o.id || '%' AND purpose = 'refund')
      AND 1 = (SELECT count(*) FROM refunds part WHERE part.request_id = r.request_id)
      AND iif(f.has_failed, told AND NOT taken,
        taken OR NOT told AND r.origin <> 'provider')`,
}

function check(isRight: boolean, sentence: string): void {
  if (!isRight) throw new Error(`Broken: ${sentence}`)
}

function checkNone({ rows }: World, queries: Readonly<Record<string, string>>): void {
  for (const [sentence, sql] of Object.entries(queries)) {
    const [row] = rows(sql)
    check(row === undefined, `${sentence}: ${JSON.stringify(row)}`)
  }
}

/** Stores what the suppliers sold, which the shop cannot read. */
function storeSales({ store }: World, { supply: { partners } }: Surroundings): void {
  const sold = partners.flatMap(({ purchases, additions }) => [
    ...purchases.map(({ key, profile }) => ({ key, kind: 'plan', iccid: profile.iccid })),
    ...additions.map(({ key, iccid }) => ({ key, kind: 'top-up', iccid })),
  ])
  store('bought', sold)
  const back = partners.flatMap(({ cancelled }) => [...cancelled])
  store(
    'cancelled',
    back.map((iccid) => ({ iccid })),
  )
}

/** Stores what banks, the carrier and customers know. */
function storeOthers({ store }: World, { bank, post, forms }: Surroundings): void {
  const facts = [...bank.payments.values()].flatMap(({ provider, facts: all }) =>
    all.map(({ kind, id, amount, refundKey }) => {
      const refund = (kind === 'refunded' && refundKey) || null
      return { ...amount, provider, kind, id, refund }
    }),
  )
  store('booked', facts)
  const mails = [...post.arrived.values()]
  store(
    'arrived',
    mails.map(({ id, to, text }) => ({ id, recipient: to, text })),
  )
  store(
    'forms',
    [...forms].map((key) => ({ key })),
  )
}

/** Checks what is true at any moment. */
export function checkMoment(world: World, surroundings: Surroundings): void {
  for (const { row, expected, subject } of readOrders(world))
    for (const [column, value] of Object.entries(expected))
      check(
        row[column] === value,
        `${column} of order ${subject} is ${String(row[column])}, not ${value}`,
      )
  storeSales(world, surroundings)
  checkNone(world, neverTrue)
}

/** Checks what is true when nothing fails any more and all jobs have run. */
export async function checkEnd(
  world: World,
  surroundings: Surroundings,
  ended: readonly string[],
): Promise<void> {
  checkMoment(world, surroundings)
  storeOthers(world, surroundings)
  checkNone(world, falseInTheEnd)
  await checkMonths(world, surroundings, ended)
  checkAlerts(world, surroundings)
}

/** No alert without a cause, and no cause without an alert. */
function checkAlerts(world: World, { post }: Surroundings): void {
  const orders = readOrders(world)
  const kinds = [...Object.keys(orders[0]?.causes ?? {}), 'supplier-order-held', 'mail-bounced']
  const weekAgo = new Date(world.now().getTime() - 7 * 86_400_000)
  const bounced = [...post.bounced].flatMap(([id, at]) => (at > weekAgo ? `'${id}'` : []))
  const expected = [
    ...orders.flatMap(({ causes, subject }) =>
      Object.entries(causes).flatMap(([kind, isOpen]) => (isOpen ? `${kind} ${subject}` : [])),
    ),
    ...world
      .rows(`SELECT 'supplier-order-held ' || supplier || ' ' || substr(order_id, 1, 10) AS alert
        FROM purchases WHERE status = 'held'
        UNION SELECT 'mail-bounced ' || substr(order_id, 1, 10) FROM outbox
        WHERE order_id IS NOT NULL AND id IN (${bounced.join()})`)
      .map(({ alert }) => String(alert)),
  ]
  const open = world
    .rows('SELECT kind, subject FROM alerts WHERE ended_at IS NULL')
    .flatMap(({ kind, subject }) =>
      kinds.includes(String(kind)) ? `${String(kind)} ${String(subject)}` : [],
    )
  for (const cause of expected) check(open.includes(cause), `there is no alert "${cause}"`)
  for (const alert of open) check(expected.includes(alert), `the alert "${alert}" has no cause`)
}

/** Returns the books of the months that are over, which never change again. */
export async function endedMonths(world: World): Promise<string[]> {
  return (await booksOf(world, [-2, -1])).map((books) => JSON.stringify(books))
}

/** Returns everything that the page and the files say about the money of months beside this one. */
async function booksOf(world: World, steps: readonly number[]) {
  const context = { db: world.machine.db, config: configOf(world.env) }
  const read = async (month: CalendarMonth) => ({
    since: month.since,
    statement: await monthStatement(context, month),
    documents: await monthDocuments(context, month),
    movements: await monthMovements(context, month),
    others: await undocumentedMoney(context, month),
    providers: await monthPayments(context, month),
  })
  const current = monthOf(world.now())
  return Promise.all(steps.map(async (step) => read(monthBeside(current, step))))
}

/** The books of all months add up to the money at the providers and the refunds by hand. */
async function checkMonths(
  world: World,
  { bank }: Surroundings,
  ended: readonly string[],
): Promise<void> {
  const months = await booksOf(world, [-3, -2, -1, 0])
  const texts = months.map((books) => JSON.stringify(books))
  for (const text of ended) check(texts.includes(text), 'the books of an ended month changed')
  for (const currency of ['USD', 'RUB'] as const) {
    const sumOf = (amounts: readonly (Money | null)[]) =>
      amounts.reduce((sum, money) => sum + (money?.currency === currency ? money.minor : 0), 0)
    let sum = 0
    for (const { statement, documents, movements, others, providers } of months) {
      const totals = statement.currencies.find((each) => each.currency === currency)
      if (!totals) continue
      const total = totals.charged.minor - totals.refunded.minor - totals.lost.minor
      const without = totals.undocumented.minor
      sum += total
      check(sumOf(movements.map(({ amount }) => amount)) === total, 'a movement is missing')
      check(sumOf(providers.map((row) => row.total)) === total, 'a provider lacks a movement')
      check(sumOf(documents.map(({ amount }) => amount)) + without === total, 'no document')
      check(sumOf(others.map(({ amount }) => amount)) === without, 'undocumented money is missing')
    }
    const [hand] = world.rows(`SELECT coalesce(sum(iif(kind = 'refunded', amount_minor,
        -amount_minor)), 0) AS minor FROM payment_facts WHERE provider = 'manual'
      AND currency = '${currency}' AND kind IN ('refunded', 'refund-failed')`)
    const held = [...bank.payments.values()].map((payment) => heldAt(payment, currency))
    const expected = held.reduce((all, minor) => all + minor, -Number(hand?.['minor']))
    check(sum === expected, `the books have ${sum} ${currency}, not ${expected}`)
  }
}
