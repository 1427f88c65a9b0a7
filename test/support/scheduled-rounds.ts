import { runScheduledJobs } from '../../src/jobs.ts'
import { advanceClock, clock, payments, rows, shopBindings, supply } from './small-shop.ts'

/** Runs every scheduled job once, with the providers and suppliers of the test. */
export async function runJobs(): Promise<void> {
  await runScheduledJobs(shopBindings(), clock.now, {
    providers: payments.createProviders,
    suppliers: (...settled) => supply.createSuppliers(...settled),
  })
}

export async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    advanceClock(60)
    await runJobs()
  }
}

/** Runs the jobs, and returns the details of the open alerts of a kind. */
export async function openAlertsOf(kind: string): Promise<{ detail: string }[]> {
  await runJobs()
  return rows(`SELECT detail FROM alerts WHERE kind = '${kind}' AND ended_at IS NULL`)
}
