import { env } from 'cloudflare:workers'
import { expect } from 'vitest'

/** Counts orders of the only network that has ordered, as if they had been placed. */
export async function countOrdersOfNetwork(count: number): Promise<void> {
  const update = env.DB.prepare("UPDATE limits SET count = ? WHERE action = 'order'")
  const { meta } = await update.bind(count).run()
  expect(meta.changes).toBe(1)
}
