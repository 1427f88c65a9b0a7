import type { BackendContext } from '../context.ts'

/** What a visitor sent by a contact form. */
export type ReceivedMessage = {
  readonly id: string
  readonly subject: string
  /** Name and address, message, browser. Empty after the retention period. */
  readonly body: string
  readonly createdAt: string
  /** The name of the screenshot's file; null: there is none. */
  readonly screenshot: string | null
}

/** Names that the shop gives to screenshots. Other files are not shown. */
export const screenshotName = /\bscreenshots\/[0-9a-f]{64}\.(?:png|jpeg|gif|webp)\b/

/** The 50 newest messages of contact forms. */
export async function contactMessages({
  db,
}: Pick<BackendContext, 'db'>): Promise<ReceivedMessage[]> {
  const { results } = await db
    .prepare(
      `SELECT id, subject, body, created_at AS createdAt FROM outbox
      WHERE purpose = 'contact-message' ORDER BY created_at DESC LIMIT 50`,
    )
    .all<Omit<ReceivedMessage, 'screenshot'>>()
  return results.map((row) => ({ ...row, screenshot: screenshotName.exec(row.body)?.[0] ?? null }))
}
