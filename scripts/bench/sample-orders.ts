import type { DatabaseSync } from 'node:sqlite'

const number = 'CAST(substr(id, 6) AS INTEGER)'
const bought = `FROM (SELECT id, ${number} AS n FROM plans) WHERE n % 10 = 0`
const order = `printf('bench-invoice-%08d', n)`
const iccid = `printf('87%017d', n)`
const email = `printf('buyer-%d@example.com', n / 50)`
const time = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (n % 300) || ' days')`

/**
 * Adds a delivered order of every tenth generated plan, unless the shop has them. Each customer has
 * five eSIMs. The emails have no text, because the scheduled job would have deleted it.
 */
export function addOrders(database: DatabaseSync): void {
  const isFilled = database.prepare(`SELECT 1 FROM orders WHERE id LIKE 'bench-%' LIMIT 1`).get()
  if (isFilled) return
  database.exec(['BEGIN', ...orders, 'COMMIT'].join(';\n'))
}

const orders = [
  `INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, status, created_at, paid_at)
  SELECT ${order}, ${order}, ${email}, 'en', 1000, 'USD', 'success', ${time}, ${time} ${bought}`,
  `INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
  SELECT ${order}, 1, id, 1000 ${bought}`,
  `INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor, currency, at, received_at)
  SELECT 'test', 'charged', ${order}, ${order}, ${order}, 1000, 'USD', ${time}, ${time} ${bought}`,
  `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample, order_id, line_position)
  SELECT ${iccid}, id, 'rsp.example.com', 'SOLD-' || n, 1, ${order}, 1 ${bought}`,
  `INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email, purchased_at, activate_by)
  SELECT printf('bench-esim-hash-%08d', n), ${order}, 1, ${iccid}, id, ${email}, ${time}, ${time} ${bought}`,
  `INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, body, created_at, sent_at)
  SELECT ${order}, 'mail', 'esim', ${order}, ${email}, '', ${time}, ${time} ${bought}`,
]
