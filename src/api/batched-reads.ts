import type { CatalogueDatabase, CatalogueQuery } from '../context.ts'

type Batch = {
  readonly statements: D1PreparedStatement[]
  readonly results: Promise<readonly D1Result[]>
}

type BatchingDatabase = Pick<D1Database, 'prepare' | 'batch'>

const sessions = new WeakMap<object, CatalogueDatabase>()

/**
 * Reads from the nearest replica that has at least the last content version that was read. An older
 * replica could return old data for a page of a new version.
 * @param visit an object that identifies the visit. Reads of a visit can share a batch
 */
export function catalogueSession(db: D1Database, visit: object): CatalogueDatabase {
  const known = sessions.get(visit) ?? batchReads(db.withSession(bookmark))
  sessions.set(visit, known)
  return known
}

/** Reads of this isolate must return data at least as new as the last version that it has read. */
let bookmark: D1SessionBookmark = 'first-unconstrained'

export function rememberBookmark(read: D1SessionBookmark | null): void {
  bookmark = newerBookmark(bookmark, read)
}

/**
 * Prevents a late result of a parallel read from moving the bookmark back. Bookmarks sort as text.
 */
export function newerBookmark(known: D1SessionBookmark, read: D1SessionBookmark | null) {
  if (read === null) return known
  return known === 'first-unconstrained' || read > known ? read : known
}

/**
 * Sends reads that start together as one batch, because each call to D1 costs CPU time. A page
 * starts up to five reads together. When a batch fails, all its reads fail.
 */
export function batchReads(db: BatchingDatabase): CatalogueDatabase {
  const statements = new WeakMap<CatalogueQuery, D1PreparedStatement>()
  const runTogether = joinBatches(db)

  function queryOf(statement: D1PreparedStatement): CatalogueQuery {
    const query: CatalogueQuery = {
      bind: (...values) => queryOf(statement.bind(...values)),
      all: async <Row>() => {
        const [result] = await read<Row>([query])
        if (!result) throw new Error('D1 returned no result for a statement')
        return result
      },
      first: async <Row>() => (await query.all<Row>()).results[0] ?? null,
    }
    statements.set(query, statement)
    return query
  }

  async function read<Row>(queries: readonly CatalogueQuery[]): Promise<D1Result<Row>[]> {
    // The caller declares the row types of its queries, as with D1.
    return (await runTogether(queries.map(statementOf))) as D1Result<Row>[]
  }

  function statementOf(query: CatalogueQuery): D1PreparedStatement {
    const statement = statements.get(query)
    if (!statement) throw new Error('The query was not prepared by this database')
    return statement
  }

  return { prepare: (sql) => queryOf(db.prepare(sql)), batch: async (queries) => read(queries) }
}

/**
 * Promise callbacks to wait for another read. The reads of a visit start in the same task, most of
 * them in the same callback. Waiting for the end of the task needs a timer, which takes a
 * millisecond.
 */
const turnsBetweenReads = 10

async function passTurns(number: number): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- each awaits one callback
  for (let turn = 0; turn < number; turn += 1) await Promise.resolve()
}

/** Returns a function that adds statements to the next batch and returns their results. */
function joinBatches(db: BatchingDatabase) {
  let next: Batch | null = null

  function openBatch(): Batch {
    const all: D1PreparedStatement[] = []
    return { statements: all, results: send(all) }
  }

  async function send(all: D1PreparedStatement[]): Promise<readonly D1Result[]> {
    let known = -1
    while (known < all.length) {
      known = all.length
      // oxlint-disable-next-line eslint/no-await-in-loop -- a later read waits for others again
      await passTurns(turnsBetweenReads)
    }
    next = null
    return db.batch(all)
  }

  return async (own: readonly D1PreparedStatement[]): Promise<readonly D1Result[]> => {
    const batch = (next ??= openBatch())
    const start = batch.statements.length
    batch.statements.push(...own)
    const results = await batch.results
    return results.slice(start, start + own.length)
  }
}
