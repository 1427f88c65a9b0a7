import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { textOf } from '../../../src/words/texts.shared.ts'
import { wordsOf } from '../../../src/words/words.shared.ts'
import { FaultMatrix } from '../../fixtures/fault-matrix.ts'
import { origin } from '../../support/visit.ts'
import { createCell, shopTimes, statusOf } from './fault-cell.ts'
import type { ApiFault, OpenedPage } from './fault-cell.ts'
import { visits } from './visits.ts'
import type { Visit } from './visits.ts'

/** Maximum milliseconds that a visitor waits. */
const longestWait = 5000
/** Faults during which a visit is mostly idle. */
const waitingFaults: readonly ApiFault[] = ['hanging', 'hanging-body', 'slow']
const hours = 3_600_000
const faults = Object.keys(statusOf) as ApiFault[] // the keys of a literal object

const stores = new FaultMatrix('fault of the API, pages rendered before')
const matrix = new FaultMatrix('fault of the API, pages and actions')
afterAll(() => {
  stores.print()
  matrix.print()
})
beforeAll(() => vi.spyOn(console, 'error').mockReturnValue())

// Sequential visits take long on a busy machine.
describe.each(faults)('when the API fails by %s', { timeout: 120_000 }, (fault) => {
  it('serves rendered pages from the last good copy', async () => {
    const rendered = visits.filter(({ isStored }) => isStored)
    await openAll(fault, rendered, async (visit) => {
      const cell = createCell(visit)
      const good = await cell.open()
      expect([visit.name, good.status, good.cacheControl]).toEqual([
        visit.name,
        200,
        expect.not.stringContaining('no-store'),
      ])
      cell.state.fault = fault
      cell.state.now += 2 * hours
      const copy = await cell.open()
      stores.add(fault, `${copy.status}`)
      expect([visit.name, copy.status, copy.html === good.html]).toEqual([visit.name, 200, true])
      expect(copy.milliseconds, visit.name).toBeLessThan(longestWait)
    })
  })

  it('answers all other requests with their message and status', async () => {
    await openAll(fault, visits, async (visit) => {
      const cell = createCell(visit)
      cell.state.fault = fault
      const page = await cell.open()
      const outcome = outcomeOf(visit, page)
      matrix.add(fault, outcome)
      expect([visit.name, outcome]).toEqual([visit.name, expectedOutcome(visit, fault)])
      expect(page.milliseconds, visit.name).toBeLessThan(longestWait)
    })
  })
})

it('sends an unavailable API at most 1.1 times the calls of normal visits', async () => {
  for (const fault of ['reset', 'hanging', '502', '503'] as const) {
    const normal = await callsDuring('none')
    const storm = await callsDuring(fault)
    matrix.add(`${fault}, 60 visits`, `${storm} calls in place of ${normal}`)
    expect(storm, fault).toBeLessThanOrEqual(normal * 1.1)
  }
})

// Other tests may occupy the processor for a second, so the shortest of three waits counts.
it(
  'answers every visitor within five seconds with the shop’s time limits',
  { retry: 2 },
  async () => {
    const waits = await Promise.all(
      visits.map(async (visit) => {
        const cell = createCell(visit, shopTimes)
        cell.state.fault = 'hanging'
        return (await cell.open()).milliseconds
      }),
    )
    expect(Math.max(...waits)).toBeLessThan(longestWait)
  },
)

/**
 * Opens visits one after another, because parallel visits would delay each other on a busy machine.
 * During faults in which visits mostly wait, opens all visits at the same time.
 */
async function openAll(
  fault: ApiFault,
  all: readonly Visit[],
  open: (visit: Visit) => Promise<void>,
): Promise<void> {
  if (waitingFaults.includes(fault)) return void (await Promise.all(all.map(open)))
  for (const visit of all) await open(visit)
}

async function callsDuring(fault: ApiFault | 'none'): Promise<number> {
  const cell = createCell({ name: 'storm', path: '/', kind: 'detail' })
  cell.state.fault = fault
  const orders = visits.filter(({ kind, form }) => kind === 'detail' && !form)
  for (let round = 0; round < 60 / orders.length; round += 1)
    await Promise.all(orders.map(async ({ path }) => cell.open(path)))
  return cell.calls()
}

function outcomeOf(visit: Visit, { status, location, html }: OpenedPage): string {
  const words = wordsOf(visit.path.startsWith('/ru') ? 'ru' : 'en')
  if (location !== null) {
    const { host, pathname } = new URL(location, origin)
    return `${status} ${host === new URL(origin).host ? pathname : host}`
  }
  const messages = visit.message ? [visit.message, 'partner.sessionEnded' as const] : []
  const advice = (['errors.notSent', 'errors.repeatText'] as const).map((key) => textOf(words, key))
  const ends = ['<', ...advice.map((text) => `. ${text}<`)]
  if (messages.some((key) => ends.some((end) => html.includes(`>${textOf(words, key)}${end}`))))
    return `${status} form${html.includes(visit.typed ?? '') ? '' : ', text is lost'}`
  if (html.includes(words('errors.serverText'))) return `${status} error page`
  const isPartial = (['errors.listFailed', 'errors.dataFailed'] as const).some((key) =>
    html.includes(words(key)),
  )
  return isPartial ? `${status} message` : String(status)
}

function expectedOutcome({ kind, done = '200', signIn }: Visit, fault: ApiFault): string {
  const status = statusOf[fault]
  if (status === 200 || kind === 'whole') return done
  if (status === 401 && signIn) return signIn
  if (kind === 'detail') return status >= 500 ? `${status} error page` : `${status} message`
  return { list: '200 message', form: `${status} form`, data: '503' }[kind]
}
