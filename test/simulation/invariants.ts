import { monthDocuments } from '../../src/office/month-documents.ts'
import { monthMovements, monthPayments } from '../../src/office/month-payments.ts'
import { monthStatement } from '../../src/office/month-statement.ts'
import { undocumentedMoney } from '../../src/office/undocumented-money.ts'
import type { Money } from '../../src/kit/money.shared.ts'
import { monthBeside, monthOf } from '../../src/kit/time.shared.ts'
import type { CalendarMonth } from '../../src/kit/time.shared.ts'
import { readOrder } from './books.ts'
import { sumOf as sumOfFacts } from './bank.ts'
import type { Bank } from './bank.ts'
import type { PostOffice } from './post.ts'
import type { Supply } from './supply.ts'
import type { Forms } from './visitors.ts'
import type { World } from './world.ts'

export type Surroundings = {
  readonly bank: Bank
  readonly post: PostOffice
  readonly supply: Supply
  readonly forms: Forms
}

/** Profiles and top-ups, with the orders of the shop that bought them. */
const boughtBy = `bought b JOIN purchases p ON p.supplier = b.supplier
  AND (p.key = b.key OR b.key IS NULL AND p.reference = b.reference)`

/** Queries that return no row, at any moment, with what a row would mean. */
const neverTrue = {
  'an eSIM has the profile of another line': `SELECT e.iccid FROM esims e
    LEFT JOIN stock s ON s.iccid = e.iccid
    WHERE s.order_id IS NOT e.order_id OR s.line_position IS NOT e.line_position`,
  'two refunds return the same line': `SELECT r.order_id FROM refunds r,
      json_each(r.positions) covered WHERE r.state IN ('requested', 'sent', 'succeeded')
    GROUP BY r.order_id, covered.value HAVING count(DISTINCT r.request_id) > 1`,
  'a line was refunded automatically twice': `SELECT r.order_id FROM refunds r,
      json_each(r.positions) covered WHERE r.origin = 'automatic'
    GROUP BY r.order_id, covered.value HAVING count(DISTINCT r.request_id) > 1`,
  'the shop refunds more than a payment was charged': `SELECT r.reference FROM refunds r
    WHERE r.origin <> 'provider' AND r.state IN ('requested', 'sent', 'succeeded')
    GROUP BY r.order_id, r.provider, r.reference HAVING sum(r.amount_minor) > (
      SELECT coalesce(sum(f.amount_minor), 0) FROM payment_facts f WHERE f.kind = 'charged'
        AND (f.order_id, f.provider, f.reference, f.currency)
          = (r.order_id, r.provider, r.reference, r.currency))`,
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
  'a profile was bought that no line waits for': `SELECT code FROM bought b
    WHERE key IS NULL AND reference NOT IN (SELECT reference FROM purchases WHERE reference <> '')
    GROUP BY code, kind HAVING count(*) > (SELECT count(*) FROM purchases p
      WHERE p.supplier = b.supplier AND p.plan_code = b.code AND p.kind = b.kind
        AND p.reference IS NULL AND p.status NOT IN ('refused', 'given-up'))`,
  'a profile was bought before the day of its line': `SELECT p.key FROM purchases p
    JOIN order_lines l ON l.order_id = p.order_id AND l.position = p.line_position
    WHERE date(p.created_at) < l.deliver_on`,
  'a bought profile without a line is for sale for ever': `SELECT s.iccid FROM stock s
    JOIN purchases p ON p.iccid = s.iccid AND p.kind = 'plan'
    WHERE s.order_id IS NULL AND s.withdrawn_at IS NULL AND s.sell_by IS NULL`,
  'a bought profile is lost': `SELECT p.key FROM ${boughtBy}
    WHERE b.kind = 'plan' AND p.status = 'done' AND b.iccid NOT IN (SELECT iccid FROM stock)`,
  'a line was bought twice': `SELECT p.order_id FROM ${boughtBy}
    LEFT JOIN stock s ON b.kind = 'plan' AND s.iccid = b.iccid
    WHERE s.iccid IS NULL OR s.order_id = p.order_id
    GROUP BY p.order_id, p.line_position HAVING count(*) > 1`,
  'a top-up was added to another eSIM': `SELECT p.key FROM ${boughtBy}
    WHERE b.kind = 'top-up' AND p.iccid <> b.iccid`,
  'the profile of a topped up eSIM was returned': `SELECT b.iccid FROM bought b
    JOIN purchases added ON added.iccid = b.iccid AND added.kind = 'top-up'
    WHERE b.kind = 'plan' AND b.is_returned AND added.status = 'done'`,
  'a returned profile is for sale': `SELECT iccid FROM bought
    WHERE is_returned AND iccid IN (SELECT iccid FROM stock_for_sale)`,
  'a limited code was used too often': `SELECT p.code FROM promo_codes p WHERE p.total_limit < (
    SELECT count(DISTINCT u.customer) FROM promo_uses u JOIN orders o ON o.id = u.order_id
    WHERE u.code = p.code AND unixepoch(o.paid_at) - unixepoch(o.created_at) < 2400
      AND NOT (o.status IN ('refunded', 'lost') AND NOT EXISTS (
        SELECT 1 FROM esims e WHERE e.order_id = o.id)))`,
}

/** The same at the end, when nothing fails any more and all jobs have run. */
const falseInTheEnd = {
  'a foreign key is broken': 'PRAGMA foreign_key_check',
  'the database is damaged': `SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'`,
  'the ledger lacks a fact': `SELECT * FROM booked WHERE is_past IS NULL AND NOT EXISTS (
    SELECT 1 FROM payment_facts f WHERE (f.provider, f.kind, f.id, f.amount_minor, f.currency)
      = (booked.provider, booked.kind, booked.id, booked.minor, booked.currency))`,
  'no provider booked a fact': `SELECT id FROM payment_facts f WHERE provider <> 'manual'
    AND kind <> 'declined'
    AND NOT EXISTS (SELECT 1 FROM booked WHERE (f.provider, f.kind, f.id, f.amount_minor)
      = (booked.provider, booked.kind, booked.id, booked.minor))`,
  'a provider made a refund twice': `SELECT refund FROM booked WHERE refund IS NOT NULL
    GROUP BY refund HAVING count(*) > 1`,
  'nobody requested a refund': `SELECT refund FROM booked WHERE refund IS NOT NULL
    AND refund NOT IN (SELECT id FROM refunds)`,
  'a form has placed two orders': `SELECT id FROM orders
    WHERE idempotency_key NOT IN (SELECT key FROM forms)`,
  'a customer pays another price than the form showed': `SELECT o.id FROM orders o
    JOIN forms f ON f.key = o.idempotency_key
    WHERE (f.minor, f.currency) <> (o.amount_minor, o.currency)`,
  'a withdrawal has no email, or two': `SELECT id FROM partner_transactions
    WHERE type = 'withdrawal' AND 1 <> (SELECT count(*) FROM arrived
      WHERE instr(text, partner_transactions.id))`,
  'a rejected withdrawal did not return once': `SELECT id FROM partner_transactions w
    WHERE type = 'withdrawal' AND (w.rejected_at IS NOT NULL) <> (
      SELECT count(*) FROM partner_transactions back
      WHERE back.withdrawal_id = w.id AND back.amount_minor = -w.amount_minor)`,
  'a plan of a supplier costs less than its rule': `SELECT p.id FROM plans p
    JOIN plan_sources s ON s.plan_id = p.id AND s.supplier = p.supplier
    WHERE s.is_available AND p.prices ->> 'USD' < s.cost_minor * 1.5`,
  'nobody saw a sale below cost': `SELECT l.order_id FROM order_lines l
    JOIN orders o ON o.id = l.order_id AND o.currency = 'USD'
    JOIN line_costs c ON c.order_id = l.order_id AND c.position = l.position
    JOIN esims e ON e.order_id = l.order_id AND e.line_position = l.position
    JOIN rounds r ON julianday(r.at) - julianday(e.purchased_at) BETWEEN 0.001 AND 0.9
    WHERE c.cost_minor > l.amount_minor AND c.cost_currency = 'USD' AND NOT EXISTS (
      SELECT 1 FROM alerts a WHERE a.kind = 'sale-below-cost' AND a.order_id = l.order_id)`,
  'a paid line waits for a profile that the shop has': `SELECT l.order_id FROM orders o
    JOIN line_states l ON l.order_id = o.id
    WHERE o.status = 'paid' AND o.frozen_at IS NULL AND l.is_waiting AND l.kind = 'plan'
      AND coalesce(l.deliver_on, '') <= (SELECT date(max(at)) FROM payment_facts)
      AND EXISTS (SELECT 1 FROM stock_for_sale s WHERE s.plan_id = l.plan_id)
      AND EXISTS (SELECT 1 FROM order_states s WHERE s.order_id = o.id AND s.is_deliverable)`,
  'a customer waits for an eSIM or money, and nobody sees it': `SELECT o.id FROM orders o
    WHERE o.status = 'paid' AND NOT EXISTS (SELECT 1 FROM alerts a
      WHERE a.order_id = o.id AND a.ended_at IS NULL)
    -- A person has decided to keep the difference of an exchange.
    AND NOT EXISTS (SELECT 1 FROM audit WHERE subject_id = o.id AND action = 'cancel-refund')`,
  'a refunded profile was not returned': `SELECT e.iccid FROM esim_states e
    JOIN purchases p ON p.iccid = e.iccid AND p.kind = 'plan' AND p.status = 'done'
    WHERE e.is_refunded AND NOT EXISTS (SELECT 1 FROM purchases added
      WHERE added.iccid = e.iccid AND added.kind = 'top-up')`,
  'a refund is open': `SELECT id FROM refunds WHERE state IN ('requested', 'sent')`,
  'an order at a supplier is open': `SELECT key, status FROM purchases
    WHERE status IN ('new', 'sent', 'accepted')`,
  'something is bought, and nobody knows it': `SELECT b.code, p.status FROM bought b
    LEFT JOIN purchases p ON p.supplier = b.supplier
      AND (p.key = b.key OR b.key IS NULL AND p.reference = b.reference)
    WHERE p.key IS NULL OR p.status NOT IN ('done', 'held', 'returned')`,
  'a customer has a returned profile': `SELECT e.iccid FROM esim_states e
    JOIN bought c ON c.is_returned AND c.kind = 'plan' AND c.iccid = e.iccid
    WHERE NOT e.is_refunded AND NOT EXISTS (
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

/** Checks the orders that have changed since the last check. */
export function checkTouched(world: World): void {
  const { rows, file } = world
  for (const { id } of rows('SELECT id FROM touched')) {
    const order = readOrder(world, String(id))
    for (const [column, value] of Object.entries(order?.expected ?? {}))
      check(
        order?.row[column] === value,
        `${column} of order ${order?.subject} is ${String(order?.row[column])}, not ${value}`,
      )
  }
  const [problem] = rows('SELECT sentence FROM broken')
  check(problem === undefined, String(problem?.['sentence']))
  file.exec('DELETE FROM touched')
}

/** Checks what is true at any moment. */
export function checkMoment(world: World, { supply }: Surroundings): void {
  world.file.exec('DELETE FROM touched; INSERT INTO touched SELECT id FROM orders')
  checkTouched(world)
  world.store('bought', supply.sales())
  checkNone(world, neverTrue)
}

/** Checks what is true when nothing fails any more and all jobs have run. */
export async function checkEnd(
  world: World,
  surroundings: Surroundings,
  ended: readonly string[],
): Promise<void> {
  const { bank, post, forms, supply } = surroundings
  checkMoment(world, surroundings)
  world.store('booked', bank.facts())
  const mails = [...post.arrived.values()]
  world.store(
    'arrived',
    mails.map(({ id, to, text }) => ({ id, recipient: to, text })),
  )
  world.store(
    'forms',
    Array.from(forms, ([key, price]) => ({ key, ...price })),
  )
  checkNone(world, falseInTheEnd)
  const [breach] = supply.breaches()
  check(breach === undefined, `a supplier does not document a call: ${breach}`)
  await checkMonths(world, surroundings, ended)
  checkAlerts(world, surroundings)
}

/** No alert without a cause, and no cause without an alert. */
function checkAlerts(world: World, { post }: Surroundings): void {
  const orders = world
    .rows('SELECT id FROM orders')
    .flatMap(({ id }) => readOrder(world, String(id)) ?? [])
  const kinds = [
    ...Object.keys(orders[0]?.causes ?? {}),
    'supplier-order-held',
    'mail-bounced',
    'reconciliation-difference',
  ]
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
  const context = { db: world.machine.db, config: world.config() }
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
    const facts = bank.facts().filter((fact) => fact.currency === currency)
    const expected = sumOfFacts(facts) - Number(hand?.['minor'])
    check(sum === expected, `the books have ${sum} ${currency}, not ${expected}`)
  }
}
