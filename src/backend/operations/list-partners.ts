import type { BackendContext } from '../context.ts'

export type ListedPartner = {
  readonly referrerID: string
  readonly phone: string
  readonly code: string
  readonly createdAt: string
}

export type PartnerPage = {
  readonly partners: readonly ListedPartner[]
  /** The cursor of the next page. Null on the last page. */
  readonly next: string | null
}

const perPage = 50

/**
 * Returns a page of partners, newest first.
 * @param after the last partner of the previous page, or '' for the first page
 */
export async function listPartners(
  { db }: Pick<BackendContext, 'db'>,
  after: string,
): Promise<PartnerPage> {
  const { results } = await db
    .prepare(
      // '~' sorts after all times.
      `SELECT id AS referrerID, phone, code, created_at AS createdAt FROM referrers
      WHERE (created_at, id)
        < (coalesce((SELECT created_at FROM referrers WHERE id = ?1), '~'), ?1)
      ORDER BY created_at DESC, id DESC LIMIT ${perPage + 1}`,
    )
    .bind(after)
    .all<ListedPartner>()
  const partners = results.slice(0, perPage)
  return {
    partners,
    next: results.length > perPage ? (partners.at(-1)?.referrerID ?? null) : null,
  }
}
